import { Decimal, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import type { Row } from '@contract/entity';
import { parseStockConcentrations } from '@contract/rules/stockConcentrations';
import type { PointFacts } from '../curves/curveWork';
import type { labRunInjection } from '../entities/labRunInjection';
import { hazardNameOf, type Quantity, type ReadLine } from '../instruments/instrumentReading';
import { isNameOf, keyOf } from '../instruments/readPeakTables';
import { runTexts } from './runTexts';

// Curves of a run. The standards of the sequence give the levels, the files the responses of every component.

/** Standards and mid-points of a sequence. */
type StandardInjection = Pick<
  Row<typeof labRunInjection>,
  'injectionName' | 'injectionKind' | 'level' | 'standardVolume'
>;
/** Reagent blanks, spiked samples and control samples of a sequence. */
type CheckInjection = Pick<
  Row<typeof labRunInjection>,
  'injectionName' | 'injectionKind' | 'level' | 'standardVolume' | 'sample' | 'standard'
>;

interface StandardSolution {
  /** Stock concentration as typed in the run, μg/mL; null where nothing is typed. */
  readonly stock: string | null;
  /** Final volume, mL. */
  readonly finalVolume: string | null;
}

/** A component for which a curve is created. */
interface CurveComponent {
  readonly hazardName: string;
  /** All names of the component in the library. */
  readonly names: readonly string[];
  /** Quantities that records of the method use, the best first. */
  readonly quantities: readonly Quantity[];
  readonly unit: string;
}

/** Maximum number of readings of one level of a curve. */
const maxResponses = 3;

/** Units: how many of a unit are 1 μg (or 1 μg/mL), and whether the unit is a concentration. */
const curveUnits: Readonly<Record<string, readonly [times: string, concentration: boolean]>> = {
  'μg/mL': ['1', true],
  'mg/L': ['1', true],
  'ng/mL': ['1000', true],
  'μg/L': ['1000', true],
  'mg/mL': ['0.001', true],
  μg: ['1', false],
  'μg/管': ['1', false],
  ng: ['1000', false],
  'ng/管': ['1000', false],
  mg: ['0.001', false],
};
/** Normalises a unit, because the micro sign has two characters. */
const unitKey = (unit: string): string => unit.trim().replaceAll('µ', 'μ');

type LevelAmount = { readonly x: string } | { readonly problem: string };

/**
 * Returns the content of a standard: stock concentration × its volume, divided by the final volume for a
 * concentration.
 */
function amountOf(
  injection: StandardInjection,
  solution: StandardSolution,
  { hazardName, names, unit }: CurveComponent,
): LevelAmount {
  const { level, standardVolume } = injection;
  if (level === 0 && standardVolume === null) return { x: '0' };
  const stock = parseStockConcentrations(solution.stock ?? '') ?? new Map<string, string>();
  const ownStock = [...stock].find(([name]) => name !== '' && isNameOf(name, names))?.[1] ?? stock.get('');
  const knownUnit = curveUnits[unitKey(unit)];
  if (ownStock === undefined) return { problem: runTexts.noStock(hazardName) };
  if (standardVolume === null) return { problem: runTexts.noVolume(injection.injectionName) };
  if (!knownUnit) return { problem: runTexts.otherUnit(hazardName, unit) };
  const [times, concentration] = knownUnit;
  const mass = new Decimal(ownStock).times(standardVolume).times(times);
  if (!concentration) return { x: withoutCalculationNoise(mass).toString() };
  if (solution.finalVolume === null || Number(solution.finalVolume) === 0) return { problem: runTexts.noFinalVolume };
  return { x: withoutCalculationNoise(mass.dividedBy(solution.finalVolume)).toString() };
}

const linesByName = new WeakMap<readonly ReadLine[], ReadonlyMap<string, readonly ReadLine[]>>();
/** Returns the lines of a name. They are grouped once, because a sequence asks for hundreds of names. */
function linesOf(readLines: readonly ReadLine[], name: string): readonly ReadLine[] {
  const cachedGroups = linesByName.get(readLines);
  if (cachedGroups) return cachedGroups.get(keyOf(name)) ?? [];
  const linesByKey = new Map<string, ReadLine[]>();
  for (const readLine of readLines) {
    const names = [readLine.sample, ...readLine.otherNames].flatMap((sample) => (sample === null ? [] : keyOf(sample)));
    for (const key of new Set(names)) {
      const ownLines = linesByKey.get(key);
      if (ownLines) ownLines.push(readLine);
      else linesByKey.set(key, [readLine]);
    }
  }
  linesByName.set(readLines, linesByKey);
  return linesByKey.get(keyOf(name)) ?? [];
}

/** Returns the responses of an injection for a component, in the order of the files. */
function responsesOf(
  readLines: readonly ReadLine[],
  name: string,
  component: CurveComponent,
  quantity: Quantity,
): string[] {
  const curveLines = linesOf(readLines, name).filter(
    (readLine) =>
      readLine.quantity === quantity &&
      readLine.kind !== 'ISTD' &&
      readLine.replicate !== 'mean' &&
      readLine.value !== null &&
      readLine.component !== null &&
      isNameOf(hazardNameOf(readLine) ?? '', component.names),
  );
  // Another wavelength of an element is not a second reading of the first.
  return curveLines.flatMap(({ component: of, value }) =>
    value !== null && of === curveLines[0]?.component ? [value] : [],
  );
}

const quantityIn = (lines: readonly ReadLine[], { quantities }: CurveComponent): Quantity | undefined =>
  quantities.find((candidate) => lines.some((line) => line.quantity === candidate && line.value !== null));

/** Readings of a component in reagent blanks, spiked samples and control samples. */
export interface RunCheckReadings {
  readonly solvents: readonly { readonly name: string; readonly responses: readonly string[] }[];
  readonly spikes: readonly {
    readonly name: string;
    readonly sample: number;
    /** Mass added, μg; null where the sequence or the run does not give it. */
    readonly addedMass: string | null;
    readonly responses: readonly string[];
  }[];
  readonly controls: readonly {
    readonly name: string;
    readonly standard: number;
    readonly responses: readonly string[];
  }[];
}

/**
 * Returns the readings of a component in the reagent blanks, spiked samples and control samples of a sequence.
 * @param readLines readings of the run's files
 * @param sequence injections of the sequence, with their kind
 * @param solution concentration of the standard solution
 * @param component hazard and its name in the files
 */
export function checkReadingsOf(
  readLines: readonly ReadLine[],
  sequence: readonly CheckInjection[],
  solution: StandardSolution,
  component: CurveComponent,
): RunCheckReadings {
  const quantity = quantityIn(readLines, component);
  const solvents: RunCheckReadings['solvents'][number][] = [];
  const spikes: RunCheckReadings['spikes'][number][] = [];
  const controls: RunCheckReadings['controls'][number][] = [];
  if (quantity === undefined) return { solvents, spikes, controls };
  for (const injection of sequence) {
    const { injectionKind, injectionName: name, sample, standard } = injection;
    if (injectionKind !== 'solvent' && injectionKind !== 'spike' && injectionKind !== 'control') continue;
    const responses = responsesOf(readLines, name, component, quantity);
    if (responses.length === 0) continue;
    if (injectionKind === 'solvent') solvents.push({ name, responses });
    else if (injectionKind === 'control') {
      if (standard !== null) controls.push({ name, standard, responses });
    } else if (sample !== null) {
      const amount = amountOf({ ...injection, level: null }, solution, { ...component, unit: 'μg' });
      spikes.push({ name, sample, addedMass: 'x' in amount ? amount.x : null, responses });
    }
  }
  return { solvents, spikes, controls };
}

/**
 * Converts the content of a solution into the unit of a certified value; null where the units are unknown, or a mass
 * needs a volume that is not given.
 * @param solutionVolume volume of the solution of a sample, mL
 */
export function contentInUnit(
  content: Decimal,
  from: string,
  to: string,
  solutionVolume: string | null,
): Decimal | null {
  if (unitKey(from) === unitKey(to)) return content;
  const [source, targetUnit] = [curveUnits[unitKey(from)], curveUnits[unitKey(to)]];
  if (!source || !targetUnit) return null;
  const base = content.dividedBy(source[0]).times(targetUnit[0]);
  if (source[1] === targetUnit[1]) return base;
  if (solutionVolume === null || Number(solutionVolume) === 0) return null;
  return source[1] ? base.times(solutionVolume) : base.dividedBy(solutionVolume);
}

export interface RunCurvePoints {
  readonly points: readonly PointFacts[];
  /** Theoretical value and response of each mid-point, in the order of the sequence. */
  readonly midpoints: readonly { readonly name: string; readonly theory: string; readonly response: string }[];
  /** Reasons for missing levels, one sentence per cause. */
  readonly problems: readonly string[];
}

/**
 * Returns the levels of one component's curve from the standards of a sequence, and its mid-points. Injections of one
 * level are readings of that level. A level without a response is reported, never left out silently.
 * @param readLines readings of the run's files
 * @param sequence injections of standards, with their level
 * @param solution concentration of the standard solution
 * @param component hazard and its name in the files
 */
export function curvePointsOf(
  readLines: readonly ReadLine[],
  sequence: readonly StandardInjection[],
  solution: StandardSolution,
  component: CurveComponent,
): RunCurvePoints {
  const quantity = quantityIn(readLines, component);
  const problems = new Set<string>();
  const levels = new Map<string, { x: string; volume: string | null; responses: string[] }>();
  const midpoints: { name: string; theory: string; response: string }[] = [];
  const responsesNamed = (name: string) =>
    quantity === undefined ? [] : responsesOf(readLines, name, component, quantity);
  for (const injection of sequence) {
    const { injectionKind, injectionName, standardVolume } = injection;
    if (injectionKind !== 'standard' && injectionKind !== 'midpoint') continue;
    // A mid-point without a volume has no theoretical value, so it checks nothing.
    if (injectionKind === 'midpoint' && standardVolume === null) continue;
    const amount = amountOf(injection, solution, component);
    if ('problem' in amount) {
      problems.add(amount.problem);
      continue;
    }
    const responses = responsesNamed(injectionName);
    if (responses.length === 0) problems.add(runTexts.noResponse(injectionName, component.hazardName));
    if (injectionKind === 'midpoint') {
      for (const response of responses) midpoints.push({ name: injectionName, theory: amount.x, response });
      continue;
    }
    const level = levels.get(amount.x) ?? { x: amount.x, volume: standardVolume, responses: [] };
    level.responses.push(...responses);
    levels.set(amount.x, level);
  }
  for (const { x, responses } of levels.values())
    if (responses.length > maxResponses) problems.add(runTexts.manyResponses(x, responses.length, maxResponses));
  const points = [...levels.values()]
    .filter(({ responses }) => responses.length > 0 && responses.length <= maxResponses)
    .sort((a, b) => Number(a.x) - Number(b.x))
    .map(({ x, volume, responses: [y1 = null, y2 = null, y3 = null] }) => ({ x, standardVolume: volume, y1, y2, y3 }));
  return { points, midpoints, problems: [...problems] };
}
