import { readCurve } from '@contract/arithmetic/curves/readCurve';
import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import { type Decimal, meanOf, numberOf, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import { checkOffers } from '../checks/checkOffers';
import { shownContent } from '../methods/calculation/methodFamily';
import type { CheckContext } from '../methods/sheets/methodChecks';
import type { LabWork } from '../sheets/labWork';
import { contentInUnit, type RunCheckReadings } from './runCurves';

// Values of checks from the readings of a run: blanks, parallels, recovery of spiked samples, contents of control
// samples.

type CheckedWork = Pick<LabWork, 'sheet' | 'method' | 'curve' | 'rows'>;
type CheckValues = Readonly<Record<string, string>>;

const meanResponse = (responses: readonly string[]): Decimal =>
  withoutCalculationNoise(
    meanOf(
      responses.map((response) => numberOf(response, '响应值')),
      '响应值',
    ),
  );

/** Assigns the responses of an injection to the readings of a row; their mean where the row has fewer readings. */
function readingsOf(keys: readonly string[], responses: readonly string[]): CheckValues {
  if (responses.length > keys.length) return { [keys[0] ?? '']: meanResponse(responses).toString() };
  return Object.fromEntries(responses.map((response, index) => [keys[index] ?? '', response]));
}

/** Returns the check of a reagent blank: its response, the mean of several. */
export const solventValues = (responses: readonly string[]): CheckValues => ({
  response: responses.length === 1 ? (responses[0] ?? '') : meanResponse(responses).toString(),
});

/**
 * Returns the checks of a kind that the rows of a record give for some of its samples: the readings of field blanks,
 * and the results of parallels. A row without a result gives none.
 * @param sampleIds ids of the samples
 */
export function valuesOfRows(
  checkedWork: CheckedWork,
  kind: 'blank' | 'parallel',
  sampleIds: ReadonlySet<number>,
): readonly { readonly sampleNo: string; readonly values: CheckValues }[] {
  const names = new Set(checkedWork.rows.flatMap(({ sample, sampleNo }) => (sampleIds.has(sample) ? [sampleNo] : [])));
  if (!names.size) return [];
  return checkOffers(kind, checkedWork).filter(({ sampleNo, refused }) => refused === null && names.has(sampleNo));
}

const definedOnly = (values: Readonly<Record<string, string | null | undefined>>): CheckValues =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])));

/**
 * Returns the check of a spiked sample: the mass in the sample and the mass with the spike are calculated alike, with
 * the volume, dilution and efficiency of the sample's row. Values that cannot be calculated yet are absent.
 * @param keys readings of a row that receive responses
 * @returns null where the record does not have the sample
 */
export function spikeValues(
  checkedWork: CheckedWork,
  keys: readonly string[],
  { sample, addedMass, responses }: RunCheckReadings['spikes'][number],
): { readonly sampleNo: string; readonly values: CheckValues } | null {
  const row = checkedWork.rows.find((candidate) => candidate.sample === sample && candidate.rowKind === 'sample');
  if (!row) return null;
  const otherReadings = Object.entries(row.readings).filter(([key]) => !keys.includes(key));
  const readings = { ...Object.fromEntries(otherReadings), ...readingsOf(keys, responses) };
  const massOf = (rows: CheckedWork['rows']): string | undefined =>
    checkOffers('spike', { ...checkedWork, rows }).find(({ sampleNo }) => sampleNo === row.sampleNo)?.values[
      'unspiked'
    ];
  const [unspiked, spikedMass] = [massOf([row]), massOf([{ ...row, readings }])];
  return { sampleNo: row.sampleNo, values: definedOnly({ unspiked, added: addedMass, spiked: spikedMass }) };
}

/**
 * Returns the content found in a control sample in the unit of its certified value; empty without a curve, or where
 * the units do not convert.
 * @param certifiedUnit unit of the certified value; null where it is that of the curve
 * @param solutionVolume volume of the solution of a sample, mL
 */
export function controlValues(
  { curve, contentUnit }: Pick<CheckContext, 'curve' | 'contentUnit'>,
  responses: readonly string[],
  certifiedUnit: string | null,
  solutionVolume: string | null,
): CheckValues {
  if (!curve) return {};
  const unit = contentUnit ?? '';
  const foundMass = outcomeOfCalculation(() =>
    contentInUnit(
      readCurve(curve, meanResponse(responses)).content,
      unit,
      certifiedUnit?.trim() ? certifiedUnit : unit,
      solutionVolume,
    ),
  );
  return foundMass.ok && foundMass.value !== null
    ? { found: shownContent(withoutCalculationNoise(foundMass.value)) }
    : {};
}
