import { exposureLevels } from '@contract/arithmetic/air/exposureConcentrations';
import type { Verdict } from '@contract/arithmetic/limits/resultJudgement';
import { exposureRatioRisk, exposureRating } from '@contract/arithmetic/limits/riskGrades';
import { Decimal, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import { roundSignificant, roundTo } from '@contract/arithmetic/numbers/roundingRules';
import { noiseGrade } from '@contract/arithmetic/physical/physicalFactors';
import type { JudgedValue } from '@contract/features/reports/judgement/judgedValue';
import type { JudgedPost } from '@contract/features/reports/judgement/judgeResults';
import type { SilicaFact } from '@contract/features/reports/resultFacts';
import { hazardRatingOf } from './hazardRating';

// Risk of each hazard at each post, from the judged results (DOMAIN §2.4, §7.9).

/** Value of a post with the highest ratio to its limit. */
interface RiskValue {
  readonly kind: string;
  readonly text: string;
  readonly unit: string;
  readonly limit: string;
  readonly standard: string | null;
  readonly day: string;
  /** C/OEL, unrounded. */
  readonly share: string;
  /** Whether the value was not detected; its bound is then used. */
  readonly censored: boolean;
}

interface ExposureRatioRisk {
  readonly hazardRating: number;
  readonly reasons: readonly string[];
  readonly exposureRating: number;
  readonly level: number;
  readonly label: string;
  /** The calculation as it is shown. */
  readonly calculation: string;
}

export interface RiskRow {
  readonly workshop: string | null;
  readonly place: string;
  readonly hazard: number;
  readonly hazardName: string;
  readonly category: string;
  readonly verdict: Verdict;
  readonly value: RiskValue | null;
  /** Exposure level (接触水平) by C_TWA; null where none was measured. */
  readonly exposureLevel: string | null;
  /** Risk by the exposure ratio method (接触比值法); null where the ratio cannot be calculated. */
  readonly exposureRatio: ExposureRatioRisk | null;
  /** Reason why there is no exposure ratio. */
  readonly missingRatioReason: string | null;
  /** Highest measured free silica of a dust, %; null where not measured. */
  readonly silica: string | null;
  /** Grade of noise by GBZ/T 229.4, from 85 dB(A). */
  readonly noise: string | null;
  readonly hazardRating: number | null;
}

/**
 * Kinds of limits whose ratio is meaningful. The peak limit is excluded, because it is only a multiple of another
 * limit.
 */
const concentrationKinds: ReadonlySet<string> = new Set(['twa', 'mac', 'stel', 'totalDust', 'respirableDust', 'fibre']);
const noiseKinds: ReadonlySet<string> = new Set(['dailyLevel', 'weeklyLevel']);

export const riskReasons = {
  physical: '物理因素不适用接触比值法',
  noLimit: '无职业接触限值或限值单位不同，不能计算C/OEL',
  noRating: '没有标识和以mg/m³表示的限值，不能定危害等级HR',
  noSilica: '未检测游离SiO₂，不能按GBZ/T 229.1分级',
} as const;

const shareOf = ({ measured, limit }: JudgedValue): Decimal | null =>
  measured && limit && new Decimal(limit).greaterThan(0)
    ? withoutCalculationNoise(new Decimal(measured.num).dividedBy(limit))
    : null;

/** Returns the first of the values with the highest ratio. */
function highestRatioOf(
  values: readonly JudgedValue[],
): { readonly value: JudgedValue; readonly share: Decimal } | null {
  let nearestFound: { value: JudgedValue; share: Decimal } | null = null;
  for (const value of values) {
    const share = shareOf(value);
    if (share && (!nearestFound || share.greaterThan(nearestFound.share))) nearestFound = { value, share };
  }
  return nearestFound;
}

/** Formats a share of a limit with three significant digits. */
export const shareText = (share: string): string =>
  new Decimal(share).isZero() ? '0' : roundSignificant(new Decimal(share), 3);

/** Returns the limit by which a hazard is rated: the limit of the shift, else the MAC, else the short-term limit. */
function ratedBy(values: readonly JudgedValue[]): { readonly value: string; readonly unit: string } | null {
  for (const kinds of [['twa', 'totalDust', 'respirableDust'], ['mac'], ['stel']]) {
    const limitValue = values.find(({ kind, limit }) => limit !== null && kinds.includes(kind));
    if (limitValue) return { value: String(limitValue.limit), unit: limitValue.unit };
  }
  return null;
}

/**
 * Formats the ratio, and adds a note where dividing the rounded value would give another result than the unrounded
 * one.
 */
export function shareCalculationText({ text, limit, share }: Pick<RiskValue, 'text' | 'limit' | 'share'>): string {
  const isPlain =
    /^[\d.]+$/.test(text) &&
    shareText(withoutCalculationNoise(new Decimal(text).dividedBy(limit)).toString()) === shareText(share);
  return `C/OEL=${text}/${limit}=${shareText(share)}${isPlain || !/^[\d.]+$/.test(text) ? '' : '（C未修约）'}`;
}

/** Returns the risk of a value by the exposure ratio method; null where no hazard rating is known. */
function ratioRiskOf(marks: string | null, value: RiskValue, values: readonly JudgedValue[]): ExposureRatioRisk | null {
  const hazardGrade = hazardRatingOf(marks, ratedBy(values));
  if (!hazardGrade) return null;
  const exposure = exposureRating(value.share, '1');
  const { index, level, label } = exposureRatioRisk(hazardGrade.rating, exposure);
  return {
    hazardRating: hazardGrade.rating,
    reasons: hazardGrade.reasons,
    exposureRating: exposure,
    level,
    label,
    calculation: `${shareCalculationText(value)}→ER=${exposure}；HR=${hazardGrade.rating}（${hazardGrade.reasons.join('，')}）；R=√(${hazardGrade.rating}×${exposure})=${roundTo(index, 2)}→${level} ${label}`,
  };
}

/**
 * Assesses the risk of each hazard at each post.
 * @param marks marks of each hazard in the library
 */
export function assessPosts(
  posts: readonly JudgedPost[],
  { marks, silica }: { readonly marks: ReadonlyMap<number, string | null>; readonly silica: readonly SilicaFact[] },
): RiskRow[] {
  return posts
    .filter(({ joint }) => !joint)
    .map((post) => {
      const physical = post.category === 'physical';
      const nearestValue = highestRatioOf(
        post.values.filter(({ kind }) => (physical ? noiseKinds : concentrationKinds).has(kind)),
      );
      const value: RiskValue | null = nearestValue && {
        kind: nearestValue.value.kind,
        text: nearestValue.value.text,
        unit: nearestValue.value.unit,
        limit: String(nearestValue.value.limit),
        standard: nearestValue.value.standard,
        day: nearestValue.value.day,
        share: nearestValue.share.toString(),
        censored: nearestValue.value.measured?.censored ?? false,
      };
      const hazardMarks = marks.get(post.hazard) ?? null;
      const exposureRatio = physical || !value ? null : ratioRiskOf(hazardMarks, value, post.values);
      const percents = silica
        .filter((row) => row.workshop === post.workshop && row.place === post.place)
        .map(({ percent }) => new Decimal(percent));
      return {
        workshop: post.workshop,
        place: post.place,
        hazard: post.hazard,
        hazardName: post.hazardName,
        category: post.category,
        verdict: post.verdict,
        value,
        exposureLevel: post.level,
        exposureRatio,
        missingRatioReason: exposureRatio
          ? null
          : physical
            ? riskReasons.physical
            : value
              ? riskReasons.noRating
              : riskReasons.noLimit,
        silica:
          post.category === 'dust' && percents.length
            ? percents.reduce((largest, percent) => (percent.greaterThan(largest) ? percent : largest)).toString()
            : null,
        noise: physical && nearestValue ? (noiseGrade(nearestValue.value.measured?.num ?? '0') ?? null) : null,
        hazardRating: exposureRatio?.hazardRating ?? hazardRatingOf(hazardMarks, null)?.rating ?? null,
      };
    });
}

const levelOrder: readonly string[] = exposureLevels.map(({ level }) => level);

/** Returns the highest exposure level; null without any. */
export const highestLevel = (rows: readonly Pick<RiskRow, 'exposureLevel'>[]): string | null =>
  levelOrder.findLast((level) => rows.some(({ exposureLevel }) => exposureLevel === level)) ?? null;

/** Returns the label of an exposure level; null without a level. */
export const exposureLevelLabel = (level: string | null): string | null =>
  exposureLevels.find((entry) => entry.level === level)?.label ?? null;

/** Counts posts by place: a place with several hazards is one post. */
export const postsOf = (rows: readonly Pick<RiskRow, 'workshop' | 'place'>[]): number =>
  new Set(rows.map(({ workshop, place }) => `${workshop ?? ''}\u0000${place}`)).size;
