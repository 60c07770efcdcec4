import { fixedDictionaries } from '../../dictionaries';
import { backCalculate, levelMeans } from '../../lab/curve';
import { fromFloat, numberOf, settled } from '../../lab/number';
import { attempt } from '../../lab/problem';
import { roundSignificant, roundTo } from '../../lab/rounding';
import { curveOf } from '../../lab/storedCurve';
import { labPreviewTexts } from '../../labPreviewTexts';
import { type CurveSheet, curveColumns, tubeColumns } from '../../methods/sheets/curveSheet';
import { methodSheets } from '../../methods/sheets/registry';
import { type Column, headingOf, layoutOf, type MethodSheet } from '../../methods/sheets/sheet';
import type { Block, Cell, Fact, PrintColumn } from '../document';
import type { PrintedRecord, RecordForm, RecordParts } from './recordParts';
import { signedBy } from './signers';

// 标准曲线 with its table, a, b, r and equation; of visual colorimetry the row of tubes (DOMAIN §4.1, §8.0 C).

type Curve = NonNullable<PrintedRecord['work']['curve']>;
type Point = RecordParts['points'][number];

/** Lines and columns of an empty form. */
const emptyRows = 7;

const shown = (value: Parameters<typeof roundSignificant>[0], digits = 4): string => roundSignificant(value, digits);

/** Cells of a level that are calculated: means, lg c, what the curve gives back. */
function calculatedCells(points: readonly Point[], curve: Curve): ReadonlyMap<number, Readonly<Record<string, Cell>>> {
  const levels = points.map((point) => ({ x: point.x, responses: [point.y1, point.y2, point.y3] }));
  const read = attempt(() => levelMeans(levels, curve.subtractZero === true));
  if (!read.ok) return new Map();
  const fitted = curveOf(curve);
  const means = read.value.levels;
  const back = fitted ? attempt(() => backCalculate(fitted, means.map(({ x, net }) => ({ x, y: net })))) : null;
  return new Map(points.map((point, at) => {
    const level = means[at];
    const found = back?.ok ? back.value[at] : undefined;
    const logX = level && level.x.greaterThan(0) ? fromFloat(Math.log10(level.x.toNumber()), 'lg c') : null;
    const cells: Record<string, Cell> = {
      ...(level ? { mean: { text: shown(level.mean), raw: settled(level.mean).toString() }, net: { text: shown(level.net), raw: settled(level.net).toString() } } : {}),
      ...(logX ? { logX: { text: roundTo(logX, 4), raw: logX.toString() } } : {}),
      ...(found?.found ? { found: { text: shown(found.found), raw: settled(found.found).toString() } } : {}),
      ...(found?.error ? { error: { text: roundTo(settled(found.error), 1), raw: settled(found.error).toString() } } : {}),
    };
    return [point.id, cells];
  }));
}

const numbered = new Set<Column['key']>(['level', 'tube', 'colour']);
const columnOf = (column: Column): PrintColumn => ({ heading: headingOf(column), align: numbered.has(column.key) ? 'center' : 'right', least: 12 });

/** Of a line: y=-0.1980+1.2324x. */
export function equationOf(curve: Pick<Curve, 'fit' | 'a' | 'b' | 'c'>): string {
  if (curve.a === null || curve.b === null) return '';
  const signed = (value: string, digits: number) => `${numberOf(value, '系数').isNegative() ? '' : '+'}${shown(value, digits)}`;
  if (curve.fit === 'semiLog') return `E=${shown(curve.a)}${signed(curve.b, 4)}·lg c`;
  if (curve.fit === 'origin') return `y=${shown(curve.b, 5)}x`;
  return `y=${shown(curve.a)}${signed(curve.b, 5)}x${curve.fit === 'quadratic' && curve.c !== null ? `${signed(curve.c, 4)}x²` : ''}`;
}

function footerFacts(curve: Curve | null, steps: RecordParts['curveSteps']): Fact[] {
  const number = (value: string | null | undefined, digits = 4): Cell => (value ? { text: shown(value, digits), raw: value } : '');
  const drawn = signedBy(steps, ['submit']);
  const approved = signedBy(steps, ['approve']);
  const fit = fixedDictionaries.curveFit.find(({ value }) => value === curve?.fit)?.label ?? '';
  return [
    { label: '曲线编号', value: curve ? `${curve.curveNo ?? ''}（第${curve.versionNo ?? 1}版）` : '' },
    { label: '拟合方式', value: `${fit}${curve?.subtractZero ? '，扣除零浓度响应值' : ''}` },
    { label: '回归方程', value: curve ? equationOf(curve) : '' },
    { label: '截距a', value: number(curve?.a) },
    { label: '斜率b', value: number(curve?.b, 5) },
    ...(curve === null || curve.fit === 'quadratic' ? [{ label: '二次项c', value: number(curve?.c) }] : []),
    ...(curve?.fit === 'quadratic' ? [{ label: '决定系数R²', value: curve.r2 ?? '' }] : [{ label: '相关系数r', value: curve?.r ?? '' }]),
    { label: '结论', value: curve ? (curve.accepted ? '合格' : '不合格') : '' },
    { label: '配制日期', value: curve?.preparedOn ?? '' },
    { label: '绘制人/日期', value: drawn ? `${drawn.name}　${drawn.on}` : '' },
    { label: '审核人/日期', value: approved ? `${approved.name}　${approved.on}` : '' },
  ];
}

function pointsTable(title: string, columns: readonly Column[], points: readonly Point[], calculated: ReadonlyMap<number, Readonly<Record<string, Cell>>>): Block {
  const excluded = points.some((point) => point.excluded);
  const cellOf = (point: Point, { key }: Column, at: number): Cell => {
    if (key === 'level' || key === 'tube') return String(at + 1);
    const fields: Readonly<Record<string, string | null>> = { standardVolume: point.standardVolume, x: point.x, content: point.x, y1: point.y1, y2: point.y2, y3: point.y3, absorberVolume: point.absorberVolume, colour: point.colour };
    return fields[key] ?? calculated.get(point.id)?.[key] ?? '';
  };
  return {
    kind: 'table',
    title,
    columns: [...columns.map(columnOf), ...(excluded ? [{ heading: '备注' }] : [])],
    rows: points.length === 0
      ? Array.from({ length: emptyRows }, (_, at) => [String(at + 1)])
      : points.map((point, at) => [...columns.map((column) => cellOf(point, column, at)), ...(excluded ? [point.excluded ? labPreviewTexts.excluded(point.excludedReason ?? '') : ''] : [])]),
    ...(points.length === 0 ? { rowHeight: 6 } : {}),
  };
}

/** x of this layout's curve in its unit. */
const curveSheetOf = (sheet: CurveSheet, unit: string | undefined): CurveSheet => ({ ...sheet, unit: unit ?? sheet.unit });

const sorted = (points: readonly Point[]): Point[] => [...points].sort((one, other) => (one.rowSort ?? 0) - (other.rowSort ?? 0));

/** Nothing where the method has no curve, or this record none: shares of silica by weighing need none. */
export function curveBlocks(form: RecordForm, record: PrintedRecord | null): Block[] {
  const sheet: MethodSheet = methodSheets[form.method];
  const layout = layoutOf(sheet, form.layout);
  const curve = record?.work.curve ?? null;
  if (record && !curve) return [];
  const points = sorted(record?.parts.points ?? []);
  if (sheet.detection === 'tube') {
    return [{ kind: 'heading', text: labPreviewTexts.series }, pointsTable(labPreviewTexts.series, tubeColumns, points, new Map())];
  }
  if (!sheet.curve) return [];
  const columns = curveColumns(curveSheetOf(sheet.curve, curve?.unit ?? layout.curveUnit)).filter(({ key }) => key !== 'net' || curve === null || curve.subtractZero === true);
  const heading = record || !sheet.curve.note ? labPreviewTexts.curve : `${labPreviewTexts.curve}（${sheet.curve.note}）`;
  return [
    { kind: 'heading', text: heading },
    pointsTable(labPreviewTexts.curve, columns, points, curve ? calculatedCells(points, curve) : new Map()),
    { kind: 'facts', label: labPreviewTexts.curve, pairs: 3, facts: footerFacts(curve, record?.parts.curveSteps ?? []) },
  ];
}
