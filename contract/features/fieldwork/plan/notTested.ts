import type { LimitAbsence } from '@contract/arithmetic/limits/limitVersions';
import { scopeOf } from '@contract/features/library/accreditation';
import type { MethodLibrary } from './chooseMethod';
import { type HazardFact, isInForce, isMeasured, type PlanRowFact, type SurveyFact } from './planFacts';

const notTestedTexts = {
  noLimit: '现行标准未规定职业接触限值',
  unknownLimit: '限值库未录入限值，待核对',
  noMethod: (why: string | null): string => `没有可用的检测方法${why ? `（${why}）` : ''}`,
  outside: '不在本机构资质认定能力附表内，未分包',
  other: '请填写原因（例如客户书面要求不检测）',
} as const;

interface Sources extends MethodLibrary {
  readonly survey: readonly SurveyFact[];
  readonly rows: readonly Pick<PlanRowFact, 'hazard' | 'alongWith'>[];
  readonly hazards: ReadonlyMap<number, HazardFact>;
  /** Why a hazard has no limit on the day; absent for one that has. */
  readonly absences: ReadonlyMap<number, LimitAbsence>;
}

/** A surveyed hazard that the plan does not test, and why. */
interface NotTested {
  readonly hazard: number;
  readonly name: string;
  readonly reason: string;
}

function reasonOf({ methods, items, annex = [], day, absences }: Sources, hazard: HazardFact): string {
  const measuring = new Set(items.flatMap((item) => (item.hazard === hazard.id ? [item.method] : [])));
  const usable = methods.filter((method) => measuring.has(method.id) && isInForce(method, day));
  const absence = absences.get(hazard.id);
  const reasons = [
    ...(absence === 'none' ? [notTestedTexts.noLimit] : absence === 'unknown' ? [notTestedTexts.unknownLimit] : []),
    ...(!usable.length && !isMeasured(hazard, undefined) ? [notTestedTexts.noMethod(hazard.noMethod ?? null)] : []),
    ...(usable.length &&
    usable.every(({ standardNo, methodKind }) => {
      const scope = scopeOf(annex, { hazard: hazard.id, category: hazard.category, standardNo, day });
      return scope !== null && scope.state !== 'inside' && methodKind !== 'outsourced';
    })
      ? [notTestedTexts.outside]
      : []),
  ];
  return reasons.join('；') || notTestedTexts.other;
}

/**
 * Lists the surveyed hazards that no plan row tests, each once, with the reason that the libraries give: no limit, no
 * national method, outside the accredited scope. What they do not know, e.g. the client's refusal, a person writes.
 */
export function notTestedOf(sources: Sources): NotTested[] {
  const { survey, rows, hazards } = sources;
  const tested = new Set(rows.flatMap(({ hazard, alongWith }) => [hazard, ...alongWith]));
  return [...new Set(survey.map(({ hazard }) => hazard))].flatMap((id) => {
    const hazard = hazards.get(id);
    return hazard && !tested.has(id) ? [{ hazard: id, name: hazard.name, reason: reasonOf(sources, hazard) }] : [];
  });
}

/** Returns the lines for 不检测的因素及原因: `安妥：没有可用的检测方法（未查到国家标准检测方法）`. */
export const notTestedText = (list: readonly NotTested[]): string =>
  list.map(({ name, reason }) => `${name}：${reason}`).join('\n');

/** Lines that wait for a person explain nothing. */
const waits = [notTestedTexts.other, notTestedTexts.unknownLimit];

/** Tells whether the written reasons name a hazard and contain more than a placeholder. */
export const isExplained = (text: string | null, name: string): boolean =>
  (text ?? '')
    .split('\n')
    .some(
      (line) =>
        line.startsWith(`${name}：`) && !waits.some((text) => line.includes(text)) && line.length > name.length + 1,
    );
