import { follows331, standardEditionOn } from '@contract/arithmetic/limits/standardEdition';
import { quantityText } from '@contract/print/paperEdition';
import type { ReportMethod } from './reportContent';
import type { TestFact } from './resultFacts';

/** Formats a range from lowest to highest, e.g. 0.21～3.4; a single value if both ends are equal. */
const rangeText = (rangeEnds: readonly string[]): string => [...new Set(rangeEnds)].join('～');

/**
 * Returns the minimum concentration of a method as the report states it. Since GBZ 331-2024 it is the minimum
 * quantifiable concentration, with the air volume in L for which it is calculated (5.2.8.4 b).
 * @param tests tests of one record
 */
export function minimumOf(tests: readonly TestFact[]): Pick<ReportMethod, 'minimum' | 'quantified'> {
  const minimums = tests
    .flatMap(({ minimum, volume }) => (minimum === null ? [] : [{ minimum, volume: volume ?? null }]))
    .sort((a, b) => Number(a.minimum) - Number(b.minimum) || Number(a.volume) - Number(b.volume));
  const [lowestTest, highestTest] = [minimums[0], minimums.at(-1)];
  if (!lowestTest || !highestTest) return { minimum: null };
  const text = quantityText(rangeText([lowestTest.minimum, highestTest.minimum]), tests[0]?.unit ?? '');
  if (!tests.every(({ sampledOn }) => follows331(standardEditionOn(sampledOn)))) return { minimum: text };
  const volumes = [lowestTest, highestTest].flatMap(({ volume }) => volume ?? []);
  return {
    minimum: volumes.length === 2 ? `${text}（${quantityText(rangeText(volumes), 'L')}）` : text,
    quantified: true,
  };
}

/** Returns the heading of the column of minimum concentrations, which depends on their kind. */
export function minimumTitle(methods: readonly ReportMethod[]): string {
  const namedMethods = methods.filter(({ minimum }) => minimum !== null);
  if (namedMethods.length > 0 && namedMethods.every(({ quantified }) => quantified)) return '最低定量浓度（采样体积）';
  return namedMethods.some(({ quantified }) => quantified) ? '最低检出或最低定量浓度' : '最低检出浓度';
}
