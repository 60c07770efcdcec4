import { fixedDictionaries } from '@contract/dictionaries';
import { keyOf } from '../attachments/peakTable';

// Names of a run's sequence: what a name in the instrument's file stands for.

/** An injection as far as it says what its name stands for. */
export interface NamedInjection {
  readonly injectionName: string;
  readonly injectionKind: string | null;
  /** Number of the sample that it is; null for standards, checks and reagent blanks. */
  readonly sampleNo: string | null;
}

export interface SequenceName {
  /** Null where the injection is no reading of a record's row. */
  readonly sampleNo: string | null;
  readonly isParallel: boolean;
  /** Kind of the injection in words. */
  readonly label: string;
}

const labels: ReadonlyMap<string, string> = new Map(
  fixedDictionaries.labInjectionKind.map(({ value, label }) => [value, label]),
);
/** Kinds whose readings belong to a row of the sample. A spiked sample is a check. */
const read: ReadonlySet<string> = new Set(['sample', 'blank', 'parallel', 'again']);

/** Returns what each name of a sequence stands for. Two injections of one name that differ say nothing. */
export function namesOf(sequence: readonly NamedInjection[]): ReadonlyMap<string, SequenceName> {
  const names = new Map<string, SequenceName | null>();
  for (const { injectionName, injectionKind, sampleNo } of sequence) {
    const kind = injectionKind ?? 'sample';
    const key = keyOf(injectionName);
    const own = {
      sampleNo: read.has(kind) ? sampleNo : null,
      isParallel: kind === 'parallel',
      label: labels.get(kind) ?? kind,
    };
    // A sample that nobody linked is known by its name alone.
    if (read.has(kind) && sampleNo === null) continue;
    const before = names.get(key);
    const same = before && before.sampleNo === own.sampleNo && before.isParallel === own.isParallel;
    names.set(key, before === undefined || same ? own : null);
  }
  return new Map([...names].flatMap(([key, said]) => (said ? [[key, said] as const] : [])));
}
