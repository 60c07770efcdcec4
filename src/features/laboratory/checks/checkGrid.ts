import type { Derived, EntryColumn, EntryRow, Mark, Values } from '@/grid/DataGrid';
import { type AnyRow, defineEntity, type Entity, type Row } from '@contract/entity';
import { type CheckOffer, isFromRecord } from '@contract/features/laboratory/checks/checkOffers';
import type { Readings } from '@contract/features/laboratory/methods/calculation/labRecord';
import {
  type CheckContext,
  type CheckKind,
  checkInputs,
  methodChecks,
  judgeCheck,
} from '@contract/features/laboratory/methods/sheets/methodChecks';
import type { Column as SheetColumn } from '@contract/features/laboratory/methods/sheets/methodSheet';
import type { standard } from '@contract/features/stock/entities/standard';
import { unfitStandard } from '@contract/features/stock/itemFitness';
import { decimal, dict, type FieldMap, integer, ref, text } from '@contract/field';

// Rows of a tab in the grid. The table stores typed values in one column; the grid has one field for each value.

const words: ReadonlySet<string> = new Set(['level', 'filterNo']);
/** Fields of a control sample that come from the standard and are never typed. */
const standardFields: ReadonlySet<string> = new Set(['certified', 'uncertainty']);
const widths: Readonly<Record<string, number>> = { sampleNo: 180, verdict: 124, range: 104, limit: 92 };

interface CheckGrid {
  readonly entity: Entity;
  readonly columns: readonly EntryColumn[];
  /** Keys of `labCheck.values` that people type. */
  readonly keys: readonly string[];
}

const computedOf = (derivedValues: Values): Readings => (derivedValues['computed'] as Readings | undefined) ?? {};

function markOf(derivedValues: Values): Mark | undefined {
  if (typeof derivedValues['problem'] === 'string') return { tone: 'warning', message: derivedValues['problem'] };
  if (derivedValues['passes'] !== false)
    return derivedValues['passes'] === true ? { tone: 'good', message: '合格' } : undefined;
  return derivedValues['again'] === true
    ? { tone: 'warning', message: '已复测，以复测结果为准' }
    : { tone: 'bad', message: '不合格，请复测' };
}

const verdictText = (derivedValues: Values): string => {
  const verdictLabel =
    computedOf(derivedValues)['verdict'] ?? (typeof derivedValues['problem'] === 'string' ? '待补全' : '');
  return derivedValues['again'] === true ? `${verdictLabel}（已复测）` : verdictLabel;
};

function columnsOf({ key, label, unit, kind }: SheetColumn): EntryColumn[] {
  const width = widths[key] ? { width: widths[key] } : {};
  if (key === 'sampleNo') return [{ field: key, title: label, pinned: true, ...width }];
  if (key === 'control') return [{ field: 'standard', title: label, pinned: true, width: 220 }];
  if (key === 'verdict')
    return [
      {
        key,
        title: label,
        align: 'left',
        computed: (_row, derivedValues) => verdictText(derivedValues),
        mark: (_row, derivedValues) => markOf(derivedValues),
        ...width,
      },
    ];
  if (kind === 'in' && !standardFields.has(key))
    return [
      {
        field: key,
        title: label,
        unit,
        ...(/^found\d$/.test(key) ? { width: 104 } : key === 'level' ? { width: 92 } : {}),
      },
    ];
  return [
    {
      key: `shown.${key}`,
      title: label,
      unit,
      computed: (_row, derivedValues) => computedOf(derivedValues)[key] ?? '',
      ...width,
    },
  ];
}

const gridByKind = new Map<CheckKind, CheckGrid>();

export function checkGridOf(kind: CheckKind): CheckGrid {
  const cachedGrid = gridByKind.get(kind);
  if (cachedGrid) return cachedGrid;
  const inputs = checkInputs(kind).filter(({ key }) => !standardFields.has(key));
  const typedFieldMap: FieldMap = Object.fromEntries(
    inputs.map(({ key, label, unit }) => [key, words.has(key) ? text(label, { max: 60 }) : decimal(label, { unit })]),
  );
  const columns = methodChecks[kind].columns as readonly SheetColumn[];
  const fields = {
    sheet: ref('检测记录', { required: true, to: 'labSheet' }),
    checkKind: dict('质控类型', { dict: 'labCheckKind', required: true }),
    rowSort: integer('序号', { min: 0, max: 100_000 }),
    sampleNo: text(columns.find(({ key }) => key === 'sampleNo')?.label ?? '编号', { max: 100 }),
    standard: ref('质控样', { to: 'standard', ...(kind === 'control' ? { required: true } : {}) }),
    ...typedFieldMap,
    retestOf: ref('原测定', { to: 'labCheck' }),
    remark: text('备注', { max: 300 }),
  } as FieldMap & { readonly sampleNo: ReturnType<typeof text> };
  const source: EntryColumn[] =
    kind === 'blank' || kind === 'parallel' || kind === 'spike'
      ? [
          {
            key: 'source',
            title: '来源',
            width: 84,
            align: 'left',
            computed: (_row, derivedValues) => (derivedValues['fromRecord'] === true ? '取自记录' : ''),
          },
        ]
      : [];
  const grid: CheckGrid = {
    entity: defineEntity({
      name: 'labCheck',
      path: 'api/labCheck',
      label: '质控数据',
      titleField: 'sampleNo',
      scope: 'organization',
      fields,
    }),
    columns: [
      ...columns.flatMap(columnsOf),
      ...source,
      {
        key: 'retest',
        title: '复测',
        width: 92,
        align: 'left',
        computed: (_row, derivedValues) => String(derivedValues['retest'] ?? ''),
      },
      { field: 'remark', width: 160 },
    ],
    keys: inputs.map(({ key }) => key),
  };
  gridByKind.set(kind, grid);
  return grid;
}

/** Returns a stored row with its values as separate fields. */
export const flatCheck = (row: AnyRow): AnyRow => ({ ...row, ...(row['values'] as Readings | null) });

const textOf = (value: unknown): string | null =>
  value === null || value === undefined || String(value).trim() === '' ? null : String(value);

/**
 * Returns the typed values by key of the check. Texts that are not numbers are kept, so that the judgement reports
 * them.
 */
export function typedCheckValues({ values, texts }: EntryRow, keys: readonly string[]): Readings {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const cellText = texts?.[key]?.text ?? textOf(values[key]);
      return cellText === null ? [] : [[key, cellText]];
    }),
  );
}

interface CheckJudge {
  readonly kind: CheckKind;
  readonly context: CheckContext;
  readonly offers: readonly CheckOffer[];
  readonly standards: ReadonlyMap<number, Row<typeof standard>>;
  /** Date of the test, `YYYY-MM-DD`. */
  readonly onDay: string;
}

/** Judges all rows of a tab on each change, by the server's function. */
export function judgeBy({
  kind,
  context,
  offers,
  standards,
  onDay,
}: CheckJudge): (rows: readonly EntryRow[]) => Derived {
  const { keys } = checkGridOf(kind);
  return (rows) => {
    const retestedIds = new Set(rows.map(({ values }) => values['retestOf']));
    const place = new Map(rows.map(({ values }, index) => [values['id'], index + 1]));
    return new Map(
      rows.map((row): [string, Values] => {
        const typed = typedCheckValues(row, keys);
        const chosenStandard =
          typeof row.values['standard'] === 'number' ? standards.get(row.values['standard']) : undefined;
        const standardValues =
          chosenStandard && (row.values['certified'] === undefined || row.values['certified'] === null)
            ? { certified: chosenStandard.certified, uncertainty: chosenStandard.uncertainty }
            : { certified: textOf(row.values['certified']), uncertainty: textOf(row.values['uncertainty']) };
        const values: Readings = kind === 'control' ? { ...typed, ...standardValues } : typed;
        const first = row.values['retestOf'];
        const retest = typeof first === 'number' ? `复测第${place.get(first) ?? '?'}行` : '';
        const shownValues =
          kind === 'control'
            ? { certified: standardValues.certified ?? '', uncertainty: standardValues.uncertainty ?? '' }
            : {};
        if (Object.keys(typed).length === 0) return [row.key, { computed: shownValues, retest }];
        const { computed, passes, problem } = judgeCheck(kind, values, context);
        const unfitProblem =
          chosenStandard && row.values['id'] === undefined ? unfitStandard(chosenStandard, onDay) : null;
        const fault = problem?.message ?? unfitProblem?.message;
        return [
          row.key,
          {
            computed: { ...shownValues, ...computed },
            passes,
            retest,
            ...(fault === undefined ? {} : { problem: fault }),
            ...(row.values['id'] !== undefined && retestedIds.has(row.values['id']) ? { again: true } : {}),
            ...(isFromRecord(offers, textOf(row.values['sampleNo']), values) ? { fromRecord: true } : {}),
          },
        ];
      }),
    );
  };
}
