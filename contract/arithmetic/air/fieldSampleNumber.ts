import { CalculationProblem } from '../numbers/calculationProblem';
import { countOf } from '../numbers/decimalNumbers';

// Sample numbers (样品编号, DOMAIN §1.8). A number is never reused or changed. A failed sample is voided and keeps its
// number.

interface SampleDay {
  /** 项目编号, e.g. ZJ24-0156. */
  readonly project: string;
  /** 因素代码: letters and digits. */
  readonly factor: string;
  /** 日次 (sampling day), from 1. */
  readonly day: number;
}

const codePattern = /^[0-9A-Za-z]+$/;

/** Default rule for sample numbers (DOMAIN §1.8): {项目编号}-{因素代码}{日次}-{点位号:2}{频次:2}. */
const usualSampleRule = '{PROJECT}-{FACTOR}{DAY}-{POINT}{TURN}';

const placeTokens = '{POINT}{TURN}';
const rulePattern = /^\{PROJECT\}[^{}]*\{FACTOR\}[^{}]*\{DAY\}[^{}]*\{POINT\}\{TURN\}[^{}]*$/;

/** Returns the Chinese error message for an invalid rule for sample numbers; null for a valid rule. */
export function sampleNumberRuleFault(rule: string): string | null {
  if (!rulePattern.test(rule))
    return `样品编号规则须依次包含{PROJECT}{FACTOR}{DAY}${placeTokens}，例如${usualSampleRule}`;
  if (/[\s/:*?"<>|\\\d]/.test(rule)) return '样品编号规则不能含有数字、空格和/\\:*?"<>|';
  return null;
}

/** Returns the rule that numbers field samples: the organization's valid rule, else the default one. */
export const usedSampleRule = (rule: string | null | undefined): string =>
  rule && !sampleNumberRuleFault(rule) ? rule : usualSampleRule;

/** Fills in the placeholders of a rule. `placeText` is the text for point and turn, or the number of a blank. */
function fillRule(rule: string, { project, factor, day }: SampleDay, placeText: string): string {
  if (project.trim() === '') throw new CalculationProblem('missing', '请填写项目编号');
  if (!codePattern.test(factor)) throw new CalculationProblem('notNumber', '因素代码应由字母和数字组成');
  const dayNo = String(countOf(day, '采样日次', 1));
  return rule
    .replace(placeTokens, () => placeText)
    .replace('{DAY}', () => dayNo)
    .replace('{FACTOR}', () => factor)
    .replace('{PROJECT}', () => project.trim());
}

/**
 * Extracts the factor code from a sample number by its rule.
 * @param projectCode number of the project
 * @param dayNo number of the sampling day, from 1
 * @returns undefined for a number that follows another rule
 */
export function factorInNumber(rule: string, sampleNo: string, projectCode: string, dayNo: number): string | undefined {
  const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = escapePattern(rule)
    .replace(escapePattern(placeTokens), () => '(?:\\d{4}|K\\d+)')
    .replace(escapePattern('{DAY}'), () => String(dayNo))
    .replace(escapePattern('{FACTOR}'), () => '(.+?)')
    .replace(escapePattern('{PROJECT}'), () => escapePattern(projectCode));
  return new RegExp(`^${pattern}$`).exec(sampleNo)?.[1];
}

function twoDigits(value: number, label: string): string {
  const count = countOf(value, label, 1);
  if (count > 99) throw new CalculationProblem('outOfRange', `${label}应在1～99之间`);
  return String(count).padStart(2, '0');
}

/**
 * Returns the number of a sample: {项目编号}-{因素代码}{日次}-{采样点号:2}{频次:2}.
 * @throws CalculationProblem for an empty project, an invalid factor code, or a point or turn outside 1…99
 * @example fieldSampleNumber({ project: 'ZJ24-0156', factor: 'B', day: 1, point: 3, turn: 2 }) // 'ZJ24-0156-B1-0302'
 */
export const fieldSampleNumber = (
  sample: SampleDay & { readonly point: number; readonly turn: number },
  rule: string = usualSampleRule,
): string => fillRule(rule, sample, `${twoDigits(sample.point, '采样点号')}${twoDigits(sample.turn, '频次')}`);

/**
 * Returns the number of a field blank of the factor and day, e.g. ZJ24-0156-B1-K1.
 * @throws CalculationProblem like {@link fieldSampleNumber}
 */
export const blankNumber = (sample: SampleDay & { readonly blank: number }, rule: string = usualSampleRule): string =>
  fillRule(rule, sample, `K${countOf(sample.blank, '空白序号', 1)}`);

/** Field blanks per factor and day (GBZ/T 300 series: at least two per batch). */
export const blanksPerBatch = 2;

/** Suffixes of samples made in the laboratory: 加标, 平行, 质控. */
const labSuffixes = { spike: 'J', parallel: 'P', control: 'Z' } as const;

/** Returns the number of a laboratory sample, e.g. ZJ24-0156-B1-0302-P. */
export const labSampleNumber = (sampleNo: string, kind: keyof typeof labSuffixes): string =>
  `${sampleNo}-${labSuffixes[kind]}`;

/**
 * Returns a sample number by the alternative scheme {项目编号}{4-digit serial}. Blanks precede samples within a factor
 * and day.
 * @param projectCode number of the project
 * @throws CalculationProblem for an empty project, or a serial below 1
 */
export const sampleSerial = (projectCode: string, serial: number): string => {
  if (projectCode.trim() === '') throw new CalculationProblem('missing', '请填写项目编号');
  return `${projectCode.trim()}${String(countOf(serial, '流水号', 1)).padStart(4, '0')}`;
};
