import { fixedDictionaries } from '@contract/dictionaries';
import { keyOf } from '../attachments/peakTable';

// Names in a run's sequence: the sample or standard that a name in the instrument's file means.

/** Fields of an injection that determine the meaning of its name. */
export interface NamedInjection {
  readonly injectionName: string;
  readonly injectionKind: string | null;
  /** Number of the sample; null for standards, checks and reagent blanks. */
  readonly sampleNo: string | null;
}

export interface SequenceName {
  /** Number of the sample; null where the injection is not a reading of a record's row. */
  readonly sampleNo: string | null;
  readonly isParallel: boolean;
  /** Display text of the kind of injection. */
  readonly label: string;
}

const labels: ReadonlyMap<string, string> = new Map(
  fixedDictionaries.labInjectionKind.map(({ value, label }) => [value, label]),
);
/** Kinds of injections whose readings belong to a row of the sample. A spiked sample is a check. */
const read: ReadonlySet<string> = new Set(['sample', 'blank', 'parallel', 'again']);

/** Returns the meaning of each name in a sequence. A name of two different injections has no meaning. */
export function namesOf(sequence: readonly NamedInjection[]): ReadonlyMap<string, SequenceName> {
  const names = new Map<string, SequenceName | null>();
  for (const { injectionName, injectionKind, sampleNo } of sequence) {
    const kind = injectionKind ?? 'sample';
    const key = keyOf(injectionName);
    const entry = {
      sampleNo: read.has(kind) ? sampleNo : null,
      isParallel: kind === 'parallel',
      label: labels.get(kind) ?? kind,
    };
    // A sample without a link is identified by its name alone.
    if (read.has(kind) && sampleNo === null) continue;
    const before = names.get(key);
    const isSame = before && before.sampleNo === entry.sampleNo && before.isParallel === entry.isParallel;
    names.set(key, before === undefined || isSame ? entry : null);
  }
  return new Map([...names].flatMap(([key, entry]) => (entry ? [[key, entry] as const] : [])));
}
