import { projectDictionaries } from '@contract/dictionaries/projects';

// Risk class of a unit from hazards, exposed workers and exceedances (PRODUCT §3). The table is our convention and is
// printed on the page.

/** HR from which a hazard counts as severe. */
export const severeFrom = 4;

export const workerBands = [
  { upTo: 9, label: '≤9人' },
  { upTo: 49, label: '10～49人' },
  { upTo: null, label: '≥50人' },
] as const;

export const unitRiskClasses = projectDictionaries.unitRiskClass;
export type UnitRiskClass = Exclude<(typeof unitRiskClasses)[number]['value'], 'missing'>;

interface UnitRiskRule {
  readonly severe: boolean;
  readonly exceeds: boolean;
  readonly label: string;
  /** Classes by band of exposed workers. */
  readonly classes: readonly [UnitRiskClass, UnitRiskClass, UnitRiskClass];
}

export const unitRiskRules: readonly UnitRiskRule[] = [
  { severe: false, exceeds: false, label: '一般危害，接触水平均符合', classes: ['low', 'low', 'medium'] },
  { severe: false, exceeds: true, label: '一般危害，有岗位不符合', classes: ['low', 'medium', 'high'] },
  { severe: true, exceeds: false, label: '严重危害，接触水平均符合', classes: ['low', 'medium', 'high'] },
  { severe: true, exceeds: true, label: '严重危害，有岗位不符合', classes: ['medium', 'high', 'high'] },
];

export const unitRiskText = `单位风险按危害性质（有HR≥${severeFrom}的因素为严重危害）、接触水平是否符合和接触职业病危害人数查表，为本系统约定。`;

const workersMissing = '受检单位未填写接触职业病危害人数，补充后评定';

export interface UnitRisk {
  /** Risk class; null as long as the number of exposed workers is unknown. */
  readonly class: UnitRiskClass | null;
  readonly working: string;
}

/**
 * Returns the risk class of a unit with its working; the class is null as long as the number of exposed workers is
 * unknown.
 */
export function unitRiskOf({
  severe,
  exceeds,
  workers,
}: {
  readonly severe: boolean;
  readonly exceeds: boolean;
  readonly workers: number | null;
}): UnitRisk {
  const rule = unitRiskRules.find(
    (candidate) => candidate.severe === severe && candidate.exceeds === exceeds,
  ) as UnitRiskRule;
  if (workers === null) return { class: null, working: `${rule.label}；${workersMissing}` };
  const band = workerBands.findIndex(({ upTo }) => upTo === null || workers <= upTo);
  const riskClass = rule.classes[band] ?? 'high';
  return {
    class: riskClass,
    working: `${rule.label}；接触${workers}人（${workerBands[band]?.label ?? ''}）→ ${unitRiskLabel(riskClass)}`,
  };
}

/** Returns the label of a risk class; 待补充 without one. */
export const unitRiskLabel = (value: UnitRiskClass | null): string =>
  unitRiskClasses.find((entry) => entry.value === (value ?? 'missing'))?.label ?? '';
