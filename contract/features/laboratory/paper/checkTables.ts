import { type Block, type Cell, type TableBlock, textOf, withStruck } from '@contract/print/printDocument';
import type { OldValues } from '@contract/print/recordCorrections';
import { checkContextOf } from '../checks/checkContext';
import type { CheckTable } from '../checks/checkTable';
import { type CheckKind, checkInputs, methodChecks, judgeCheck } from '../methods/sheets/methodChecks';
import { type Column, headingOf, type MethodSheet } from '../methods/sheets/methodSheet';
import { methodSheets } from '../methods/sheets/methodSheets';
import { blankGapTexts } from '../sheets/blankGaps';
import { printedHeading } from './paperLabels';
import { labPreviewTexts } from './previewTexts';
import type { PrintedRecord, RecordForm, RecordParts } from './recordParts';

// Printed checks (质控; DOMAIN §5, §8.0 Q): one table per check, each row with its verdict. A failed check is printed
// beside its retest.

type LabCheck = Pick<
  RecordParts['checks'][number],
  'id' | 'sampleNo' | 'standardName' | 'values' | 'computed' | 'problem' | 'remark' | 'retestOf'
>;

const textColumns = new Set(['sampleNo', 'control', 'filterNo', 'level']);
const emptyRows = 2;

/** Returns the row of a check that is computed from the record itself: the slope of the electrode. */
function automaticRow(kind: CheckKind, { work }: PrintedRecord): LabCheck[] {
  const { computed, problem } = judgeCheck(kind, {}, checkContextOf(work));
  return problem ? [] : [{ id: 0, sampleNo: null, values: {}, computed, problem: null, remark: null, retestOf: null }];
}

function rowsOf(kind: CheckKind, record: PrintedRecord): LabCheck[] {
  if (checkInputs(kind).length === 0) return automaticRow(kind, record);
  return [...record.parts.checks]
    .filter(({ checkKind }) => checkKind === kind)
    .sort((first, other) => (first.rowSort ?? 0) - (other.rowSort ?? 0) || first.id - other.id);
}

function cellOf(labCheck: LabCheck, { key }: Column): Cell {
  if (key === 'sampleNo') return labCheck.sampleNo ?? '';
  if (key === 'control') return labCheck.sampleNo || (labCheck.standardName ?? '');
  if (key === 'verdict') return labCheck.computed?.['verdict'] ?? labCheck.problem ?? '';
  return labCheck.values?.[key] ?? labCheck.computed?.[key] ?? '';
}

function remarkOf(labCheck: LabCheck, rows: readonly LabCheck[]): string {
  const isRetested = rows.some(({ retestOf }) => retestOf === labCheck.id);
  return [
    isRetested ? labPreviewTexts.retested : null,
    labCheck.retestOf === null ? null : labPreviewTexts.retest,
    labCheck.remark,
  ]
    .filter(Boolean)
    .join('；');
}

const oldIn = ({ key }: Column, oldValues: OldValues | undefined) => [
  ...(oldValues?.[`values.${key}`] ?? []),
  ...(key === 'sampleNo' || key === 'control' ? (oldValues?.['sampleNo'] ?? []) : []),
];

function checkTable(
  kind: CheckKind,
  rows: readonly LabCheck[] | null,
  oldValuesById: Readonly<Record<number, OldValues>> = {},
): TableBlock {
  const columns: readonly Column[] = methodChecks[kind].columns;
  const remarks = rows?.map((check) => remarkOf(check, rows)) ?? [];
  const hasRemarks = remarks.some((remark) => remark !== '');
  return {
    kind: 'table',
    title: methodChecks[kind].title,
    columns: [
      ...columns.map((column) => ({
        heading: printedHeading(headingOf(column)),
        align: textColumns.has(column.key)
          ? ('left' as const)
          : column.key === 'verdict'
            ? ('center' as const)
            : ('right' as const),
        least: textColumns.has(column.key) ? 24 : 10,
      })),
      ...(hasRemarks ? [{ heading: '备注' }] : []),
    ],
    rows: rows
      ? rows.map((check, index) => [
          ...columns.map((column) => withStruck(cellOf(check, column), oldIn(column, oldValuesById[check.id]))),
          ...(hasRemarks ? [remarks[index] ?? ''] : []),
        ])
      : Array.from({ length: emptyRows }, () => []),
    ...(rows ? {} : { rowHeight: 6 }),
  };
}

/** Returns the checks of a record as text tables, with the failed rows marked. */
export function checkTablesOf(kinds: readonly CheckKind[], checksOfRecord: RecordParts['checks']): CheckTable[] {
  return kinds.flatMap((kind): CheckTable[] => {
    const rows = [...checksOfRecord]
      .filter(({ checkKind }) => checkKind === kind)
      .sort((first, other) => (first.rowSort ?? 0) - (other.rowSort ?? 0) || first.id - other.id);
    if (!rows.length) return [];
    const table = checkTable(kind, rows);
    const retestedIds = new Set(rows.map(({ retestOf }) => retestOf));
    return [
      {
        title: table.title,
        columns: table.columns.map(({ heading, align }) => ({ heading, right: align === 'right' })),
        rows: table.rows.map((row) => row.map(textOf)),
        failed: rows.flatMap(({ id, judged, passes }, index) =>
          judged && !passes && !retestedIds.has(id) ? [index] : [],
        ),
      },
    ];
  });
}

/**
 * Returns the reason why samples without a blank in their batch have no blank subtracted, and the samples that use
 * the blank of another batch.
 */
function blankFacts(record: PrintedRecord | null): Block[] {
  const blankReasons = [
    ...(record?.work.sheet.blankRemark ? [record.work.sheet.blankRemark] : []),
    ...(record?.work.otherBlanks ?? []).map(({ sampleNo, blanks, reason }) =>
      blankGapTexts.otherBatch(sampleNo, blanks, reason),
    ),
  ];
  if (!blankReasons.length) return [];
  return [
    {
      kind: 'facts',
      label: blankGapTexts.printed,
      pairs: 1,
      facts: [{ label: blankGapTexts.printed, value: blankReasons.join('；'), wide: true }],
    },
  ];
}

/** Returns the printed quality control of a record, one table per check; without a record, the blank form. */
export function checkBlocks({ method }: RecordForm, record: PrintedRecord | null): Block[] {
  const sheet: MethodSheet = methodSheets[method];
  const tables = sheet.checks.flatMap((kind): Block[] => {
    const rows = record ? rowsOf(kind, record) : null;
    return rows?.length === 0
      ? []
      : [
          { kind: 'heading', text: `${labPreviewTexts.checks}：${methodChecks[kind].title}` },
          checkTable(kind, rows, record?.parts.corrections.checks),
        ];
  });
  const explanationFacts = record ? wordsOf(sheet, record.work.sheet) : [];
  const recordedBlocks = [...tables, ...blankFacts(record)];
  return explanationFacts.length === 0
    ? recordedBlocks
    : [
        ...recordedBlocks,
        {
          kind: 'facts',
          label: labPreviewTexts.checkRemark,
          pairs: 1,
          facts: explanationFacts.map((fact) => ({ ...fact, wide: true })),
        },
      ];
}

/** Returns the reasons for missing checks and the general remark. */
function wordsOf(
  { checks: kinds }: MethodSheet,
  { checkReasons, checkRemark }: PrintedRecord['work']['sheet'],
): { label: string; value: string }[] {
  const reasonByKind = (checkReasons ?? {}) as Readonly<Record<string, string>>;
  const reasons = kinds.flatMap((kind) =>
    reasonByKind[kind]?.trim()
      ? [{ label: labPreviewTexts.checkReason(methodChecks[kind].title), value: reasonByKind[kind] }]
      : [],
  );
  return [
    ...reasons,
    ...(checkRemark?.trim() ? [{ label: labPreviewTexts.checkRemark, value: checkRemark.trim() }] : []),
  ];
}
