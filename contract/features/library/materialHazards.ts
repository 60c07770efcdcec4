// Finds the hazards that the materials named in a survey may cause, each with the reason.

export interface MaterialFact {
  readonly name: string;
  readonly otherNames: string | null;
  readonly components: readonly {
    readonly name: string;
    readonly hazard: number | null;
    readonly shareFrom: string | null;
    readonly shareTo: string | null;
  }[];
}

interface SuggestedHazard {
  readonly hazard: number;
  readonly reason: string;
}

/**
 * Formats a share: `10%～30%`, `≤30%`, `≥10%`; empty where none is known.
 * @param from lowest share, %
 * @param to highest share, %
 */
export function shareText(from: string | null, to: string | null): string {
  if (from !== null && to !== null) return from === to ? `${from}%` : `${from}%～${to}%`;
  if (to !== null) return `≤${to}%`;
  return from === null ? '' : `≥${from}%`;
}

const namesOf = ({ name, otherNames }: MaterialFact): string[] =>
  [name, ...(otherNames ?? '').split(/[、;；]/)].map((part) => part.trim()).filter(Boolean);

/** A name that ends like a substance may be a part of another one: 甲苯 of 二甲苯, 硫酸 of 硫酸铜. */
const substanceEnding = /[苯醇酸酮醛酯醚胺酚烷烯炔腈肼氨氯]$/;
const before = /[一二三四五六七八九十单双多对邻间异正叔仲环聚过次亚焦偏氯溴碘氟硝氨羟甲乙丙丁戊己庚辛苯]/;
const nameContinues = /[一二三四五六盐酯酰铵胺钠钾钙镁铜锌铁铝钡镍锰钴铅磺醛酮酸醇酚腈基化仿]/;

/** Returns whether a text names a substance, and not a longer name that contains it. */
export function isNamed(text: string, name: string): boolean {
  if (!substanceEnding.test(name)) return text.includes(name);
  for (let index = text.indexOf(name); index >= 0; index = text.indexOf(name, index + 1)) {
    const [charBefore, charAfter] = [text[index - 1] ?? '', text[index + name.length] ?? ''];
    if (!before.test(charBefore) && !nameContinues.test(charAfter)) return true;
  }
  return false;
}

/**
 * Returns the hazards of the materials that a text names, each once, with every reason: `“聚氨酯漆”含甲苯（10%～30%）`.
 * @param text 原辅材料 of the survey
 */
export function hazardsOfMaterials(text: string, materials: readonly MaterialFact[]): SuggestedHazard[] {
  const reasons = new Map<number, string[]>();
  for (const material of materials) {
    if (!namesOf(material).some((name) => isNamed(text, name))) continue;
    for (const { name, hazard, shareFrom, shareTo } of material.components) {
      if (hazard === null) continue;
      const shareRange = shareText(shareFrom, shareTo);
      const reason = `“${material.name}”含${name}${shareRange ? `（${shareRange}）` : ''}`;
      reasons.set(hazard, [...(reasons.get(hazard) ?? []), reason]);
    }
  }
  return [...reasons].map(([hazardId, list]) => ({ hazard: hazardId, reason: list.join('；') }));
}

/** Reasons why a hazard is usual in an industry. */
export const usualReason = {
  monitored: (template: string, required: boolean): string => `“${template}”${required ? '必测' : '选测'}`,
  surveyed: (units: number): string => `本机构在同行业${units}家单位调查到`,
} as const;

/** Answer of `GET api/siteSurvey/suggest/:project`. */
export interface SurveySuggestion {
  readonly hazards: readonly (SuggestedHazard & { readonly name: string; readonly surveyed: boolean })[];
  /** Hazards usual in the unit's industry, by templates and earlier surveys. */
  readonly usual: readonly (SuggestedHazard & { readonly name: string; readonly surveyed: boolean })[];
  /** Risk classes of the unit's industry (建设项目职业病危害风险分类管理目录). */
  readonly risks: readonly {
    readonly name: string;
    readonly code: string | null;
    readonly riskClass: string;
    readonly condition: string | null;
    readonly divisionName: string | null;
  }[];
}
