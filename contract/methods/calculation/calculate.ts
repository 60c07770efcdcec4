import { airConcentration } from '../../lab/concentration';
import { contentUnitOf, unitsIn } from '../../lab/contentUnit';
import { Decimal, meanOf, numberOf, settled } from '../../lab/number';
import { attempt, LabProblem, type Outcome } from '../../lab/problem';
import { censoredResult, measuredResult, type Result } from '../../lab/result';
import { blanksPerBatch } from '../../lab/sampleNumber';
import { decimalsOf, roundSignificant } from '../../lab/rounding';
import type { MethodKey } from '../catalogue';
import { type Layout, layoutOf, type MethodSheet } from '../sheets/sheet';
import { methodSheets } from '../sheets/registry';
import { type Contents, type Family, filled, type Measured, notBelowZero, type Reading, type SheetContext, shownContent, zero } from './family';
import type { LabRecord, LabRow, Note, RecordResult, RowResult } from './record';
import { rowVolume } from './volume';
import { withoutAir, workingOf } from './working';

/** The detection limit in the unit of the curve. @throws LabProblem where it is no number above 0, or of a solution where the curve is of a tube */
export function lodOf({ lod, lodUnit, curveUnit }: Pick<LabRecord, 'lod' | 'lodUnit' | 'curveUnit'>): Decimal | null {
  if (lod === null || lod === undefined || lod === '') return null;
  const value = numberOf(lod, '检出限', { above: '0' });
  if (!lodUnit || !curveUnit || lodUnit === curveUnit) return value;
  // μg in a tube and μg/mL of its solution are not compared (DOMAIN §9, 8).
  const [from, to] = [contentUnitOf(lodUnit), contentUnitOf(curveUnit)];
  if (from && to && from.byVolume !== to.byVolume) throw new LabProblem('outOfRange', `检出限的单位${lodUnit}与标准曲线的单位${curveUnit}不一致，请换算为${curveUnit}后填写`);
  return value.times(unitsIn(lodUnit, curveUnit, '检出限'));
}

interface Sheet extends SheetContext {
  readonly record: LabRecord;
  readonly family: Family;
  readonly formula: string;
  readonly readings: ReadonlyMap<LabRow['id'], Outcome<Reading>>;
  readonly blanks: readonly LabRow[];
  /** Means of the blanks of all rows, once found; keyed by what a row says of its blanks. */
  readonly means: Map<LabRow['blanks'], Blank>;
}

interface Blank {
  readonly contents: Contents;
  /** Blanks that could be read. */
  readonly usable: number;
}

const isPending = (row: LabRow, family: Family): boolean => !family.responses.some((key) => filled(row.readings[key]));

const one = new Decimal(1);

/**
 * The unit that a way's contents are calculated in, and how many of it are in one of the curve's: a solution's formula takes μg/mL and ng/mL, every other its layout's unit.
 * @throws LabProblem on a curve in a unit that the formula can't be told in
 */
function contentUnitFor({ curve }: MethodSheet, layout: Layout, curveUnit: string | undefined): { readonly own: string; readonly units: Decimal; readonly nanograms: boolean } | null {
  const usual = layout.curveUnit ?? curve?.unit;
  if (!usual) return null;
  const given = curveUnit?.trim() || usual;
  const nanograms = layout.family.nanograms === true && (contentUnitOf(given)?.micrograms.equals('0.001') ?? false);
  const own = layout.family.nanograms ? (nanograms ? 'ng/mL' : 'μg/mL') : usual;
  return { own, units: given === own ? one : unitsIn(given, own, '标准曲线'), nanograms };
}

function sheetOf(method: MethodKey, record: LabRecord): Sheet {
  const layout = layoutOf(methodSheets[method], record.layout);
  const { family } = layout;
  const unit = contentUnitFor(methodSheets[method], layout, record.curveUnit);
  const lod = lodOf({ ...record, lodUnit: record.lodUnit || record.curveUnit, curveUnit: unit?.own });
  const context: SheetContext = {
    curve: record.curve ?? null,
    tubes: record.tubes ?? [],
    nanograms: unit?.nanograms ?? false,
    units: unit?.units ?? one,
    lod,
    settings: record.settings ?? {},
    rows: record.rows,
  };
  const started = record.rows.filter((row) => !isPending(row, family));
  const formula = context.nanograms && !layout.formula.includes('1000') ? `${layout.formula}/1000` : layout.formula;
  return { ...context, record, family, formula, blanks: record.rows.filter(({ blank }) => blank), means: new Map(), readings: new Map(started.map((row) => [row.id, attempt(() => family.read(row, context))])) };
}

/** Mean of the blanks' contents, channel by channel; a broken blank leaves the others. */
function blankOf(row: LabRow, sheet: Sheet): Blank {
  const held = sheet.means.get(row.blanks);
  if (held) return held;
  const blanks = row.blanks === undefined ? sheet.blanks : sheet.blanks.filter(({ id }) => row.blanks?.includes(id));
  const read = blanks.flatMap(({ id }) => {
    const reading = sheet.readings.get(id);
    return reading?.ok ? [reading.value.contents] : [];
  });
  const channels = [...new Set(read.flatMap((contents) => Object.keys(contents)))];
  const contents = Object.fromEntries(channels.map((channel) => [channel, meanOf(read.flatMap((one) => one[channel] ?? []), '空白')]));
  const blank = { contents, usable: read.length };
  sheet.means.set(row.blanks, blank);
  return blank;
}

function blankRemarks(row: LabRow, usable: number, sheet: Sheet): Note[] {
  const wanted = sheet.settings.blanks ?? blanksPerBatch;
  const own = filled(row.readings['blankResponse']) || filled(row.readings['blankLoss']);
  const short = sheet.family.blanks && sheet.record.variant === 'ordinary' && !own && usable < wanted;
  return short ? [{ level: 'warning', message: usable === 0 ? '没有可用的空白，结果未扣除空白' : `可用的空白${usable}个，少于${wanted}个` }] : [];
}

/** Value of an amount in the row's unit: of air, or of a sample whose air nobody knows. */
function valueBy(measured: Measured, volume: Decimal | null, sheet: Sheet): { value: (amount: Decimal) => Decimal; unit: string } {
  const { direct, massOf = (amount: Decimal) => amount, solution } = measured;
  if (direct) return { value: direct, unit: measured.unit ?? 'mg/m³' };
  if (volume) return { value: (amount) => airConcentration(massOf(amount), volume), unit: 'mg/m³' };
  if (sheet.record.variant === 'ordinary') throw new LabProblem('missing', '缺少采样体积，请先在采样记录中补全');
  const unit = sheet.record.incomingUnit ?? 'μg/样品';
  if (unit === 'μg/样品') return { value: massOf, unit };
  if (!solution) throw new LabProblem('missing', `没有溶液体积，不能以${unit}报出，请改用μg/样品`);
  return { value: (amount) => massOf(amount).dividedBy(solution), unit };
}

/** Below the detection limit, or for another reason not detected: `<` and the least that this sample could have shown. */
function resultOf(measured: Measured, value: (amount: Decimal) => Decimal, sheet: Sheet): { result: Result; minimum: Result | null; raw: Decimal } {
  const published = sheet.record.publishedMinimum;
  const decimals = filled(published) ? decimalsOf(published) : measured.decimals;
  const { lod } = sheet;
  const least = measured.below ?? (measured.least && (lod === null || measured.least.greaterThan(lod)) ? measured.least : lod);
  const minimum = least === null ? null : censoredResult(value(least), decimals);
  const raw = value(measured.amount);
  const below = measured.below !== undefined || (sheet.lod !== null && settled(measured.amount).lessThan(sheet.lod));
  if (minimum && below) return { result: minimum, minimum, raw };
  if (raw.isNegative()) throw new LabProblem('missing', '结果小于0，请填写检出限后按未检出报出');
  const digits = minimum ? decimalsOf(minimum.num) : decimals;
  const text = measured.printed?.(settled(raw)) ?? (digits === undefined ? roundSignificant(settled(raw), 3) : undefined);
  const result = text === undefined ? measuredResult(settled(raw), digits ?? 0) : { text, num: settled(raw).toString(), censored: false };
  // Without a detection limit nothing says what a rounded 0 is less than; 0 itself is never reported (DOMAIN §4.3).
  if (!measured.direct && numberOf(result.text, '结果').isZero()) throw new LabProblem('missing', '结果修约后为0，请填写检出限后按未检出报出');
  return { result, minimum, raw };
}

function textsOf(contents: Contents, { shown = shownContent }: Family): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const key in contents) texts[key] = shown(contents[key] ?? zero);
  return texts;
}
function rawsOf(contents: Contents): Record<string, string> {
  const raws: Record<string, string> = {};
  for (const key in contents) raws[key] = settled(contents[key] ?? zero).toString();
  return raws;
}

function blankResult(row: LabRow, { contents, notes }: Reading, { lod, family }: Sheet): RowResult {
  // Lighter than the first tube is less than its content, and found nothing.
  const found = lod !== null && !contents['censored'] && Object.entries(contents).some(([key, value]) => /content$/i.test(key) && settled(notBelowZero(value)).greaterThanOrEqualTo(lod));
  const high: Note[] = found ? [{ level: 'warning', message: '空白高于检出限' }] : [];
  return { state: 'blank', id: row.id, computed: textsOf(contents, family), raw: rawsOf(contents), notes: [...notes, ...high] };
}

function measureRow(row: LabRow, reading: Reading, sheet: Sheet): RowResult {
  const blank = blankOf(row, sheet);
  const volume = sheet.family.air ? rowVolume(row) : null;
  const measured = sheet.family.measure(row, reading, blank.contents, sheet);
  const notes = [...measured.notes, ...blankRemarks(row, blank.usable, sheet)];
  if (measured.taken) {
    const { taken } = measured;
    return { id: row.id, notes, state: 'done', computed: { reported: taken.text }, raw: {}, result: taken, unit: measured.unit ?? '', minimum: null, working: () => null };
  }
  const { value, unit } = valueBy(measured, volume, sheet);
  const { result, minimum, raw } = resultOf(measured, value, sheet);
  const computed = Object.assign(textsOf(measured.computed, sheet.family), measured.texts);
  const raws = rawsOf(measured.computed);
  if (volume) {
    computed['standardVolume'] = roundSignificant(settled(volume), 3);
    raws['standardVolume'] = settled(volume).toString();
  }
  computed['concentration'] = shownContent(raw);
  raws['concentration'] = settled(raw).toString();
  computed['reported'] = result.text;
  if (minimum) computed['minimum'] = minimum.num;
  const air = volume ? [{ symbol: 'V0', label: '标准采样体积', shown: computed['standardVolume'] ?? '', raw: raws['standardVolume'] ?? '', unit: 'L' }] : [];
  const expression = row.readings['expression'];
  const own = measured.formula ?? (sheet.formula || (filled(expression) ? `C=${expression}` : ''));
  const formula = sheet.family.air && !volume ? withoutAir(own, unit) : own;
  return {
    id: row.id,
    notes,
    state: 'done',
    computed,
    raw: raws,
    result,
    unit,
    minimum,
    working: () => (formula === '' ? null : workingOf(formula, [...measured.inputs(), ...air], raw, result, unit)),
  };
}

/** V0 of a row that has no result yet: it is known before anything is measured. */
function airOf(row: LabRow, { family }: Sheet): Record<string, string> {
  const volume = family.air && !row.blank ? attempt(() => rowVolume(row)) : null;
  return volume?.ok && volume.value ? { standardVolume: roundSignificant(settled(volume.value), 3) } : {};
}

function calculateRow(row: LabRow, sheet: Sheet): RowResult {
  const reading = sheet.readings.get(row.id);
  if (!reading) return { state: 'pending', id: row.id, computed: airOf(row, sheet), raw: {}, notes: [] };
  if (!reading.ok) return { state: 'problem', id: row.id, computed: airOf(row, sheet), raw: {}, notes: [], problem: reading.problem };
  const { contents } = reading.value;
  const outcome = attempt(() => (row.blank ? blankResult(row, reading.value, sheet) : measureRow(row, reading.value, sheet)));
  return outcome.ok ? outcome.value : { state: 'problem', id: row.id, computed: { ...textsOf(contents, sheet.family), ...airOf(row, sheet) }, raw: rawsOf(contents), notes: [], problem: outcome.problem };
}

/**
 * Calculates a sheet: the one function of the grid at each keystroke and of the server at each save. It never throws on what people typed;
 * a row that can't be calculated says why and what to do, the others go on.
 *
 * Units: V, V0 in L; contents in the curve's unit; results in mg/m³, for incoming samples without V0 in the record's unit, for a share in %.
 * @throws LabProblem where the sheet itself can't be: a detection limit that is no number above 0
 */
export function calculate(method: MethodKey, record: LabRecord): RecordResult {
  const sheet = sheetOf(method, record);
  const rows = record.rows.map((row) => calculateRow(row, sheet));
  return { rows, complete: rows.length > 0 && rows.every((row) => (row.state === 'done' || row.state === 'blank') && row.notes.every(({ level }) => level !== 'error')) };
}
