// From the materials that a survey names to the hazards that they may bring, each with the reason.

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

/** Writes a share: `10%～30%`, `≤30%`, `≥10%`; empty where none is known. */
export function shareText(from: string | null, to: string | null): string {
  if (from !== null && to !== null) return from === to ? `${from}%` : `${from}%～${to}%`;
  if (to !== null) return `≤${to}%`;
  return from === null ? '' : `≥${from}%`;
}

const namesOf = ({ name, otherNames }: MaterialFact): string[] =>
  [name, ...(otherNames ?? '').split(/[、;；]/)].map((one) => one.trim()).filter(Boolean);

/**
 * Returns the hazards of the materials that a text names, each once, with every reason: `“聚氨酯漆”含甲苯（10%～30%）`.
 * @param text 原辅材料 of the survey
 */
export function hazardsOfMaterials(text: string, materials: readonly MaterialFact[]): SuggestedHazard[] {
  const reasons = new Map<number, string[]>();
  for (const material of materials) {
    if (!namesOf(material).some((name) => text.includes(name))) continue;
    for (const { name, hazard, shareFrom, shareTo } of material.components) {
      if (hazard === null) continue;
      const share = shareText(shareFrom, shareTo);
      const reason = `“${material.name}”含${name}${share ? `（${share}）` : ''}`;
      reasons.set(hazard, [...(reasons.get(hazard) ?? []), reason]);
    }
  }
  return [...reasons].map(([hazard, list]) => ({ hazard, reason: list.join('；') }));
}

/** Why a hazard is called usual in an industry. */
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
