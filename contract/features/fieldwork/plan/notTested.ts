import type { LimitAbsence } from '@contract/arithmetic/limits/limitVersions';
import { scopeOf } from '@contract/features/library/accreditationScope';
import type { MethodLibrary } from './chooseMethod';
import { type HazardFact, isInForce, isMeasured, type PlanRowFact, type SurveyFact } from './planFacts';
import { type UntestedReasons, untestedHazards, type UntestedMap, withUntested } from './untestedHazards';

/** Placeholder lines of earlier plans, which explain nothing. */
const placeholderLines = ['请填写原因（例如客户书面要求不检测）', '限值库未录入限值，待核对'];

interface NotTestedSources extends MethodLibrary {
  readonly survey: readonly SurveyFact[];
  readonly rows: readonly Pick<PlanRowFact, 'hazard' | 'alongWith'>[];
  readonly hazards: ReadonlyMap<number, HazardFact>;
  /** Reasons why hazards have no limit on the day; absent for a hazard with a limit. */
  readonly absences: ReadonlyMap<number, LimitAbsence>;
}

/** A surveyed hazard that the plan does not test, with the reason as far as the libraries know it. */
export interface UntestedHazard extends UntestedReasons {
  readonly hazard: number;
  readonly name: string;
}

function reasonsOf(
  { methods, items, annex = [], day, absences }: NotTestedSources,
  hazard: HazardFact,
): UntestedReasons {
  const methodIds = new Set(items.flatMap((item) => (item.hazard === hazard.id ? [item.method] : [])));
  const usableMethods = methods.filter((method) => methodIds.has(method.id) && isInForce(method, day));
  // A person first has to find out whether a limit exists, so no reason is proposed.
  if (absences.get(hazard.id) === 'unknown') return { reasons: [] };
  const noMethod = !usableMethods.length && !isMeasured(hazard, undefined);
  const isOutside =
    usableMethods.length > 0 &&
    usableMethods.every(({ standardNo, methodKind }) => {
      const scope = scopeOf(annex, { hazard: hazard.id, category: hazard.category, standardNo, day });
      return scope !== null && scope.state !== 'inside' && methodKind !== 'outsourced';
    });
  return {
    reasons: [
      ...(absences.get(hazard.id) === 'none' ? (['noLimit'] as const) : []),
      ...(noMethod ? (['noMethod'] as const) : []),
      ...(isOutside ? (['outside'] as const) : []),
    ],
    ...(noMethod && hazard.noMethod ? { note: hazard.noMethod } : {}),
  };
}

/**
 * Lists the surveyed hazards that no plan row tests, each once, with the reasons that the libraries know: no limit,
 * no national method, outside the accredited scope. A person chooses other reasons, e.g. the client's refusal.
 */
export function notTestedOf(sources: NotTestedSources): UntestedHazard[] {
  const { survey, rows, hazards } = sources;
  const testedHazards = new Set(rows.flatMap(({ hazard, alongWith }) => [hazard, ...alongWith]));
  return [...new Set(survey.map(({ hazard }) => hazard))].flatMap((id) => {
    const hazard = hazards.get(id);
    return hazard && !testedHazards.has(id) ? [{ hazard: id, name: hazard.name, ...reasonsOf(sources, hazard) }] : [];
  });
}

/**
 * Returns hazards that have a chosen reason although a row tests them; their reasons have to be cleared.
 * @param untestedMap stored reasons by hazard
 * @param list hazards that no row tests
 * @param hazards hazards by id
 */
export const testedDespiteReason = (
  untestedMap: UntestedMap | null | undefined,
  list: readonly UntestedHazard[],
  hazards: ReadonlyMap<number, HazardFact>,
): UntestedHazard[] =>
  untestedHazards(untestedMap)
    .filter((id) => !list.some(({ hazard }) => hazard === id))
    .flatMap((id) => {
      const name = hazards.get(id)?.name;
      return name ? [{ hazard: id, name, reasons: [] }] : [];
    });

/** Returns the reasons that the libraries know, in the form in which they are stored. */
export const notTestedMap = (list: readonly UntestedHazard[]): UntestedMap =>
  list.reduce<UntestedMap>((map, { hazard, ...said }) => withUntested(map, hazard, said), {});

/**
 * Returns whether the written reasons name a hazard and are not just a placeholder.
 * @param text reasons as written in the plan
 * @param name name of the hazard
 */
export const isExplained = (text: string | null, name: string): boolean =>
  (text ?? '')
    .split('\n')
    .some(
      (line) =>
        line.startsWith(`${name}：`) &&
        !placeholderLines.some((text) => line.includes(text)) &&
        line.length > name.length + 1,
    );
