import { formOf } from '@contract/features/conformity/forms/allServiceForms';
import { articleTable, gradedItems, installationTable } from '@contract/features/conformity/forms/conclusionForms';
import { columnsOf, type FormTable, type FormTables, rowsOf } from '@contract/features/conformity/forms/formTable';
import type { FormValues, ServiceForm } from '@contract/features/conformity/forms/serviceForm';
import { type MarkedHazard, markedAdvice } from '../conclusion/markedAdvice';
import { reportTexts } from '../reportTexts';
import type { EvaluationPart, ReportEvaluation } from './evaluationContent';

/** A signed sheet of a project. */
export interface SignedSheet {
  readonly kind: string;
  readonly values: FormValues;
  readonly tables: FormTables;
}

/** Health effect of a hazard, as the library of limits states it. */
interface HealthEffect {
  readonly hazard: string;
  readonly effect: string;
}

export interface EvaluationSources {
  readonly service: ReportEvaluation['service'];
  /** Signed sheets, the newest of each kind last. */
  readonly sheets: readonly SignedSheet[];
  readonly effects: readonly HealthEffect[];
  readonly hazards: readonly MarkedHazard[];
  /** Hazards that are not tested, with the reason, a line each. */
  readonly untested: readonly string[];
  /** Risk class of the employer's industry; null where it is not known. */
  readonly riskClass: string | null;
}

const textOrDash = (value: unknown): string =>
  value === null || value === undefined || value === '' ? '—' : String(value);
const emptyPart = { lines: [], columns: [], rows: [] } as const;

/** Prints a table of a sheet without its number in the appendix, e.g. 产品与生产能力 of 表C.13. */
function tableOf(title: string, table: FormTable, { values, tables }: SignedSheet): EvaluationPart[] {
  const rows = rowsOf(tables, table);
  const name = title.replace(/^表[A-Z]\.\d+ /, '');
  const reason = values[`${table.key}Absent`]?.trim();
  if (!rows.length) return reason ? [{ ...emptyPart, title: name, lines: [`${name}：无（${reason}）。`] }] : [];
  const columns = columnsOf(table, values);
  const computedColumns = table.computed ?? [];
  return [
    {
      title: name,
      lines: [],
      columns: [
        ...columns.map(([, { label, unit }]) => (unit ? `${label}（${unit}）` : label)),
        ...computedColumns.map(({ label }) => label),
      ],
      rows: rows.map((row) => [
        ...columns.map(([key]) => textOrDash(row[key])),
        ...computedColumns.map((column) => column.of(row) || '—'),
      ]),
    },
  ];
}

const titledLines = (title: string, text: string | undefined): EvaluationPart[] =>
  text?.trim() ? [{ ...emptyPart, title, lines: text.trim().split('\n') }] : [];

/** Signed sheets by kind, with readers for the values that the chapters print. */
class SignedSheets {
  constructor(private readonly sheets: readonly SignedSheet[]) {}

  all(kind: string): readonly SignedSheet[] {
    return this.sheets.filter((sheet) => sheet.kind === kind);
  }

  /** Returns an answer of the newest sheet of a kind. */
  value(kind: string, key: string): string | undefined {
    return this.all(kind).at(-1)?.values[key];
  }

  /** Returns the tables of the newest sheet of a kind, all or those with these keys. */
  tables(kind: string, keys?: readonly string[]): EvaluationPart[] {
    const [form, sheet] = [formOf(kind), this.all(kind).at(-1)];
    if (!form || !sheet) return [];
    return form.parts.flatMap(({ title, table }) =>
      table && (!keys || keys.includes(table.key)) ? tableOf(title, table, sheet) : [],
    );
  }

  /** Prints sheets without tables, one row each. */
  rows(kind: string, title: string, keys: readonly string[]): EvaluationPart[] {
    const form: ServiceForm | undefined = formOf(kind);
    const sheets = this.all(kind);
    if (!form || !sheets.length) return [];
    const formItems = form.parts.flatMap(({ items: partItems }) => partItems);
    const label = (key: string) => formItems.find((item) => item.key === key)?.label ?? key;
    return [
      {
        ...emptyPart,
        title,
        columns: keys.map(label),
        rows: sheets.map(({ values }) => keys.map((key) => textOrDash(values[key]))),
      },
    ];
  }
}

const generalParts = (sheets: SignedSheets, kind: string): EvaluationPart[] => [
  ...titledLines('评价范围与评价单元', sheets.value(kind, 'scope')),
  ...titledLines('评价内容', sheets.value(kind, 'content')),
  ...titledLines('评价方法', sheets.value(kind, 'method')),
];

function hazardsOf(sheets: SignedSheets, { effects, untested }: EvaluationSources): EvaluationPart[] {
  return [
    ...titledLines('重点评价的职业病危害因素', sheets.value('evaluationTeam', 'key')),
    ...(effects.length
      ? [
          {
            ...emptyPart,
            title: '职业病危害因素对健康的影响',
            columns: ['职业病危害因素', '临界不良健康效应'],
            rows: effects.map(({ hazard, effect }) => [hazard, effect]),
          },
        ]
      : []),
    {
      ...emptyPart,
      title: reportTexts.untested,
      lines: untested.length ? untested : ['识别的职业病危害因素均已检测。'],
    },
  ];
}

/** Returns the parts after the results of a present-state evaluation: trend, health surveillance and control points. */
const afterTests = (sheets: SignedSheets): EvaluationPart[] => [
  ...sheets.tables('evaluationReport', ['trend']),
  ...titledLines('变化趋势分析', sheets.value('evaluationReport', 'trendWords')),
  ...titledLines('检测结果不足3年的原因', sheets.value('evaluationReport', 'trendNote')),
  ...sheets.tables('surveyEarlier', ['health']),
  ...titledLines('职业健康监护评价', sheets.value('evaluationReport', 'healthWords')),
  ...sheets.tables('evaluationReport', ['keyPoints']),
];

const measureParts = (sheets: SignedSheets): EvaluationPart[] => [
  ...sheets.tables('surveyProtection'),
  ...sheets.tables('surveyRunning', ['rescue', 'areas', 'layouts']),
  ...sheets.tables('surveyProcess', ['equipment']),
  ...sheets.tables('surveyBuildings'),
  ...sheets.tables('surveyManagement'),
];

const riskLine = (riskClass: string | null): EvaluationPart[] =>
  riskClass
    ? [{ ...emptyPart, title: '用人单位职业病危害风险分类', lines: [`职业病危害风险分类：${riskClass}。`] }]
    : [];

function presentStateChapters(sheets: SignedSheets, sources: EvaluationSources): ReportEvaluation['chapters'] {
  const value = (key: string) => sheets.value('evaluationReport', key);
  return {
    general: generalParts(sheets, 'evaluationReport'),
    running: [...sheets.tables('surveyRunning', ['capacity']), ...sheets.tables('surveyEarlier', ['advice'])],
    hazards: hazardsOf(sheets, sources),
    measures: measureParts(sheets),
    tests: afterTests(sheets),
    conclusions: [
      {
        ...emptyPart,
        title: '分项结论',
        columns: ['评价项目', '结论', '存在的问题'],
        rows: Object.entries(gradedItems).map(([key, label]) => [
          label,
          textOrDash(value(`${key}Grade`)),
          textOrDash(value(`${key}Problem`)),
        ]),
      },
      ...riskLine(sources.riskClass),
      ...titledLines('总体结论', value('conclusion')),
    ],
  };
}

const fitKeys = ['person', 'model', 'attempt', 'required', 'factor', 'verdict', 'on', 'next'] as const;
const hearingKeys = ['person', 'model', 'required', 'left', 'right', 'both', 'verdict', 'on'] as const;

function effectChapters(sheets: SignedSheets, sources: EvaluationSources): ReportEvaluation['chapters'] {
  const value = (key: string) => sheets.value('effectReport', key);
  return {
    general: generalParts(sheets, 'effectReport'),
    running: sheets.tables('surveyRunning', ['capacity']),
    hazards: hazardsOf(sheets, sources),
    measures: measureParts(sheets),
    tests: [
      ...sheets.tables('effectTest'),
      ...sheets.rows('fitTest', '呼吸防护用品适合性检验报告', fitKeys),
      ...sheets.rows('hearingTest', '护听器适合性检验报告', hearingKeys),
    ],
    conclusions: [
      ...sheets.tables('effectReport', [installationTable.key, articleTable.key]),
      ...riskLine(sources.riskClass),
      ...titledLines('总体结论', value('conclusion')),
      ...titledLines('主要问题', value('problems')),
    ],
  };
}

/** Compiles the chapters of an evaluation report that stand beside its results. */
export function compileEvaluation(sources: EvaluationSources): ReportEvaluation {
  const { service, hazards } = sources;
  const sheets = new SignedSheets(sources.sheets);
  return {
    service,
    chapters: service === 'presentState' ? presentStateChapters(sheets, sources) : effectChapters(sheets, sources),
    markedAdvice: markedAdvice(hazards),
  };
}
