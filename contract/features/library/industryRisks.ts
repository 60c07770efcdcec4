import { fixedDictionaries } from '@contract/dictionaries';

// Risk class of an industry (建设项目职业病危害风险分类管理目录), as a report states it.

interface IndustryRiskFact {
  readonly name: string;
  readonly code: string | null;
  readonly riskClass: string;
  readonly condition: string | null;
  readonly divisionName: string | null;
}

const labels = new Map<string, string>(fixedDictionaries.industryRiskClass.map(({ value, label }) => [value, label]));
const labelOf = ({ riskClass }: IndustryRiskFact): string => labels.get(riskClass) ?? riskClass;

/**
 * Writes the risk class of a unit: of the industry that somebody chose, `严重（C195 制鞋业；不使用……时按一般管理）`, else the
 * one that all industries of its division share, `严重（金属制品业）`. Null where they differ or none is known.
 * @param chosen the industry chosen for the unit
 * @param division the industries of the unit's division
 */
export function riskClassText(chosen: IndustryRiskFact | null, division: readonly IndustryRiskFact[]): string | null {
  if (chosen) {
    const about = [[chosen.code, chosen.name].filter(Boolean).join(' '), chosen.condition].filter(Boolean).join('；');
    return `${labelOf(chosen)}（${about}）`;
  }
  const [first] = division;
  if (!first || division.some(({ riskClass, condition }) => condition || riskClass !== first.riskClass)) return null;
  return `${labelOf(first)}（${first.divisionName ?? first.name}）`;
}
