import { Decimal } from '../numbers/decimalNumbers';

/**
 * Rule for peak exposure (峰接触浓度) by GBZ 2.1-2019 (DOMAIN §2.4, 3). It applies to hazards with a PC-TWA and neither
 * MAC nor PC-STEL, dust included.
 */
interface PeakRule {
  readonly kind: 'peak';
  readonly standard: string;
  /**
   * Multiple of PC-TWA. A higher exposure may last `minutes`, occur `maxTimesPerDay` times a day, and recur after
   * `minHoursBetween`.
   */
  readonly factor: string;
  /** Multiple of PC-TWA that no exposure may exceed. */
  readonly ceiling: string;
  readonly minutes: number;
  readonly maxTimesPerDay: number;
  readonly minHoursBetween: number;
}

/** Rule 超限倍数 of the 2007 edition, for samples taken while that edition was in force. */
interface ExcursionRule {
  readonly kind: 'excursion';
  readonly standard: string;
  /** Factors by PC-TWA, mg/m³. The first band whose `twaBelow` exceeds the PC-TWA applies; the last band has null. */
  readonly bands: readonly { readonly twaBelow: string | null; readonly factor: string }[];
  /** Factor for dust, independent of the PC-TWA. */
  readonly dust: string;
}

interface RuleVersion<R> {
  readonly from: string;
  readonly until: string | null;
  readonly rule: R;
}

/** The rules by day of sampling. */
const peakRules: readonly RuleVersion<PeakRule | ExcursionRule>[] = [
  {
    from: '2007-11-01',
    until: '2020-03-31',
    rule: {
      kind: 'excursion',
      standard: 'GBZ 2.1-2007',
      bands: [
        { twaBelow: '1', factor: '3' },
        { twaBelow: '10', factor: '2.5' },
        { twaBelow: '100', factor: '2.0' },
        { twaBelow: null, factor: '1.5' },
      ],
      dust: '2',
    },
  },
  {
    from: '2020-04-01',
    until: null,
    rule: {
      kind: 'peak',
      standard: 'GBZ 2.1-2019',
      factor: '3',
      ceiling: '5',
      minutes: 15,
      maxTimesPerDay: 4,
      minHoursBetween: 1,
    },
  },
];

/** Returns the rule in force on a day; undefined before 2007-11-01. */
export const peakRuleOn = (day: string): PeakRule | ExcursionRule | undefined =>
  peakRules.find(({ from, until }) => from <= day && (until === null || day <= until))?.rule;

/** Returns whether the rule applies: the hazard has a PC-TWA and neither MAC nor PC-STEL. */
export const hasPeakRule = (kinds: readonly string[]): boolean =>
  !kinds.includes('mac') &&
  !kinds.includes('stel') &&
  kinds.some((kind) => kind === 'twa' || kind === 'totalDust' || kind === 'respirableDust');

interface PeakLimits {
  readonly standard: string;
  /** Upper bound, mg/m³, up to which a short-time result conforms. */
  readonly limit: string;
  /**
   * Bound, mg/m³, above which a short-time result exceeds. Between the two bounds the excursions decide. In the 2007
   * edition both bounds are equal.
   */
  readonly ceiling: string;
}

/**
 * Returns the exact bounds of short-time results, mg/m³; undefined on a day without a rule.
 * @param day `YYYY-MM-DD`
 * @param twa PC-TWA as decimal text, mg/m³
 * @param dust whether the hazard is a dust
 */
export function peakLimitsOn(day: string, twa: string, dust: boolean): PeakLimits | undefined {
  const rule = peakRuleOn(day);
  if (!rule) return undefined;
  const times = (factor: string) => new Decimal(twa).times(factor).toString();
  if (rule.kind === 'peak') return { standard: rule.standard, limit: times(rule.factor), ceiling: times(rule.ceiling) };
  const band = rule.bands.find(({ twaBelow }) => twaBelow === null || new Decimal(twa).lessThan(twaBelow));
  const limit = times(dust ? rule.dust : (band?.factor ?? '1'));
  return { standard: rule.standard, limit, ceiling: limit };
}
