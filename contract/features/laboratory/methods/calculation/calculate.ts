import { airConcentration } from '@contract/arithmetic/air/concentration';
import { contentUnitOf, unitsIn } from '@contract/arithmetic/air/contentUnit';
import { blanksPerBatch } from '@contract/arithmetic/air/sampleNumber';
import { quantificationOf } from '@contract/arithmetic/curves/detection';
import { Decimal, meanOf, numberOf, settled } from '@contract/arithmetic/numbers/number';
import { attempt, LabProblem, type Outcome } from '@contract/arithmetic/numbers/problem';
import { minimumBeside, type Result } from '@contract/arithmetic/numbers/result';
import { roundSignificant } from '@contract/arithmetic/numbers/rounding';
import type { MethodKey } from '../catalogue';
import { methodSheets } from '../sheets/registry';
import { type Layout, layoutOf, type MethodSheet } from '../sheets/sheet';
import type { LabRecord, LabRow, Note, RecordResult, RowResult, Working, WorkingInput } from './labRecord';
import {
  by331,
  type Contents,
  type Family,
  filled,
  type Measured,
  notBelowZero,
  type Reading,
  type SheetContext,
  shownContent,
  zero,
} from './methodFamily';
import { type Found, resultBefore331, resultBy331 } from './reportedResult';
import { type Worked, withFactors, withoutAir, workingOf } from './resultWorking';
import { rowVolume } from './rowVolume';
import { notDetected } from './solutionFamily';

/**
 * Converts the detection limit to the unit of the curve.
 * @returns null for an empty detection limit
 * @throws LabProblem where it is not above 0, or is per volume of solution while the curve is per tube (or the
 * reverse)
 */
export function lodOf(
  { lod, lodUnit, curveUnit }: Pick<LabRecord, 'lod' | 'lodUnit' | 'curveUnit'>,
  label = '检出限',
): Decimal | null {
  if (lod === null || lod === undefined || lod === '') return null;
  const value = numberOf(lod, label, { above: '0' });
  if (!lodUnit || !curveUnit || lodUnit === curveUnit) return value;
  // μg per tube and μg/mL of solution can't be converted into each other (DOMAIN §9, 8).
  const [from, to] = [contentUnitOf(lodUnit), contentUnitOf(curveUnit)];
  if (from && to && from.byVolume !== to.byVolume)
    throw new LabProblem(
      'outOfRange',
      `${label}的单位${lodUnit}与标准曲线的单位${curveUnit}不一致，请换算为${curveUnit}后填写`,
    );
  return value.times(unitsIn(lodUnit, curveUnit, label));
}

interface Sheet extends SheetContext {
  readonly record: LabRecord;
  readonly family: Family;
  readonly formula: string;
  /** Whether the LOQ was derived from the LOD. */
  readonly derived: boolean;
  /** Unit of the contents. */
  readonly unit: string;
  readonly readings: ReadonlyMap<LabRow['id'], Outcome<Reading>>;
  readonly blanks: readonly LabRow[];
  /** Means of the blanks, cached by the blanks that a row names. */
  readonly means: Map<LabRow['blanks'], Blank>;
  /** Contents of the samples, cached by the blanks that the samples name. */
  readonly batches: Map<string, Contents[]>;
}

interface Blank {
  /** Mean contents of the blanks by channel. */
  readonly contents: Contents;
  readonly each: readonly Contents[];
  /** Number of blanks with a valid content. */
  readonly usable: number;
}

const isPending = (row: LabRow, family: Family): boolean => !family.responses.some((key) => filled(row.readings[key]));

const one = new Decimal(1);

/**
 * Returns the unit in which contents are calculated and its factor from the curve's unit. Formulas for solutions use
 * μg/mL or ng/mL; other formulas use the unit of their layout.
 * @throws LabProblem for a curve whose unit can't be converted
 */
function contentUnitFor(
  { curve }: MethodSheet,
  layout: Layout,
  curveUnit: string | undefined,
): { readonly own: string; readonly units: Decimal; readonly nanograms: boolean } | null {
  const usual = layout.curveUnit ?? curve?.unit;
  if (!usual) return null;
  const given = curveUnit?.trim() || usual;
  const nanograms = layout.family.nanograms === true && (contentUnitOf(given)?.micrograms.equals('0.001') ?? false);
  const own = layout.family.nanograms ? (nanograms ? 'ng/mL' : 'μg/mL') : usual;
  return { own, units: given === own ? one : unitsIn(given, own, '标准曲线'), nanograms };
}

function sheetOf(method: MethodKey, record: LabRecord): Sheet {
  const definition: MethodSheet = methodSheets[method];
  const layout = layoutOf(definition, record.layout);
  const { family } = layout;
  const unit = contentUnitFor(definition, layout, record.curveUnit);
  const lodUnit = record.lodUnit || record.curveUnit;
  const lod = lodOf({ ...record, lodUnit, curveUnit: unit?.own });
  const given = lodOf({ lod: record.loq ?? null, lodUnit, curveUnit: unit?.own }, '定量下限');
  const derived = given === null && lod !== null && definition.detection === 'blanks';
  const context: SheetContext = {
    curve: record.curve ?? null,
    tubes: record.tubes ?? [],
    nanograms: unit?.nanograms ?? false,
    units: unit?.units ?? one,
    lod,
    loq: given ?? (derived ? quantificationOf(lod) : lod),
    settings: record.settings ?? {},
    rows: record.rows,
  };
  const started = record.rows.filter((row) => !isPending(row, family));
  const formula = context.nanograms && !layout.formula.includes('1000') ? `${layout.formula}/1000` : layout.formula;
  return {
    ...context,
    record,
    family,
    derived,
    unit: unit?.own ?? '',
    formula,
    blanks: record.rows.filter(({ blank }) => blank),
    means: new Map(),
    batches: new Map(),
    readings: new Map(started.map((row) => [row.id, attempt(() => family.read(row, context))])),
  };
}

/** Returns the mean of the blanks' contents by channel; a blank with an invalid content is skipped. */
function blankOf(row: LabRow, sheet: Sheet): Blank {
  const held = sheet.means.get(row.blanks);
  if (held) return held;
  const blanks = row.blanks === undefined ? sheet.blanks : sheet.blanks.filter(({ id }) => row.blanks?.includes(id));
  const read = blanks.flatMap(({ id }) => {
    const reading = sheet.readings.get(id);
    return reading?.ok ? [reading.value.contents] : [];
  });
  const channels = [...new Set(read.flatMap((contents) => Object.keys(contents)))];
  const contents = Object.fromEntries(
    channels.map((channel) => [
      channel,
      meanOf(
        read.flatMap((one) => one[channel] ?? []),
        '空白',
      ),
    ]),
  );
  const blank = { contents, each: read, usable: read.length };
  sheet.means.set(row.blanks, blank);
  return blank;
}

const batchOf = ({ blanks }: LabRow): string => blanks?.join() ?? '';

/** Returns the contents of the samples with the same blanks as a row, the row included. */
function gainsOf(row: LabRow, { record, readings, batches }: Sheet): readonly Contents[] {
  if (batches.size === 0) {
    for (const one of record.rows) {
      const reading = one.blank ? undefined : readings.get(one.id);
      if (reading?.ok) {
        const held = batches.get(batchOf(one));
        if (held) held.push(reading.value.contents);
        else batches.set(batchOf(one), [reading.value.contents]);
      }
    }
  }
  return batches.get(batchOf(row)) ?? [];
}

function blankRemarks(row: LabRow, usable: number, sheet: Sheet): Note[] {
  const wanted = sheet.settings.blanks ?? blanksPerBatch;
  const own = filled(row.readings['blankResponse']) || filled(row.readings['blankLoss']);
  const short = sheet.family.blanks && sheet.record.variant === 'ordinary' && !own && usable < wanted;
  return short
    ? [
        {
          level: 'warning',
          message: usable === 0 ? '没有可用的空白，结果未扣除空白' : `可用的空白${usable}个，少于${wanted}个`,
        },
      ]
    : [];
}

/** Converts an amount to the row's unit: concentration in air, or per sample where the air volume is unknown. */
function valueBy(
  measured: Measured,
  volume: Decimal | null,
  sheet: Sheet,
): { value: (amount: Decimal) => Decimal; unit: string } {
  const { direct, massOf = (amount: Decimal) => amount, solution } = measured;
  if (direct) return { value: direct, unit: measured.unit ?? 'mg/m³' };
  if (volume) return { value: (amount) => airConcentration(massOf(amount), volume), unit: 'mg/m³' };
  if (sheet.record.variant === 'ordinary') throw new LabProblem('missing', '缺少采样体积，请先在采样记录中补全');
  const unit = sheet.record.incomingUnit ?? 'μg/样品';
  if (unit === 'μg/样品') return { value: massOf, unit };
  if (!solution) throw new LabProblem('missing', `没有溶液体积，不能以${unit}报出，请改用μg/样品`);
  return { value: (amount) => massOf(amount).dividedBy(solution), unit };
}

/** Warns the signer where the amount lies between LOD and LOQ. */
function betweenLimits({ amount }: Measured, { lod, loq, derived }: Sheet): Note[] {
  const between =
    lod !== null &&
    loq !== null &&
    settled(amount).greaterThanOrEqualTo(settled(lod)) &&
    settled(amount).lessThan(settled(loq));
  return between
    ? [{ level: 'info', message: `测得量介于检出限与定量下限之间${derived ? '（定量下限按检出限的10/3计）' : ''}` }]
    : [];
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

const isContent = (key: string): boolean => /content$/i.test(key);
/** Returns whether a blank contains nothing, or less than the detection limit. */
const isUndetected = (value: Decimal, contents: Contents, lod: Decimal | null): boolean =>
  contents['censored'] !== undefined ||
  !value.greaterThan(0) ||
  (lod !== null && settled(value).lessThan(settled(lod)));

function blankResult(row: LabRow, { contents, notes }: Reading, { lod, family }: Sheet): RowResult {
  // A blank lighter than the first tube contains less than that tube, so it counts as not detected.
  const found =
    lod !== null &&
    !contents['censored'] &&
    Object.entries(contents).some(
      ([key, value]) => isContent(key) && settled(notBelowZero(value)).greaterThanOrEqualTo(lod),
    );
  const high: Note[] = found ? [{ level: 'warning', message: '空白高于检出限' }] : [];
  const computed = textsOf(contents, family);
  if (by331(row))
    for (const [key, value] of Object.entries(contents))
      if (isContent(key) && isUndetected(value, contents, lod)) computed[key] = notDetected;
  return { state: 'blank', id: row.id, computed, raw: rawsOf(contents), notes: [...notes, ...high] };
}

function measureRow(row: LabRow, reading: Reading, sheet: Sheet): RowResult {
  const blank = blankOf(row, sheet);
  const volume = sheet.family.air ? rowVolume(row) : null;
  const { checkBatch } = sheet.family;
  if (checkBatch) checkBatch(row, gainsOf(row, sheet), blank.each);
  const measured = sheet.family.measure(row, reading, blank.contents, sheet);
  const notes = [...measured.notes, ...blankRemarks(row, blank.usable, sheet)];
  if (measured.taken) {
    const { taken } = measured;
    return {
      id: row.id,
      notes,
      state: 'done',
      computed: { reported: taken.text },
      raw: {},
      result: taken,
      unit: measured.unit ?? '',
      minimum: null,
      working: () => null,
    };
  }
  const { value, unit } = valueBy(measured, volume, sheet);
  const strict = by331(row);
  const found = strict
    ? resultBy331(measured, value, unit, sheet, row.limitDecimals?.[unit])
    : resultBefore331(measured, value, unit, sheet);
  const { result, minimum, raw } = found;
  const computed = Object.assign(textsOf(measured.computed, sheet.family), measured.texts);
  const raws = rawsOf(measured.computed);
  if (volume) {
    computed['standardVolume'] = roundSignificant(settled(volume), 3);
    raws['standardVolume'] = settled(volume).toString();
  }
  computed['concentration'] = shownContent(raw);
  raws['concentration'] = settled(raw).toString();
  computed['reported'] = result.text;
  if (minimum) {
    const text = minimum.result.text.slice(1);
    computed['minimum'] = result.censored ? text : minimumBeside(text, minimum.bound, result.text);
    raws['minimum'] = settled(minimum.bound).toString();
  }
  return {
    id: row.id,
    notes: strict ? [...notes, ...betweenLimits(measured, sheet)] : notes,
    state: 'done',
    computed,
    raw: raws,
    result,
    unit,
    minimum: minimum ? { ...minimum.result, text: `<${computed['minimum'] ?? ''}` } : null,
    working: () => workingOfRow(row, measured, found, { sheet, volume, unit }),
  };
}

/** Returns V0 as an input of the printed working. */
const airInput = (volume: Decimal | null): WorkingInput[] =>
  volume
    ? [
        {
          symbol: 'V0',
          label: '标准采样体积',
          shown: roundSignificant(settled(volume), 3),
          raw: settled(volume).toString(),
          unit: 'L',
        },
      ]
    : [];

/** Explains why a result has `<`, with the volume of its minimum (GBZ 331-2024 5.2.8.4 b). */
function whyCensored(result: Result, measured: Measured, volume: Decimal | null, strict: boolean): string {
  const shown = result.text.slice(1);
  if (!strict) return `测得量低于检出限，报出小于最低检出浓度${shown}`;
  const at = volume ? `（采样体积${roundSignificant(settled(volume), 3)} L）` : '';
  const what =
    measured.whyBelow ??
    (measured.least ? '增量低于最小称量增量' : measured.below ? '颜色浅于首管' : '测得量低于定量下限');
  return `${what}，报出小于最低定量浓度${shown}${at}，最低定量浓度进位取两位有效数字`;
}

function workingOfRow(
  row: LabRow,
  measured: Measured,
  found: Found,
  { sheet, volume, unit }: { readonly sheet: Sheet; readonly volume: Decimal | null; readonly unit: string },
): Working | null {
  const expression = row.readings['expression'];
  const own = withFactors(
    measured.formula ?? (sheet.formula || (filled(expression) ? `C=${expression}` : '')),
    measured.times ?? [],
    measured.by ?? [],
  );
  const formula = sheet.family.air && !volume ? withoutAir(own, unit) : own;
  if (formula === '') return null;
  const { result, minimum, raw, round } = found;
  const strict = by331(row);
  const { amount } = sheet.family;
  const label = measured.whyBelow ? '探测下限' : measured.least ? '最小称量增量' : strict ? '定量下限' : '检出限';
  const least: Worked['least'] = minimum
    ? {
        amount: amount ?? formula,
        symbol: strict ? 'LOQ' : 'LOD',
        label,
        value: minimum.amount,
        unit: sheet.unit,
        minimum: minimum.bound,
        why: whyCensored(result, measured, volume, strict),
      }
    : undefined;
  return workingOf({
    formula,
    inputs: [...measured.inputs(), ...airInput(volume)],
    raw,
    result,
    unit,
    round,
    ...(least ? { least } : {}),
  });
}

/** Returns V0 of a row without a result; V0 is known before the measurement. */
function airOf(row: LabRow, { family }: Sheet): Record<string, string> {
  const volume = family.air && !row.blank ? attempt(() => rowVolume(row)) : null;
  return volume?.ok && volume.value ? { standardVolume: roundSignificant(settled(volume.value), 3) } : {};
}

function calculateRow(row: LabRow, sheet: Sheet): RowResult {
  const reading = sheet.readings.get(row.id);
  if (!reading) return { state: 'pending', id: row.id, computed: airOf(row, sheet), raw: {}, notes: [] };
  if (!reading.ok)
    return { state: 'problem', id: row.id, computed: airOf(row, sheet), raw: {}, notes: [], problem: reading.problem };
  const { contents } = reading.value;
  const outcome = attempt(() =>
    row.blank ? blankResult(row, reading.value, sheet) : measureRow(row, reading.value, sheet),
  );
  return outcome.ok
    ? outcome.value
    : {
        state: 'problem',
        id: row.id,
        computed: { ...textsOf(contents, sheet.family), ...airOf(row, sheet) },
        raw: rawsOf(contents),
        notes: [],
        problem: outcome.problem,
      };
}

/**
 * Calculates a sheet. The grid calls it at each keystroke and the server at each save. It never throws for typed
 * values: a row that can't be calculated contains the reason and the remedy, and the other rows are calculated.
 *
 * Units: V and V0 are in L, contents in the curve's unit, and results in mg/m³. A result of an incoming sample
 * without V0 is in the record's unit, a share is in %.
 * @throws LabProblem where the sheet as a whole is invalid, e.g. a detection limit that is not above 0
 */
export function calculate(method: MethodKey, record: LabRecord): RecordResult {
  const sheet = sheetOf(method, record);
  const rows = record.rows.map((row) => calculateRow(row, sheet));
  return {
    rows,
    complete:
      rows.length > 0 &&
      rows.every(
        (row) => (row.state === 'done' || row.state === 'blank') && row.notes.every(({ level }) => level !== 'error'),
      ),
  };
}
