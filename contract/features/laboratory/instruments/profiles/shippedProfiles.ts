import type { InstrumentProfile } from '../instrumentProfile';
import { balanceTitratorAndNoiseProfiles } from './balanceTitratorAndNoiseProfiles';
import { chromatographyProfiles } from './chromatographyProfiles';
import { documentProfile } from './documentProfile';
import { spectrometryProfiles } from './spectrometryProfiles';

// Profiles that the product contains. A format is recognised by texts of its maker in the file.

export const shippedProfiles: readonly InstrumentProfile[] = [
  ...chromatographyProfiles,
  ...spectrometryProfiles,
  ...balanceTitratorAndNoiseProfiles,
];

/** Profile for tables whose headings are sufficient: they name the sample and the quantities. */
export const headedTable: InstrumentProfile = documentProfile({
  id: 'headed-table',
  label: '带表头的结果表',
  evidence: [],
});

/** Returns a shipped profile by its id; null for an unknown id. */
export const profileOf = (id: string): InstrumentProfile | null =>
  [...shippedProfiles, headedTable].find((profile) => profile.id === id) ?? null;
