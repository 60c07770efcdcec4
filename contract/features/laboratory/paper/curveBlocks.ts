import type { Block, Fact, PrintColumn } from '@contract/print/printDocument';
import { signedBy } from '@contract/print/signedBy';
import { curvePlanOf } from '../curves/curvePlan';
import { type CurveView, curveView } from '../curves/curveView';
import { type Column, headingOf } from '../methods/sheets/methodSheet';
import { methodSheets } from '../methods/sheets/methodSheets';
import type { LabWork } from '../sheets/labWork';
import { printedHeading } from './paperLabels';
import { labPreviewTexts } from './previewTexts';
import type { PrintedRecord, RecordForm, RecordParts } from './recordParts';

// Printed curve with table, a, b, r and equation; for visual colorimetry the series of tubes (DOMAIN §4.1, §8.0 C).
// It shows the same data as the curve page.

type PrintedCurve = NonNullable<LabWork['curve']>;

/** Number of rows of a blank form. */
const emptyRows = 7;

const centredKeys = new Set<Column['key']>(['level', 'tube', 'colour']);
const columnOf = (column: Column): PrintColumn => ({
  heading: printedHeading(headingOf(column)),
  align: centredKeys.has(column.key) ? 'center' : 'right',
  least: 12,
});

function pointsTable(columns: readonly Column[], rows: CurveView['rows'] | null): Block {
  const hasExcluded = rows?.some((row) => row.excluded) ?? false;
  return {
    kind: 'table',
    title: labPreviewTexts.curve,
    columns: [...columns.map(columnOf), ...(hasExcluded ? [{ heading: '备注' }] : [])],
    rows: rows
      ? rows.map((row) => [
          ...columns.map(({ key }) => row.texts[key] ?? ''),
          ...(hasExcluded ? [row.excluded ? labPreviewTexts.excluded(row.reason) : ''] : []),
        ])
      : Array.from({ length: emptyRows }, (_, index) => [String(index + 1)]),
    ...(rows ? {} : { rowHeight: 6 }),
  };
}

/** Returns a table with the facts of the curve and its preparation: number, result, author and approver. */
function curveFacts(
  curve: PrintedCurve | null,
  view: CurveView | null,
  isFitted: boolean,
  steps: RecordParts['curveSteps'],
): Fact[] {
  const signature = (move: string): string => {
    const signature = signedBy(steps, [move]);
    return signature ? `${signature.name}　${signature.on}` : '';
  };
  const factOf = (label: string, value: string | null | undefined): Fact => ({ label, value: value ?? '' });
  const fitFacts = isFitted
    ? [
        factOf('拟合方式', curve && view ? `${view.fitLabel}${curve.subtractZero ? '，扣除零浓度响应值' : ''}` : ''),
        factOf('回归方程', view?.equation),
      ]
    : [];
  const numbers = view
    ? view.facts.map(({ label, text }) => factOf(label, text))
    : isFitted
      ? ['截距a', '斜率b', '二次项c', '相关系数r'].map((label) => factOf(label, ''))
      : [];
  return [
    factOf('曲线编号', curve ? `${curve.curveNo ?? ''}（第${curve.versionNo ?? 1}版）` : ''),
    ...fitFacts,
    ...numbers,
    factOf('结论', view?.verdict),
    factOf('储备液浓度/批号', curve?.stockConcentration),
    factOf('使用液浓度', curve?.workingConcentration),
    factOf('配制日期', curve?.preparedOn),
    ...(curve?.validUntil ? [factOf('有效期至', curve.validUntil)] : []),
    factOf('绘制人/日期', signature('submit')),
    factOf('审核人/日期', signature('approve')),
    ...(curve?.instrumentReason
      ? [{ ...factOf(labPreviewTexts.instrumentReason, curve.instrumentReason), wide: true }]
      : []),
    ...(curve?.remark ? [{ ...factOf('备注', curve.remark), wide: true }] : []),
  ];
}

/** Returns the printed curve; empty where the method or the record has none, e.g. for silica by weighing. */
export function curveBlocks({ method, layout }: RecordForm, record: PrintedRecord | null): Block[] {
  const curve = record?.work.curve ?? null;
  if (record && !curve) return [];
  const plan = curvePlanOf(
    method,
    curve?.part ?? (layout === 'pcl3' ? layout : 'main'),
    curve ? { curveUnit: curve.unit } : { resultRoute: layout },
  );
  if (!plan) return [];
  const points = [...(record?.parts.points ?? [])].sort((first, other) => (first.rowSort ?? 0) - (other.rowSort ?? 0));
  const view = curve ? curveView(curve, points) : null;
  const title = plan.sheet ? labPreviewTexts.curve : labPreviewTexts.series;
  // A note on several layouts is omitted on the form of one layout.
  const sheetNote =
    !record && plan.sheet?.note && methodSheets[method].layouts.length === 1 ? `（${plan.sheet.note}）` : '';
  // Without subtraction of the zero level the net response equals the mean.
  const columns = plan.columns.filter(({ key }) => key !== 'net' || curve === null || curve.subtractZero === true);
  return [
    { kind: 'heading', text: `${title}${sheetNote}` },
    pointsTable(columns, view?.rows ?? null),
    {
      kind: 'facts',
      label: title,
      pairs: 3,
      facts: curveFacts(curve, view, plan.sheet !== null, record?.parts.curveSteps ?? []),
    },
  ];
}
