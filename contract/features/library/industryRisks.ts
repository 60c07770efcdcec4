import { fixedDictionaries } from '@contract/dictionaries';

// Risk class of an industry (建设项目职业病危害风险分类管理目录), as printed in a report.

interface IndustryRiskFact {
  readonly name: string;
  readonly code: string | null;
  readonly riskClass: string;
  readonly condition: string | null;
  readonly divisionName: string | null;
}

const riskClassLabels = new Map<string, string>(
  fixedDictionaries.industryRiskClass.map(({ value, label }) => [value, label]),
);
const labelOf = ({ riskClass }: IndustryRiskFact): string => riskClassLabels.get(riskClass) ?? riskClass;

/**
 * Formats the risk class of a unit. The class is the one of the chosen industry, e.g. `严重（C195 制鞋业；不使用……时按一般管理）`,
 * else the class that all industries of the division share, e.g. `严重（金属制品业）`; null if they differ or none is known.
 * @param chosenRisk the industry chosen for the unit
 * @param division the industries of the unit's division
 */
export function riskClassText(
  chosenRisk: IndustryRiskFact | null,
  division: readonly IndustryRiskFact[],
): string | null {
  if (chosenRisk) {
    const riskText = [[chosenRisk.code, chosenRisk.name].filter(Boolean).join(' '), chosenRisk.condition]
      .filter(Boolean)
      .join('；');
    return `${labelOf(chosenRisk)}（${riskText}）`;
  }
  const [firstIndustryRiskFact] = division;
  if (
    !firstIndustryRiskFact ||
    division.some(({ riskClass, condition }) => condition || riskClass !== firstIndustryRiskFact.riskClass)
  )
    return null;
  return `${labelOf(firstIndustryRiskFact)}（${firstIndustryRiskFact.divisionName ?? firstIndustryRiskFact.name}）`;
}
