import type { InstrumentProfile } from '../instrumentProfile';

/** Returns the first version of a profile that the product contains. */
export const documentProfile = (profile: Omit<InstrumentProfile, 'layout' | 'version'>): InstrumentProfile => ({
  layout: 'document',
  version: 1,
  ...profile,
});
