import { efficiencyOf } from '@contract/arithmetic/air/airConcentration';
import { detectionLimit, minBlankCount } from '@contract/arithmetic/curves/detectionLimits';
import { readCurve } from '@contract/arithmetic/curves/readCurve';
import { outcomeOfCalculation, CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import { Decimal, numberOf, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import { roundSignificant } from '@contract/arithmetic/numbers/roundingRules';
import { curveOf } from '../curves/storedCurve';
import { lodOf } from '../methods/calculation/calculateRecord';
import type { Readings } from '../methods/calculation/labRecord';
import { isFilledIn } from '../methods/calculation/methodFamily';
import { rowVolume } from '../methods/calculation/rowVolume';
import { detectionOf, detectionOfIncrement, detectionOfTube } from '../methods/sheets/detectionColumns';
import { type Column, inputColumn } from '../methods/sheets/methodSheet';
import { type LabWork, layoutOfSheet, recordOf, sheetOf } from '../sheets/labWork';
import { labDetectionTexts } from './detectionTexts';
import { valuesIn } from './efficiencyDetermination';

// Detection limit of a record's method: its inputs and the computed limits. The page computes them during input, the
// server at each save.

type DeterminationWork = Pick<LabWork, 'sheet' | 'method' | 'curve' | 'item'>;

type DetectionSort = 'blanks' | 'tube' | 'increment';

export interface DetectionForm {
  readonly sort: DetectionSort;
  /** Unit of the detection limit. */
  readonly unit: string;
  /** Inputs besides the blanks. */
  readonly inputs: readonly Column[];
}

const maxBlanks = 100;
const airVolumeInput = inputColumn('airVolume', '采样体积', 'L');
/** Readings of the record on which the minimum concentration also depends. */
const readings = [
  inputColumn('solutionVolume', '试样体积', 'mL'),
  inputColumn('gasVolume', '解吸气体积', 'mL'),
  inputColumn('totalVolume', '样品溶液总体积', 'mL'),
  inputColumn('takenVolume', '取样体积', 'mL'),
  inputColumn('efficiency', '解吸/洗脱效率', '%'),
  inputColumn('factor', '换算系数'),
];

const isDirect = (work: DeterminationWork): boolean => layoutOfSheet(work.sheet).key === 'direct';
const curveUnitOf = ({ sheet, curve }: DeterminationWork): string =>
  curve?.unit || (layoutOfSheet(sheet).curveUnit ?? sheetOf(sheet).curve?.unit ?? '');

/** Returns the form for the detection limit; null where the method has no detection limit to determine. */
export function detectionFormOf(detectionSort: DeterminationWork): DetectionForm | null {
  const sort = sheetOf(detectionSort.sheet).detection;
  if (!sort) return null;
  if (sort === 'tube')
    return {
      sort,
      unit: 'μg',
      inputs: [
        inputColumn('tube', '可辨别最低管含量', 'μg'),
        inputColumn('totalVolume', '溶液总体积', 'mL'),
        inputColumn('takenVolume', '取样体积', 'mL'),
        airVolumeInput,
      ],
    };
  if (sort === 'increment')
    return { sort, unit: 'mg', inputs: [inputColumn('increment', '最小增量', 'mg'), airVolumeInput] };
  const { columns } = layoutOfSheet(detectionSort.sheet);
  return {
    sort,
    unit: curveUnitOf(detectionSort),
    inputs: [
      ...readings.filter(({ key }) => columns.includes(key)),
      ...(isDirect(detectionSort) ? [] : [airVolumeInput]),
    ],
  };
}

/**
 * Returns 方法检出限 of the library in the form's unit; for tubes and balances the 最低检出浓度, mg/m³. It is null where the
 * library states none.
 */
export function libraryLimit(determinationWork: DeterminationWork): string | null {
  const { item } = determinationWork;
  const form = detectionFormOf(determinationWork);
  if (!item || !form) return null;
  if (form.sort !== 'blanks') return item.minConc;
  const lodOutcome = outcomeOfCalculation(() => lodOf({ lod: item.lod, lodUnit: item.lodUnit, curveUnit: form.unit }));
  return lodOutcome.ok && lodOutcome.value ? lodOutcome.value.toString() : null;
}

/** Splits typed or pasted values of blanks. */
export const blankTexts = valuesIn;

function blanksOf(text: string | null | undefined): Decimal[] {
  const blankValues = blankTexts(text);
  if (blankValues.length > maxBlanks) throw new CalculationProblem('outOfRange', labDetectionTexts.tooMany(maxBlanks));
  return blankValues.map((part, index) => {
    const number = outcomeOfCalculation(() => numberOf(part, '空白测定值'));
    if (!number.ok) throw new CalculationProblem('notNumber', labDetectionTexts.notNumber(index + 1, part));
    return number.value;
  });
}

interface DetectionOutcome {
  /** Texts of the calculated fields: mean, sd, lod, loq, minimum, minimumQuantity, meets. */
  readonly computed: Readonly<Record<string, string>>;
  /** Detection limit in the form's unit, with as many digits as a record stores. */
  readonly lod: string | null;
  readonly loq: string | null;
  readonly problem: string | null;
}

const storedText = (value: Decimal): string => withoutCalculationNoise(value).toDecimalPlaces(10).toString();

/** Maximum number of digits of a typed detection limit; a limit with more digits was calculated. */
const typedDigits = 4;

/** Formats a record's detection limit. A calculated limit is stored with all digits and shown with two. */
export function shownLimit(lod: string): string {
  const parsedLimit = outcomeOfCalculation(() => numberOf(lod, '检出限'));
  return parsedLimit.ok && parsedLimit.value.precision() > typedDigits
    ? roundSignificant(withoutCalculationNoise(parsedLimit.value), 2)
    : lod;
}

function ofBlanks(determinationWork: DeterminationWork, form: DetectionForm, values: Readings): DetectionOutcome {
  const curve = curveOf(determinationWork.curve);
  if (!curve) throw new CalculationProblem('missing', labDetectionTexts.noCurve);
  const blanks = blanksOf(values['blanks']);
  // The mV of an electrode are logarithmic, so its blanks are converted to contents before their spread is
  // calculated.
  const semiLog = curve.kind === 'semiLog' && blanks.length >= minBlankCount;
  const blankReadings = semiLog ? blanks.map((blank) => readCurve(curve, blank).content) : blanks;
  const slope = semiLog ? 1 : curve.b;
  const { mean, sd, lod, loq } = detectionLimit(blankReadings, slope);
  // These values do not depend on the volumes, so they are shown before the volumes are complete.
  const first = {
    mean: roundSignificant(withoutCalculationNoise(mean), 3),
    sd: roundSignificant(withoutCalculationNoise(sd), 3),
    lod: roundSignificant(withoutCalculationNoise(lod), 2),
    loq: roundSignificant(withoutCalculationNoise(loq), 2),
  };
  const limitOutcome = outcomeOfCalculation(() => {
    const { optional = [] } = layoutOfSheet(determinationWork.sheet);
    const requestedInputs = form.inputs.filter(
      ({ key }) => key !== 'factor' && (isFilledIn(values[key]) || !optional.includes(key)),
    );
    if (requestedInputs.some(({ key }) => key === 'efficiency')) efficiencyOf(values['efficiency'], '解吸/洗脱效率');
    for (const { key, label } of requestedInputs) numberOf(values[key], label, { above: '0' });
    return detectionOf({
      blanks: blankReadings,
      slope,
      unit: curveUnitOf(determinationWork),
      solutionVolume: values['solutionVolume'] ?? values['gasVolume'],
      totalVolume: values['totalVolume'],
      aliquotVolume: values['takenVolume'],
      efficiency: values['efficiency'],
      factor: values['factor'],
      airVolume: values['airVolume'],
      direct: isDirect(determinationWork),
      methodLod: libraryLimit(determinationWork) ?? values['methodLod'],
    }).computed;
  });
  return {
    computed: limitOutcome.ok ? limitOutcome.value : first,
    lod: storedText(lod),
    loq: storedText(loq),
    problem: limitOutcome.ok ? null : limitOutcome.problem.message,
  };
}

const comparisonText = (minimum: string, methodMinimum: string | null): string =>
  methodMinimum === null
    ? ''
    : numberOf(minimum, '最低检出浓度').lessThanOrEqualTo(numberOf(methodMinimum, '方法最低检出浓度'))
      ? '满足'
      : '不满足';

/**
 * Computes the form. It never throws for typed values: `problem` is the reason why it can't be calculated. Only
 * inputs of the form are used.
 */
export function detectionOutcome(determinationWork: DeterminationWork, givenReadings: Readings): DetectionOutcome {
  const form = detectionFormOf(determinationWork);
  if (!form) return { computed: {}, lod: null, loq: null, problem: labDetectionTexts.noDetection };
  const allowedKeys = new Set([...form.inputs.map(({ key }) => key), 'blanks', 'methodLod']);
  const values: Readings = Object.fromEntries(
    Object.entries(givenReadings).filter(([key, text]) => allowedKeys.has(key) && isFilledIn(text)),
  );
  const outcome = outcomeOfCalculation((): DetectionOutcome => {
    if (form.sort === 'blanks') return ofBlanks(determinationWork, form, values);
    const tube = form.sort === 'tube';
    const minimum = tube
      ? detectionOfTube(
          values['tube'] ?? '',
          values['totalVolume'] ?? '',
          values['takenVolume'] ?? '',
          values['airVolume'] ?? '',
        )
      : detectionOfIncrement(values['increment'] ?? '', values['airVolume'] ?? '');
    return {
      computed: { minimum, meets: comparisonText(minimum, libraryLimit(determinationWork)) },
      lod: storedText(numberOf(values[tube ? 'tube' : 'increment'], '检出限')),
      loq: null,
      problem: null,
    };
  });
  return outcome.ok ? outcome.value : { computed: {}, lod: null, loq: null, problem: outcome.problem.message };
}

/**
 * Returns default inputs: those of the record's first sample that has them, and its air volume.
 * @param tubes contents of the standard series, μg
 */
export function detectionDefaults(
  work: DeterminationWork & Pick<LabWork, 'rows'>,
  tubes: readonly string[] = [],
): Record<string, string> {
  const form = detectionFormOf(work);
  if (!form) return {};
  const record = recordOf(work, work.rows);
  const samples = work.rows.filter(({ rowKind }) => rowKind !== 'blank');
  const offeredReadings: Record<string, string> = {};
  for (const { key } of form.inputs) {
    const text =
      key === 'airVolume' ? '' : samples.map(({ readings: sampleReadings }) => sampleReadings[key]).find(isFilledIn);
    if (text) offeredReadings[key] = text;
  }
  const volumes = outcomeOfCalculation(() =>
    record.rows.filter(({ blank }) => !blank).flatMap((row) => rowVolume(row) ?? []),
  );
  if (form.inputs.includes(airVolumeInput) && volumes.ok && volumes.value[0])
    offeredReadings['airVolume'] = roundSignificant(withoutCalculationNoise(volumes.value[0]), 3);
  const seenTubes = tubes
    .map((tube) => new Decimal(tube))
    .filter((tube) => tube.greaterThan(0))
    .sort((a, b) => a.comparedTo(b));
  if (form.sort === 'tube' && seenTubes[0]) offeredReadings['tube'] = seenTubes[0].toString();
  return offeredReadings;
}
