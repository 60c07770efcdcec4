import { airConcentration } from '@contract/arithmetic/air/airConcentration';
import { contentUnitOf, unitConversionFactor } from '@contract/arithmetic/air/contentUnit';
import { blanksPerBatch } from '@contract/arithmetic/air/fieldSampleNumber';
import { quantificationLimitOf } from '@contract/arithmetic/curves/detectionLimits';
import {
  outcomeOfCalculation,
  CalculationProblem,
  type Outcome,
} from '@contract/arithmetic/numbers/calculationProblem';
import { minimumTextBesideResult } from '@contract/arithmetic/numbers/censoredResults';
import { Decimal, meanOf, numberOf, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import { roundSignificant } from '@contract/arithmetic/numbers/roundingRules';
import type { MethodKey } from '../methodCatalogue';
import { type Layout, layoutOf, type MethodSheet } from '../sheets/methodSheet';
import { methodSheets } from '../sheets/methodSheets';
import type { LabRecord, LabRow, Note, RecordResult, RowResult } from './labRecord';
import {
  followsGbz331,
  type Contents,
  type CalculationFamily,
  isFilledIn,
  type MeasuredAmount,
  notBelowZero,
  type Reading,
  type SheetContext,
  shownContent,
  zero,
} from './methodFamily';
import { resultBefore331, resultBy331 } from './resultByEdition';
import { rowVolume } from './rowVolume';
import { workingOfRow } from './rowWorking';
import { notDetected } from './solutionFamily';

/**
 * Converts the detection limit to the unit of the curve.
 * @returns null for an empty detection limit
 * @throws CalculationProblem where it is not above 0, or is per volume of solution while the curve is per tube (or the
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
  if (from && to && from.isPerVolume !== to.isPerVolume)
    throw new CalculationProblem(
      'outOfRange',
      `${label}的单位${lodUnit}与标准曲线的单位${curveUnit}不一致，请换算为${curveUnit}后填写`,
    );
  return value.times(unitConversionFactor(lodUnit, curveUnit, label));
}

interface RecordCalculation extends SheetContext {
  readonly record: LabRecord;
  readonly family: CalculationFamily;
  readonly formula: string;
  /** Whether the LOQ was derived from the LOD. */
  readonly isLoqDerived: boolean;
  /** Unit of the contents. */
  readonly unit: string;
  readonly readings: ReadonlyMap<LabRow['id'], Outcome<Reading>>;
  readonly blanks: readonly LabRow[];
  /** Means of the blanks, cached by the blanks that a row names. */
  readonly blankMeans: Map<LabRow['blanks'], BlankContents>;
  /** Contents of the samples, cached by the blanks that the samples name. */
  readonly batches: Map<string, Contents[]>;
}

interface BlankContents {
  /** Mean contents of the blanks by channel. */
  readonly contents: Contents;
  readonly contentsOfEach: readonly Contents[];
  /** Number of blanks with a valid content. */
  readonly usableCount: number;
}

const isPending = (row: LabRow, family: CalculationFamily): boolean =>
  !family.responses.some((key) => isFilledIn(row.readings[key]));

const decimalOne = new Decimal(1);

/**
 * Returns the unit in which contents are calculated and its factor from the curve's unit. Formulas for solutions use
 * μg/mL or ng/mL; other formulas use the unit of their layout.
 * @throws CalculationProblem for a curve whose unit can't be converted
 */
function contentUnitFor(
  { curve }: MethodSheet,
  layout: Layout,
  curveUnit: string | undefined,
): { readonly unit: string; readonly factor: Decimal; readonly nanograms: boolean } | null {
  const usualUnit = layout.curveUnit ?? curve?.unit;
  if (!usualUnit) return null;
  const givenUnit = curveUnit?.trim() || usualUnit;
  const nanograms =
    layout.family.acceptsNanograms === true && (contentUnitOf(givenUnit)?.microgramsPerUnit.equals('0.001') ?? false);
  const ownUnit = layout.family.acceptsNanograms ? (nanograms ? 'ng/mL' : 'μg/mL') : usualUnit;
  return {
    unit: ownUnit,
    factor: givenUnit === ownUnit ? decimalOne : unitConversionFactor(givenUnit, ownUnit, '标准曲线'),
    nanograms,
  };
}

function sheetOf(method: MethodKey, record: LabRecord): RecordCalculation {
  const definition: MethodSheet = methodSheets[method];
  const layout = layoutOf(definition, record.layout);
  const { family } = layout;
  const unit = contentUnitFor(definition, layout, record.curveUnit);
  const lodUnit = record.lodUnit || record.curveUnit;
  const lod = lodOf({ ...record, lodUnit, curveUnit: unit?.unit });
  const givenLoq = lodOf({ lod: record.loq ?? null, lodUnit, curveUnit: unit?.unit }, '定量下限');
  const isDerived = givenLoq === null && lod !== null && definition.detection === 'blanks';
  const context: SheetContext = {
    curve: record.curve ?? null,
    tubes: record.tubes ?? [],
    contentsInNanograms: unit?.nanograms ?? false,
    curveUnitFactor: unit?.factor ?? decimalOne,
    lod,
    loq: givenLoq ?? (isDerived ? quantificationLimitOf(lod) : lod),
    settings: record.settings ?? {},
    rows: record.rows,
  };
  const startedLabRows = record.rows.filter((row) => !isPending(row, family));
  const formula =
    context.contentsInNanograms && !layout.formula.includes('1000') ? `${layout.formula}/1000` : layout.formula;
  return {
    ...context,
    record,
    family,
    isLoqDerived: isDerived,
    unit: unit?.unit ?? '',
    formula,
    blanks: record.rows.filter(({ blank }) => blank),
    blankMeans: new Map(),
    batches: new Map(),
    readings: new Map(
      startedLabRows.map((row) => [row.id, outcomeOfCalculation(() => family.readContents(row, context))]),
    ),
  };
}

/** Returns the mean of the blanks' contents by channel; a blank with an invalid content is skipped. */
function blankOf(row: LabRow, sheet: RecordCalculation): BlankContents {
  const cachedMeans = sheet.blankMeans.get(row.blanks);
  if (cachedMeans) return cachedMeans;
  const blanks = row.blanks === undefined ? sheet.blanks : sheet.blanks.filter(({ id }) => row.blanks?.includes(id));
  const contentsOfBlanks = blanks.flatMap(({ id }) => {
    const reading = sheet.readings.get(id);
    return reading?.ok ? [reading.value.contents] : [];
  });
  const channels = [...new Set(contentsOfBlanks.flatMap((contents) => Object.keys(contents)))];
  const contents = Object.fromEntries(
    channels.map((channel) => [
      channel,
      meanOf(
        contentsOfBlanks.flatMap((blankContents) => blankContents[channel] ?? []),
        '空白',
      ),
    ]),
  );
  const blank = { contents, contentsOfEach: contentsOfBlanks, usableCount: contentsOfBlanks.length };
  sheet.blankMeans.set(row.blanks, blank);
  return blank;
}

const batchOf = ({ blanks }: LabRow): string => blanks?.join() ?? '';

/** Returns the contents of the samples with the same blanks as a row, the row included. */
function batchContentsOf(row: LabRow, { record, readings, batches }: RecordCalculation): readonly Contents[] {
  if (batches.size === 0) {
    for (const recordRow of record.rows) {
      const reading = recordRow.blank ? undefined : readings.get(recordRow.id);
      if (reading?.ok) {
        const batch = batches.get(batchOf(recordRow));
        if (batch) batch.push(reading.value.contents);
        else batches.set(batchOf(recordRow), [reading.value.contents]);
      }
    }
  }
  return batches.get(batchOf(row)) ?? [];
}

function blankRemarks(row: LabRow, usableBlanks: number, sheet: RecordCalculation): Note[] {
  const requiredBlanks = sheet.settings.blanks ?? blanksPerBatch;
  const hasOwnBlank = isFilledIn(row.readings['blankResponse']) || isFilledIn(row.readings['blankLoss']);
  const tooFewBlanks =
    sheet.family.subtractsBlanks &&
    sheet.record.variant === 'ordinary' &&
    !hasOwnBlank &&
    usableBlanks < requiredBlanks;
  return tooFewBlanks
    ? [
        {
          level: 'warning',
          message:
            usableBlanks === 0
              ? '没有可用的空白，结果未扣除空白'
              : `可用的空白${usableBlanks}个，少于${requiredBlanks}个`,
        },
      ]
    : [];
}

/** Converts an amount to the row's unit: concentration in air, or per sample where the air volume is unknown. */
function valueBy(
  measurement: MeasuredAmount,
  volume: Decimal | null,
  sheet: RecordCalculation,
): { value: (amount: Decimal) => Decimal; unit: string } {
  const { convertToResult, massOf = (amount: Decimal) => amount, solutionVolume } = measurement;
  if (convertToResult) return { value: convertToResult, unit: measurement.unit ?? 'mg/m³' };
  if (volume) return { value: (amount) => airConcentration(massOf(amount), volume), unit: 'mg/m³' };
  if (sheet.record.variant === 'ordinary')
    throw new CalculationProblem('missing', '缺少采样体积，请先在采样记录中补全');
  const unit = sheet.record.incomingUnit ?? 'μg/样品';
  if (unit === 'μg/样品') return { value: massOf, unit };
  if (!solutionVolume) throw new CalculationProblem('missing', `没有溶液体积，不能以${unit}报出，请改用μg/样品`);
  return { value: (amount) => massOf(amount).dividedBy(solutionVolume), unit };
}

/** Warns the signer where the amount lies between LOD and LOQ. */
function betweenLimits({ amount }: MeasuredAmount, { lod, loq, isLoqDerived }: RecordCalculation): Note[] {
  const isBetween =
    lod !== null &&
    loq !== null &&
    withoutCalculationNoise(amount).greaterThanOrEqualTo(withoutCalculationNoise(lod)) &&
    withoutCalculationNoise(amount).lessThan(withoutCalculationNoise(loq));
  return isBetween
    ? [
        {
          level: 'info',
          message: `测得量介于检出限与定量下限之间${isLoqDerived ? '（定量下限按检出限的10/3计）' : ''}`,
        },
      ]
    : [];
}

function textsOf(contents: Contents, { formatIntermediate = shownContent }: CalculationFamily): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const key in contents) texts[key] = formatIntermediate(contents[key] ?? zero);
  return texts;
}
function rawsOf(contents: Contents): Record<string, string> {
  const raws: Record<string, string> = {};
  for (const key in contents) raws[key] = withoutCalculationNoise(contents[key] ?? zero).toString();
  return raws;
}

const isContent = (key: string): boolean => /content$/i.test(key);
/** Returns whether a blank contains nothing, or less than the detection limit. */
const isUndetected = (value: Decimal, contents: Contents, lod: Decimal | null): boolean =>
  contents['censored'] !== undefined ||
  !value.greaterThan(0) ||
  (lod !== null && withoutCalculationNoise(value).lessThan(withoutCalculationNoise(lod)));

function blankResult(row: LabRow, { contents, notes }: Reading, { lod, family }: RecordCalculation): RowResult {
  // A blank lighter than the first tube contains less than that tube, so it counts as not detected.
  const blankIsFound =
    lod !== null &&
    !contents['censored'] &&
    Object.entries(contents).some(
      ([key, value]) => isContent(key) && withoutCalculationNoise(notBelowZero(value)).greaterThanOrEqualTo(lod),
    );
  const highBlankNotes: Note[] = blankIsFound ? [{ level: 'warning', message: '空白高于检出限' }] : [];
  const computedTexts = textsOf(contents, family);
  if (followsGbz331(row))
    for (const [key, value] of Object.entries(contents))
      if (isContent(key) && isUndetected(value, contents, lod)) computedTexts[key] = notDetected;
  return {
    state: 'blank',
    id: row.id,
    computed: computedTexts,
    raw: rawsOf(contents),
    notes: [...notes, ...highBlankNotes],
  };
}

function measureRow(row: LabRow, reading: Reading, sheet: RecordCalculation): RowResult {
  const blank = blankOf(row, sheet);
  const volume = sheet.family.dependsOnAirVolume ? rowVolume(row) : null;
  const { checkBatch } = sheet.family;
  if (checkBatch) checkBatch(row, batchContentsOf(row, sheet), blank.contentsOfEach);
  const measurement = sheet.family.measure(row, reading, blank.contents, sheet);
  const allNotes = [...measurement.notes, ...blankRemarks(row, blank.usableCount, sheet)];
  if (measurement.copiedResult) {
    const { copiedResult } = measurement;
    return {
      id: row.id,
      notes: allNotes,
      state: 'done',
      computed: { reported: copiedResult.text },
      raw: {},
      result: copiedResult,
      unit: measurement.unit ?? '',
      minimum: null,
      working: () => null,
    };
  }
  const { value, unit } = valueBy(measurement, volume, sheet);
  const isStrict = followsGbz331(row);
  const unrounded = isStrict
    ? resultBy331(measurement, value, unit, sheet, row.resultDecimals?.[unit])
    : resultBefore331(measurement, value, unit, sheet);
  const { result, minimum, raw } = unrounded;
  const computedTexts = Object.assign(textsOf(measurement.computed, sheet.family), measurement.texts);
  const raws = rawsOf(measurement.computed);
  if (volume) {
    computedTexts['standardVolume'] = roundSignificant(withoutCalculationNoise(volume), 3);
    raws['standardVolume'] = withoutCalculationNoise(volume).toString();
  }
  computedTexts['concentration'] = shownContent(raw);
  raws['concentration'] = withoutCalculationNoise(raw).toString();
  computedTexts['reported'] = result.text;
  if (minimum) {
    const text = minimum.result.text.slice(1);
    computedTexts['minimum'] = result.censored ? text : minimumTextBesideResult(text, minimum.bound, result.text);
    raws['minimum'] = withoutCalculationNoise(minimum.bound).toString();
  }
  return {
    id: row.id,
    notes: isStrict ? [...allNotes, ...betweenLimits(measurement, sheet)] : allNotes,
    state: 'done',
    computed: computedTexts,
    raw: raws,
    result,
    unit,
    minimum: minimum ? { ...minimum.result, text: `<${computedTexts['minimum'] ?? ''}` } : null,
    working: () => workingOfRow(row, measurement, unrounded, { ...sheet, contentUnit: sheet.unit, volume, unit }),
  };
}

/** Returns V0 of a row without a result; V0 is known before the measurement. */
function airOf(row: LabRow, { family }: RecordCalculation): Record<string, string> {
  const volume = family.dependsOnAirVolume && !row.blank ? outcomeOfCalculation(() => rowVolume(row)) : null;
  return volume?.ok && volume.value
    ? { standardVolume: roundSignificant(withoutCalculationNoise(volume.value), 3) }
    : {};
}

function calculateRow(row: LabRow, sheet: RecordCalculation): RowResult {
  const reading = sheet.readings.get(row.id);
  if (!reading) return { state: 'pending', id: row.id, computed: airOf(row, sheet), raw: {}, notes: [] };
  if (!reading.ok)
    return { state: 'problem', id: row.id, computed: airOf(row, sheet), raw: {}, notes: [], problem: reading.problem };
  const { contents } = reading.value;
  const outcome = outcomeOfCalculation(() =>
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
 * @throws CalculationProblem where the sheet as a whole is invalid, e.g. a detection limit that is not above 0
 */
export function calculateRecord(method: MethodKey, record: LabRecord): RecordResult {
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
