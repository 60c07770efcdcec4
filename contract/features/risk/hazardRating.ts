import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';

// 危害等级 HR of the exposure ratio method. GBZ/T 298-2017 derives it from the toxicity of each substance, which our
// library lacks. This table is therefore our own convention; the page shows it to the reader. The bands of limits
// follow the classes of the old GB 5044 (not yet compared with the standard).

interface MarkRule {
  readonly mark: string;
  readonly rating: number;
  readonly label: string;
}

/** Ratings by the hazard's marks in the library (GBZ 2.1). */
export const markRules: readonly MarkRule[] = [
  { mark: 'G1', rating: 5, label: 'G1 确认人类致癌物' },
  { mark: 'G2A', rating: 4, label: 'G2A 可能人类致癌物' },
  { mark: 'G2B', rating: 3, label: 'G2B 可疑人类致癌物' },
  { mark: '敏', rating: 3, label: '敏 致敏作用' },
  { mark: '皮', rating: 3, label: '皮 可经皮肤吸收' },
];

interface LimitRule {
  /** Exclusive upper bound of the limit, mg/m³; null for the last band. */
  readonly below: string | null;
  readonly rating: number;
  readonly label: string;
}

/** Ratings by PC-TWA, or by MAC where there is no PC-TWA. */
export const limitRules: readonly LimitRule[] = [
  { below: '0.1', rating: 5, label: '限值<0.1 mg/m³' },
  { below: '1', rating: 4, label: '限值0.1～<1 mg/m³' },
  { below: '10', rating: 3, label: '限值1～<10 mg/m³' },
  { below: null, rating: 2, label: '限值≥10 mg/m³' },
];

export const hazardRatingText =
  '危害等级HR取致癌、致敏、经皮标识与限值大小两项中较高者，为本系统约定：GBZ/T 298-2017 按物质毒性资料分级，有毒性资料时应以资料为准。';

interface HazardRating {
  readonly rating: number;
  /** Rules from which the rating follows. */
  readonly reasons: readonly string[];
}

/** Splits the marks of a hazard at any separator, without the substance in brackets: `皮,G2B(甲基汞)` → 皮, G2B. */
const marksOf = (text: string | null): string[] =>
  (text ?? '')
    .replaceAll(/[（(][^）)]*[）)]/g, '')
    .split(/[,，、;；\s]+/)
    .filter(Boolean);

/** Returns HR, 1 to 5; null where neither a mark nor a limit in mg/m³ is known. */
export function hazardRatingOf(
  marksText: string | null,
  limit: { readonly value: string; readonly unit: string } | null,
): HazardRating | null {
  const givenMarks = marksOf(marksText);
  const byMark = markRules.filter(({ mark }) => givenMarks.includes(mark));
  const size = limit && /^mg\/m[³3]$/.test(limit.unit) ? new Decimal(limit.value) : null;
  const byLimit = size ? limitRules.filter(({ below }) => below === null || size.lessThan(below)).slice(0, 1) : [];
  const matchingRules = [...byMark, ...byLimit];
  if (!matchingRules.length) return null;
  const rating = Math.max(...matchingRules.map((rule) => rule.rating));
  return { rating, reasons: matchingRules.filter((rule) => rule.rating === rating).map(({ label }) => label) };
}
