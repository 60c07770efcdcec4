import { type RefObject, useEffect, useState } from 'react';
import { nowText } from '@/lib/dateTexts';
import { feedback } from '@/lib/feedback';
import { usePageDirty } from '@/session/tabs/pageState';
import { sample } from '@contract/features/fieldwork/entities/sample';
import { measuredFaults } from '@contract/features/fieldwork/samples/measuredReadings';
import {
  type RecordField,
  recordFields,
  type RecordValues,
  sameValue,
} from '@contract/features/fieldwork/samples/recordFields';
import { formOfLayout } from '@contract/features/laboratory/methods/physical/physicalForms';
import { writeReadings } from '../../site/siteWrites';
import { focusFirstFault } from '../../site/touchInputs';
import type { ShownSample, ShownSite } from '../../site/unsentOverlay';
import { invalidValues, judgeRecord } from './judgeRecord';
import { withProposals } from './proposedValues';

/** States of samples whose readings can be edited. */
const openStates: readonly string[] = ['planned', 'collected'];
/** A measurement on site can be edited until its laboratory record is signed. */
const openWhileMeasured: readonly string[] = [...openStates, 'received', 'distributed', 'testing'];

const valuesOf = (row: ShownSample): RecordValues =>
  Object.fromEntries(recordFields.map((name) => [name, row[name] ?? null])) as RecordValues;

interface SampleRecordOptions {
  readonly project: number;
  readonly site: ShownSite;
  readonly row: ShownSample;
  readonly locked: boolean;
  readonly onDirty: (dirty: boolean) => void;
  /** Element of the editor; its first invalid field gets the focus. */
  readonly box: RefObject<HTMLElement | null>;
}

/** State and commands of the record of one sample. */
export function useSampleRecord({ project, site, row, locked, onDirty, box }: SampleRecordOptions) {
  const [typed, setTyped] = useState<RecordValues>({});
  const [tried, setTried] = useState(false);
  const form = formOfLayout(site.forms?.[row.id]);
  const storedValues = valuesOf(row);
  const values = withProposals(row, site, form, storedValues, typed);
  const judgement = judgeRecord(row, site, values);
  const { result } = judgement;
  const open = !locked && (form ? openWhileMeasured : openStates).includes(row.state ?? '');
  const dirty = recordFields.some(
    (name) => Object.hasOwn(typed, name) && !sameValue(name, typed[name], storedValues[name]),
  );
  useUnsaved(`sample-${row.id}`, dirty && open, onDirty);

  const invalid = invalidValues(typed);
  const readingFaults = form ? measuredFaults(form, values.measured) : [];
  const change = (changes: RecordValues) => setTyped((before) => ({ ...before, ...changes }));
  const set = (name: RecordField) => (value: string | number | null) => change({ [name]: value });
  const text = (name: RecordField): string | null =>
    values[name] === null || values[name] === undefined ? null : String(values[name]);

  /** Returns why the record can't be stored with further changes; undefined where it can. */
  const refusalOf = (changes: RecordValues = {}): string | undefined =>
    judgement.resultWith(changes).faults[0]?.message ?? readingFaults[0]?.message ?? Object.values(invalid)[0];

  /** Queues the record. Invalid values are reported at their fields and stay. */
  const save = async (changes: RecordValues = {}): Promise<boolean> => {
    const wantedValues = { ...values, ...changes };
    const refusal = refusalOf(changes);
    // A refused start does not begin: a running time would look like a stored one. A refused end keeps its time.
    if (!refusal || !changes.startTime) change(changes);
    setTried(true);
    if (refusal) {
      // A field that shows its fault says it once.
      focusFirstFault(box.current, () => feedback.notify('error', refusal));
      return false;
    }
    // The server calculates the weather by the same rule. Values that nobody typed are not sent.
    const isKept = await writeReadings(project, row, wantedValues).then(
      () => true,
      () => false,
    );
    // Drops only the values that were saved. Input typed during the save stays.
    if (isKept)
      setTyped((now) =>
        Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== wantedValues[name as RecordField])),
      );
    return isKept;
  };

  return {
    ...judgement,
    row,
    form,
    values,
    open,
    dirty,
    text,
    set,
    change,
    /** Returns the props of an input that shows no error. */
    bind: (name: RecordField) => ({ name, value: text(name), onChange: set(name), disabled: !open }),
    /** Returns the props of an input. A reading's own error is more specific than the number's bounds. */
    bindChecked: (name: RecordField) => ({
      name,
      value: text(name),
      onChange: set(name),
      disabled: !open,
      error: result.faults.find(({ field }) => field === name)?.message ?? invalid[name] ?? null,
    }),
    /** Sets a time to now and saves the record. */
    take: async (name: 'startTime' | 'endTime'): Promise<void> => void (await save({ [name]: nowText() })),
    /** Saves the record and continues, or reports the first error. */
    saveAnd: async (proceed: () => void): Promise<void> => {
      if (await save()) proceed();
    },
    missingText:
      result.missing.length && tried
        ? `还缺：${result.missing.map((name) => sample.fields[name as RecordField]?.label ?? name).join('、')}`
        : null,
  };
}

/** Reports unsaved input to the tab and to the section around the editor. */
function useUnsaved(source: string, unsaved: boolean, onDirty: (dirty: boolean) => void): void {
  usePageDirty(source, unsaved);
  useEffect(() => {
    onDirty(unsaved);
    return () => onDirty(false);
  }, [onDirty, unsaved]);
}

export type SampleRecord = ReturnType<typeof useSampleRecord>;
