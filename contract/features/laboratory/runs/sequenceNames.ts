import { fixedDictionaries } from '@contract/dictionaries';
import { keyOf } from '../instruments/readPeakTables';
import { runTexts } from './runTexts';

// Names in a run's sequence: the sample or standard that a name in the instrument's file means.

/** Fields of an injection that determine the meaning of its name. */
export interface NamedInjection {
  readonly injectionName: string;
  readonly injectionKind: string | null;
  /** Number of the sample; null for standards, checks and reagent blanks. */
  readonly sampleNo: string | null;
  /** Volume of the stock solution, mL; without it a mid-point has no theoretical value. */
  readonly standardVolume?: string | null;
  /** Id of the control sample. */
  readonly standard?: number | null;
}

export interface SequenceName {
  /** Number of the sample; null where the injection is not a reading of a record's row. */
  readonly sampleNo: string | null;
  readonly isParallel: boolean;
  /** Display text of the kind of injection. */
  readonly label: string;
  /** What the run does with the readings of a standard or a check; null for other injections. */
  readonly use: string | null;
  /** Why the run does not use them. */
  readonly lacks: string | null;
}

const injectionKindLabels: ReadonlyMap<string, string> = new Map(
  fixedDictionaries.labInjectionKind.map(({ value, label }) => [value, label]),
);
/** Kinds of injections whose readings belong to a row of the sample. A spiked sample is a check. */
const rowInjectionKinds: ReadonlySet<string> = new Set(['sample', 'blank', 'parallel', 'again']);

const uses: Readonly<Record<string, string>> = {
  solvent: runTexts.useOfCheck,
  standard: runTexts.useOfStandard,
  midpoint: runTexts.useOfCheck,
  spike: runTexts.useOfCheck,
  control: runTexts.useOfControl,
};

/** Returns what an injection lacks, so that its readings check nothing; null for nothing. */
function lackOf({ injectionKind, standardVolume, standard }: NamedInjection): string | null {
  if (injectionKind === 'midpoint' && standardVolume === null) return runTexts.lacksVolume;
  return injectionKind === 'control' && standard === null ? runTexts.lacksControl : null;
}

/** Returns the meaning of each name in a sequence. A name of two different injections has no meaning. */
export function namesOf(sequence: readonly NamedInjection[]): ReadonlyMap<string, SequenceName> {
  const names = new Map<string, SequenceName | null>();
  for (const injection of sequence) {
    const { injectionName, injectionKind, sampleNo } = injection;
    const kind = injectionKind ?? 'sample';
    const key = keyOf(injectionName);
    const entry = {
      sampleNo: rowInjectionKinds.has(kind) ? sampleNo : null,
      isParallel: kind === 'parallel',
      label: injectionKindLabels.get(kind) ?? kind,
      use: uses[kind] ?? null,
      lacks: lackOf(injection),
    };
    // A sample without a link is identified by its name alone.
    if (rowInjectionKinds.has(kind) && sampleNo === null) continue;
    const previousSequenceName = names.get(key);
    const isSame =
      previousSequenceName &&
      previousSequenceName.sampleNo === entry.sampleNo &&
      previousSequenceName.isParallel === entry.isParallel;
    names.set(key, previousSequenceName === undefined || isSame ? entry : null);
  }
  return new Map([...names].flatMap(([key, entry]) => (entry ? [[key, entry] as const] : [])));
}
