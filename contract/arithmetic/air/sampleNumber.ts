import { countOf } from '../numbers/number';
import { LabProblem } from '../numbers/problem';

// 样品编号 (DOMAIN §1.8). A number is never given twice and never changed: a sample that failed is voided.

export interface SampleDay {
  /** 项目编号, e.g. ZJ24-0156. */
  readonly project: string;
  /** 因素代码: letters and digits. */
  readonly factor: string;
  /** 日次, from 1. */
  readonly day: number;
}

const code = /^[0-9A-Za-z]+$/;

function stem({ project, factor, day }: SampleDay): string {
  if (project.trim() === '') throw new LabProblem('missing', '请填写项目编号');
  if (!code.test(factor)) throw new LabProblem('notNumber', '因素代码应由字母和数字组成');
  return `${project.trim()}-${factor}${countOf(day, '采样日次', 1)}`;
}

function twoDigits(value: number, label: string): string {
  const count = countOf(value, label, 1);
  if (count > 99) throw new LabProblem('outOfRange', `${label}应在1～99之间`);
  return String(count).padStart(2, '0');
}

/**
 * {项目编号}-{因素代码}{日次}-{点位号:2}{频次:2}, e.g. ZJ24-0156-B1-0302.
 * @throws LabProblem on an empty project, an odd factor, or a point or turn outside 1…99
 */
export const sampleNumber = (sample: SampleDay & { readonly point: number; readonly turn: number }): string =>
  `${stem(sample)}-${twoDigits(sample.point, '点位号')}${twoDigits(sample.turn, '频次')}`;

/** A field blank of the factor and day: {…}-K1, {…}-K2. */
export const blankNumber = (sample: SampleDay & { readonly blank: number }): string =>
  `${stem(sample)}-K${countOf(sample.blank, '空白序号', 1)}`;

/** Blanks of a factor and day (GBZ/T 300 series: at least two a batch). */
export const blanksPerBatch = 2;

/** Codes given in the laboratory, not on site: 加标, 平行, 质控. */
export const labSuffixes = { spike: 'J', parallel: 'P', control: 'Z' } as const;

export const labNumber = (sample: string, kind: keyof typeof labSuffixes): string => `${sample}-${labSuffixes[kind]}`;

/** The other live practice: {项目编号}{4-digit serial}, blanks first in the factor's day. */
export const serialNumber = (project: string, serial: number): string => {
  if (project.trim() === '') throw new LabProblem('missing', '请填写项目编号');
  return `${project.trim()}${String(countOf(serial, '流水号', 1)).padStart(4, '0')}`;
};
