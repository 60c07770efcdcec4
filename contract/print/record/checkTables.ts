import { labPreviewTexts } from '../../labPreviewTexts';
import { type CheckKind, checks } from '../../methods/sheets/checks';
import { methodSheets } from '../../methods/sheets/registry';
import { type Column, headingOf, type MethodSheet } from '../../methods/sheets/sheet';
import type { Block, Cell, TableBlock } from '../document';
import type { PrintedRecord, RecordForm, RecordParts } from './recordParts';

// 质控 (DOMAIN §5, §8.0 Q): a table a check, each row with its verdict.

type LabCheck = RecordParts['checks'][number];

const worded = new Set(['sampleNo', 'control', 'filterNo', 'level']);
const emptyRows = 2;

function cellOf(check: LabCheck, { key }: Column): Cell {
  if (key === 'sampleNo') return check.sampleNo ?? '';
  if (key === 'control') return check.sampleNo || (check.standardName ?? '');
  if (key === 'verdict') return check.computed?.['verdict'] ?? check.problem ?? '';
  return check.values?.[key] ?? check.computed?.[key] ?? '';
}

function checkTable(kind: CheckKind, rows: readonly LabCheck[] | null): TableBlock {
  const { title } = checks[kind];
  const columns: readonly Column[] = checks[kind].columns;
  const remarked = rows?.some(({ remark }) => remark) ?? false;
  return {
    kind: 'table',
    title,
    columns: [
      ...columns.map((column) => ({ heading: headingOf(column), align: worded.has(column.key) ? ('left' as const) : column.key === 'verdict' ? ('center' as const) : ('right' as const), least: worded.has(column.key) ? 24 : 10 })),
      ...(remarked ? [{ heading: '备注' }] : []),
    ],
    rows: rows ? rows.map((check) => [...columns.map((column) => cellOf(check, column)), ...(remarked ? [check.remark ?? ''] : [])]) : Array.from({ length: emptyRows }, () => []),
    ...(rows ? {} : { rowHeight: 6 }),
  };
}

export function checkBlocks({ method }: RecordForm, record: PrintedRecord | null): Block[] {
  const sheet: MethodSheet = methodSheets[method];
  const tables = sheet.checks.flatMap((kind): Block[] => {
    const rows = record ? [...record.parts.checks].filter(({ checkKind }) => checkKind === kind).sort((one, other) => (one.rowSort ?? 0) - (other.rowSort ?? 0)) : null;
    return rows?.length === 0 ? [] : [{ kind: 'heading', text: `${labPreviewTexts.checks}：${checks[kind].title}` }, checkTable(kind, rows)];
  });
  return tables;
}
