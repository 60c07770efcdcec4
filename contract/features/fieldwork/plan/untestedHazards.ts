// Why a surveyed hazard is not tested (GBZ 331-2024 5.2.5.1, 5.2.8.2 e). The choice is stored as data; the plan
// prints lines that are generated from it.

export const untestedReasons = [
  { value: 'noLimit', label: '现行标准未规定职业接触限值' },
  { value: 'noMethod', label: '没有可用的检测方法' },
  { value: 'outside', label: '不在本机构资质认定能力附表内，未分包' },
  { value: 'refused', label: '客户不同意检测' },
  { value: 'other', label: '其他原因' },
] as const;
export type UntestedReason = (typeof untestedReasons)[number]['value'];

/** Reasons for one hazard, with day and person of a refusal by the client, and a note, which `other` requires. */
export interface UntestedReasons {
  readonly reasons: readonly UntestedReason[];
  /** Day of the refusal, `YYYY-MM-DD`. */
  readonly on?: string;
  readonly by?: string;
  readonly note?: string;
}

/** Stored form: the reasons are at `7`, the details at `7.on`, `7.by` and `7.note`, where 7 is the hazard's id. */
export type UntestedMap = Readonly<Record<string, string>>;

const reasonLabels = new Map<string, string>(untestedReasons.map(({ value, label }) => [value, label]));
const isReason = (value: string): value is UntestedReason => reasonLabels.has(value);
const markParts = ['on', 'by', 'note'] as const;

/** Returns the hazards that a stored map names. */
export const untestedHazards = (map: UntestedMap | null | undefined): number[] =>
  Object.keys(map ?? {}).flatMap((key) => (/^\d+$/.test(key) ? [Number(key)] : []));

/** Parses the reasons of a hazard from a stored map. */
export function untestedOf(untestedMap: UntestedMap | null | undefined, hazardId: number): UntestedReasons {
  const details = Object.fromEntries(
    markParts.flatMap((part) =>
      untestedMap?.[`${hazardId}.${part}`] ? [[part, untestedMap[`${hazardId}.${part}`]]] : [],
    ),
  );
  return { reasons: (untestedMap?.[String(hazardId)] ?? '').split(',').filter(isReason), ...details };
}

/**
 * Returns the map with the reasons of a hazard replaced; without a reason the hazard is removed.
 * @param hazardId id of the hazard
 * @param givenReasons its reasons; empty to remove the hazard
 */
export function withUntested(
  untestedMap: UntestedMap | null | undefined,
  hazardId: number,
  givenReasons: UntestedReasons,
): UntestedMap {
  const ownKeys = new Set([String(hazardId), ...markParts.map((part) => `${hazardId}.${part}`)]);
  const otherEntries = Object.entries(untestedMap ?? {}).filter(([key]) => !ownKeys.has(key));
  if (!givenReasons.reasons.length) return Object.fromEntries(otherEntries);
  const isRefused = givenReasons.reasons.includes('refused');
  return Object.fromEntries([
    ...otherEntries,
    [String(hazardId), givenReasons.reasons.join(',')],
    ...markParts.flatMap((part) =>
      givenReasons[part] && (part === 'note' || isRefused) ? [[`${hazardId}.${part}`, givenReasons[part]]] : [],
    ),
  ]);
}

/** Formats the reasons of a hazard, e.g. `客户不同意检测（2026-11-20，李经理）`. */
export function untestedText({ reasons, on, by, note }: UntestedReasons): string {
  const hasOther = reasons.includes('other');
  const reasonTexts = reasons
    .filter((reason) => reason !== 'other')
    .map((reason) => `${reasonLabels.get(reason) ?? ''}${reason === 'refused' ? `（${on ?? ''}，${by ?? ''}）` : ''}`);
  const fullText = [...reasonTexts, ...(hasOther && note ? [note] : [])].join('；');
  return note && !hasOther ? `${fullText}（${note}）` : fullText;
}

/** Returns the lines for 不检测的因素及原因, one per hazard: `安妥：没有可用的检测方法（未查到国家标准检测方法）`. */
export const untestedLines = (
  untestedMap: UntestedMap | null | undefined,
  names: ReadonlyMap<number, string>,
): string =>
  untestedHazards(untestedMap)
    .flatMap((hazardId) => {
      const name = names.get(hazardId);
      const text = untestedText(untestedOf(untestedMap, hazardId));
      return name && text ? [`${name}：${text}`] : [];
    })
    .join('\n');

export const untestedTexts = {
  refusal: (name: string): string => `“${name}”因客户不同意而不检测，请填写日期和客户方的姓名`,
  note: (name: string): string => `“${name}”不检测的原因选了“其他原因”，请填写说明`,
  planned: (name: string): string => `“${name}”已编入方案，请在“方案说明”中清除其不检测的原因`,
} as const;

/** Returns what is missing in the chosen reasons, one sentence each. */
export function untestedFaults(
  untestedMap: UntestedMap | null | undefined,
  names: ReadonlyMap<number, string>,
): string[] {
  return untestedHazards(untestedMap).flatMap((hazardId) => {
    const { reasons, on, by, note } = untestedOf(untestedMap, hazardId);
    const name = names.get(hazardId) ?? '';
    return [
      ...(reasons.includes('refused') && !(on && by) ? [untestedTexts.refusal(name)] : []),
      ...(reasons.includes('other') && !note ? [untestedTexts.note(name)] : []),
    ];
  });
}
