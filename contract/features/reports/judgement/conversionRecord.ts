import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';
import {
  airResultTable,
  physicalFormulas,
  physicalResultTable,
  ticked,
} from '@contract/features/conformity/forms/conversionForms';
import { type FormTables, rowsOf, withRowNumbers, withTableRows } from '@contract/features/conformity/forms/formTable';
import type { FormContent } from '@contract/features/conformity/forms/serviceForm';
import { quantityText } from '@contract/print/paperEdition';
import { measuredLabel } from '../reportResults';
import type { TestFact } from '../resultFacts';
import { hoursOf, type JudgedValue, pointOf } from './judgedValue';
import type { JudgedPost } from './judgeResults';

// Rows of the conversion records G.1 and G.2 of GBZ 331-2024, made from the judged results of a project.

/** Kinds of the two records. */
export type ConversionKind = 'airConversion' | 'physicalConversion';

/** Kinds of limits of a time-weighted average. */
const averageKinds: ReadonlySet<string> = new Set(['twa', 'totalDust', 'respirableDust', 'fibre']);
const airCategories: ReadonlySet<string> = new Set(['dust', 'chemical', 'biological']);

/** Returns whether a working contains a calculation beside symbol and result. */
const isCalculated = (working: string): boolean => working.split('=').length > 2;

/** Returns the tests behind a judged value, in their order. */
const testsOf = ({ tests }: JudgedPost, { sampleNos, day }: JudgedValue): readonly TestFact[] =>
  tests.filter(({ sampleNo, sampledOn }) => sampledOn === day && sampleNos.includes(sampleNo));

/** Returns the hours that each test represents; null where they are not known. */
function representedHours(tests: readonly TestFact[]): readonly string[] | null {
  const outcome = outcomeOfCalculation(() => hoursOf(tests));
  return outcome.ok ? outcome.value : null;
}

/** Returns the exposure of a week, h; null where hours or days are not known. */
const weekHoursOf = ({ hoursPerDay, daysPerWeek }: TestFact): string | null =>
  hoursPerDay === null || daysPerWeek === null ? null : new Decimal(hoursPerDay).times(daysPerWeek).toString();

function airRows(post: JudgedPost, value: JudgedValue): Readonly<Record<string, unknown>>[] {
  const isAverage = averageKinds.has(value.kind);
  const tests = testsOf(post, value);
  const hours = isAverage ? representedHours(tests) : null;
  const mean = value.text ? quantityText(value.text, value.unit) : null;
  return tests.map((test, index) => ({
    workplace: test.workshop,
    post: test.place,
    hazard: post.hazardName,
    point: pointOf(test) || value.point,
    sampleNo: test.sampleNo,
    result: quantityText(test.result.text, test.unit ?? ''),
    hours: hours?.[index] ?? null,
    hoursPerDay: test.hoursPerDay,
    hoursPerWeek: weekHoursOf(test),
    ...(index === 0
      ? {
          ...(isAverage
            ? {
                mean,
                factor: value.reduced?.factor ?? null,
                limit: value.reduced?.of ?? value.limit,
                reducedLimit: value.reduced ? value.limit : null,
              }
            : {}),
          formula: value.working || null,
          remark:
            [
              isAverage ? null : `${measuredLabel(value.kind)}=${mean ?? ''}`,
              tests.length > 1 ? `样品${value.sampleNos.join('、')}合并计算` : null,
              value.reason,
            ]
              .filter(Boolean)
              .join('；')
              .slice(0, 300) || null,
        }
      : {}),
  }));
}

/**
 * Returns the first rows of form G.1: each average, and each short-time value that was calculated of several samples.
 */
export function airConversion(posts: readonly JudgedPost[]): FormContent {
  const rows = posts
    .filter(({ category, joint }) => airCategories.has(category) && !joint)
    .flatMap((post) =>
      post.values
        .filter(({ kind, working }) => averageKinds.has(kind) || isCalculated(working))
        .flatMap((value) => airRows(post, value)),
    );
  return { tables: withTableRows({}, airResultTable, withRowNumbers(rows)) };
}

/**
 * Returns the first rows of form G.2, with the formulas that they use.
 * @param recordWorking working of a measurement in its record, which converts readings such as those of an arc
 */
export function physicalConversion(
  posts: readonly JudgedPost[],
  recordWorking: (test: TestFact) => string | null,
): FormContent {
  const rows = posts
    .filter(({ category }) => category === 'physical')
    .flatMap((post) =>
      post.values.flatMap((value) => {
        const tests = testsOf(post, value);
        const inRecord = tests.flatMap((test) => recordWorking(test) ?? []);
        const conversion = [...new Set([...inRecord, ...(isCalculated(value.working) ? [value.working] : [])])];
        return conversion.length
          ? [
              {
                item: post.hazardName,
                workplace: post.workshop,
                post: post.place,
                measurementNo: value.sampleNos.join('、').slice(0, 500),
                conversion: conversion.join('；').slice(0, 1000),
                result: `${measuredLabel(value.kind)} ${quantityText(value.text, value.unit)}`.slice(0, 60),
                remark: value.reason,
              },
            ]
          : [];
      }),
    );
  const conversions = rows.map(({ conversion }) => conversion).join('；');
  return {
    values: Object.fromEntries(
      physicalFormulas.flatMap(({ key, used }) => (used.test(conversions) ? [[key, ticked] as const] : [])),
    ),
    tables: withTableRows({}, physicalResultTable, withRowNumbers(rows)),
  };
}

/** Columns of each record that state results, after those that identify the row. */
const comparedColumns = {
  airConversion: {
    table: airResultTable,
    of: ['sampleNo', 'hazard', 'result', 'mean', 'factor', 'limit', 'reducedLimit'],
  },
  physicalConversion: { table: physicalResultTable, of: ['measurementNo', 'item', 'conversion', 'result'] },
} as const;

/**
 * Lists the rows of a record that differ from the present results.
 * @param storedTables rows of the record
 * @param existingFormTables rows that a new record would have
 */
export function conversionFaults(
  kind: ConversionKind,
  storedTables: FormTables,
  existingFormTables: FormTables,
): string[] {
  const { table, of } = comparedColumns[kind];
  const [no, item] = of;
  const linesOf = (tables: FormTables) =>
    new Map(
      rowsOf(tables, table).map((row) => [
        of.map((name) => String(row[name] ?? '')).join('\u0000'),
        `${String(row[no] ?? '')}的${String(row[item] ?? '')}`,
      ]),
    );
  const [storedLines, presentLines] = [linesOf(storedTables), linesOf(existingFormTables)];
  const missingNames = [...presentLines].flatMap(([key, name]) => (storedLines.has(key) ? [] : [name]));
  const outdated = [...storedLines].flatMap(([key, name]) => (presentLines.has(key) ? [] : [name]));
  const names = [...new Set([...missingNames, ...outdated])];
  return names.map((name) => `${name}与当前检测结果不一致，请改正，或删除此表后重新建立`);
}
