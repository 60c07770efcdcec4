import { absenceOf } from '@contract/arithmetic/limits/limitVersions';
import type { ResultFacts, ResultLimit, TestFact } from '@contract/features/reports/resultFacts';
import type { Orm } from '@server/db/orm';
import { limitsOfHazards } from '@server/features/library/hazards/storedLimits';
import type { ResultsProject } from './resultRows';

/** Returns a function that explains why a hazard has no limit on a day, from the versions in the library. */
export function absenceFrom(
  versions: readonly { readonly hazard: number; readonly effectiveFrom: string }[],
  hazards: readonly { readonly id: number; readonly category: string; readonly noLimit: boolean | null }[],
): ResultFacts['withoutLimit'] {
  return (hazardId, day) => {
    const knownHazard = hazards.find(({ id }) => id === hazardId);
    if (!knownHazard) return 'unknown';
    return absenceOf(
      versions.filter((version) => version.hazard === hazardId),
      knownHazard.noLimit === true,
      knownHazard.category,
      day,
    );
  };
}

/** Returns the limits in force on each sampling day; results of incoming samples are not judged. */
export async function limitsByDay(
  orm: Orm,
  project: ResultsProject,
  tests: readonly TestFact[],
  hazardIds: readonly number[],
): Promise<ResultLimit[]> {
  const limits: ResultLimit[] = [];
  for (const day of new Set(tests.map(({ sampledOn }) => sampledOn))) {
    if (!day || project.incoming) continue;
    const dayLimits = await limitsOfHazards(orm, {
      hazards: [...hazardIds],
      day,
      organizationId: project.organizationId,
    });
    limits.push(
      ...dayLimits.map(({ id, hazard, kind, condition, value, unit, standard }) => ({
        id,
        day,
        hazard,
        kind,
        condition,
        value,
        unit,
        standard,
      })),
    );
  }
  return limits;
}
