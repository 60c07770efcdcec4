import Decimal from 'decimal.js-light';

/** GBZ 2.1-2019 (DOMAIN §2.4, 3): excursions of what has a PC-TWA and neither MAC nor PC-STEL; dust too. */
export interface PeakRule {
  readonly kind: 'peak';
  readonly standard: string;
  /** × PC-TWA: above it lasts at most `minutes`, `perDay` times, `apartHours` apart. */
  readonly factor: string;
  /** × PC-TWA: never above. */
  readonly ceiling: string;
  readonly minutes: number;
  readonly perDay: number;
  readonly apartHours: number;
}

/** 超限倍数 of the 2007 edition, for reports on what was sampled then. */
export interface ExcursionRule {
  readonly kind: 'excursion';
  readonly standard: string;
  /** The factor of the first band whose bound lies above the PC-TWA; the last has none. */
  readonly bands: readonly { readonly below: string | null; readonly factor: string }[];
  readonly dust: string;
}

interface Version<R> {
  readonly from: string;
  readonly until: string | null;
  readonly rule: R;
}

/** By day of sampling, as the limits themselves. */
export const peakRules: readonly Version<PeakRule | ExcursionRule>[] = [
  {
    from: '2007-11-01',
    until: '2020-03-31',
    rule: {
      kind: 'excursion',
      standard: 'GBZ 2.1-2007',
      bands: [
        { below: '1', factor: '3' },
        { below: '10', factor: '2.5' },
        { below: '100', factor: '2.0' },
        { below: null, factor: '1.5' },
      ],
      dust: '2',
    },
  },
  {
    from: '2020-04-01',
    until: null,
    rule: { kind: 'peak', standard: 'GBZ 2.1-2019', factor: '3', ceiling: '5', minutes: 15, perDay: 4, apartHours: 1 },
  },
];

export const peakRuleOn = (day: string): PeakRule | ExcursionRule | undefined =>
  peakRules.find(({ from, until }) => from <= day && (until === null || day <= until))?.rule;

/** Whether the rule has a say: a ceiling or a short-time limit of its own goes before it. */
export const hasPeakRule = (kinds: readonly string[]): boolean =>
  !kinds.includes('mac') &&
  !kinds.includes('stel') &&
  kinds.some((kind) => kind === 'twa' || kind === 'totalDust' || kind === 'respirableDust');

export interface PeakLimits {
  readonly standard: string;
  /** Short-time results up to here are 符合. */
  readonly limit: string;
  /** Above here they are 不符合; between the two the excursions decide. The 2007 edition has one bound alone. */
  readonly ceiling: string;
}

/**
 * The bounds of short-time results, in the unit of the PC-TWA, exact.
 * @param twa PC-TWA as decimal text
 */
export function peakLimitsOn(day: string, twa: string, dust: boolean): PeakLimits | undefined {
  const rule = peakRuleOn(day);
  if (!rule) return undefined;
  const times = (factor: string) => new Decimal(twa).times(factor).toString();
  if (rule.kind === 'peak') return { standard: rule.standard, limit: times(rule.factor), ceiling: times(rule.ceiling) };
  const band = rule.bands.find(({ below }) => below === null || new Decimal(twa).lessThan(below));
  const limit = times(dust ? rule.dust : (band?.factor ?? '1'));
  return { standard: rule.standard, limit, ceiling: limit };
}
