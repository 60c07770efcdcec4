import { siteTexts } from './siteTexts';
import type { SiteWarning, TimedSample } from './siteWarnings';

/** A sample with the reason for which its person was chosen. */
export interface ChosenSample extends Pick<TimedSample, 'id' | 'sampleKind' | 'state' | 'mode' | 'person'> {
  /** Value of the dictionary `personChoice`. */
  readonly personChoice: string | null;
}

/**
 * Returns a warning that names the sampled people without a reason for their choice. Those with the highest
 * concentration and the longest exposure take part where they can be determined, others at random (GBZ 331-2024
 * 5.2.6.2.3b1). A reason given on one sample of a person counts for all of them.
 * @param samples samples of one site
 */
export function personChoiceWarnings(samples: readonly ChosenSample[]): SiteWarning[] {
  const wornSamples = samples.filter(
    ({ sampleKind, state, mode, person }) =>
      sampleKind === 'sample' && state !== 'voided' && mode === 'personal' && person?.trim(),
  );
  const nameOf = ({ person }: ChosenSample): string => person?.trim() ?? '';
  const explainedNames = new Set(wornSamples.filter(({ personChoice }) => personChoice).map(nameOf));
  const unexplainedSamples = wornSamples.filter((sample) => !explainedNames.has(nameOf(sample)));
  return unexplainedSamples.length === 0
    ? []
    : [
        {
          samples: unexplainedSamples.map(({ id }) => id),
          message: siteTexts.noPersonChoice([...new Set(unexplainedSamples.map(nameOf))]),
        },
      ];
}
