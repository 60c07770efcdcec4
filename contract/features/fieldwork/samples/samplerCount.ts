import { siteTexts } from './siteTexts';
import type { SiteSampleFacts, SiteWarning } from './siteWarnings';

// Two people sample on site (GBZ 331-2024 5.2.6.2). A second person without an account is named in the day's remark.
// The phone, the console and the server share this rule.

const minCollectors = 2;

interface SamplingCrew {
  readonly collectors: readonly number[];
  readonly remark: string | null | undefined;
}

/**
 * Returns the reason why a sampling day has too few people; null where it has enough, or where its remark names the
 * second.
 */
export const samplerCountProblem = ({ collectors, remark }: SamplingCrew): string | null =>
  new Set(collectors).size >= minCollectors || remark?.trim() ? null : siteTexts.tooFewCollectors(collectors.length);

interface CrewDay extends SamplingCrew {
  readonly id: number;
  /** `YYYY-MM-DD` */
  readonly sampledOn: string;
}

/**
 * Returns the warnings about sampled days with too few people. People named on a sample count for its day.
 * @param samples samples with their own people, or those of their day
 */
export function samplerCountWarnings(
  days: readonly CrewDay[],
  samples: readonly Pick<SiteSampleFacts, 'id' | 'samplingDay' | 'startTime' | 'collectors' | 'state'>[],
): SiteWarning[] {
  return days.flatMap(({ id, sampledOn, collectors, remark }): SiteWarning[] => {
    const takenSamples = samples.filter(
      ({ samplingDay, startTime, state }) => samplingDay === id && startTime && state !== 'voided',
    );
    const personIds = [...new Set([...collectors, ...takenSamples.flatMap((sample) => sample.collectors)])];
    return takenSamples.length && samplerCountProblem({ collectors: personIds, remark })
      ? [
          {
            samples: takenSamples.map((sample) => sample.id),
            message: siteTexts.tooFewCollectorsOn(sampledOn, personIds.length),
          },
        ]
      : [];
  });
}
