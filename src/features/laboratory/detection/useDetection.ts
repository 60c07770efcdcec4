import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { crud } from '@/api/crudClient';
import { feedback } from '@/lib/feedback';
import { useFocusNear } from '@/lib/useFocusNear';
import { usePageDirty } from '@/session/tabs/pageState';
import type { Row } from '@contract/entity';
import { blankTexts, detectionFormOf } from '@contract/features/laboratory/detection/detectionLimitForm';
import { labDetectionTexts } from '@contract/features/laboratory/detection/detectionTexts';
import {
  type DeterminationForm,
  determinationLabel,
  formOfDetermination,
} from '@contract/features/laboratory/detection/determinationForms';
import {
  determinationOutcome,
  type DeterminationOutcome,
} from '@contract/features/laboratory/detection/determinationOutcome';
import { shownEfficiency } from '@contract/features/laboratory/detection/efficiencyDetermination';
import { labDetection } from '@contract/features/laboratory/entities/labDetection';
import type { Readings } from '@contract/features/laboratory/methods/calculation/labRecord';
import { messages } from '@contract/messages';
import type { MethodPageProps } from '../methodPages';
import { workKey } from '../useRecordPage';

type DetectionRow = Row<typeof labDetection>;

interface DetectionDraft {
  readonly blanks: readonly string[];
  readonly values: Readings;
  readonly testedOn: string | null;
  readonly remark: string | null;
}

const draftOf = (row: DetectionRow | null): DetectionDraft => {
  const { blanks, ...values } = (row?.values ?? {}) as Record<string, string>;
  return { blanks: blankTexts(blanks), values, testedOn: row?.testedOn ?? null, remark: row?.remark ?? null };
};

/** Returns the values to send: blanks as one text without empty lines. */
const valuesOf = ({ blanks, values }: DetectionDraft): Record<string, string> => {
  const typedText = blanks.map((text) => text.trim()).filter((text) => text !== '');
  const filledEntries = Object.entries(values).flatMap(([key, text]) => (text?.trim() ? [[key, text.trim()]] : []));
  return {
    ...(Object.fromEntries(filledEntries) as Record<string, string>),
    ...(typedText.length ? { blanks: typedText.join(' ') } : {}),
  };
};

const maxDeterminations = 100;

/** Loads all determinations of a record. */
export const useDeterminations = (sheet: number) =>
  useQuery({
    queryKey: [...workKey(sheet), 'detection'],
    queryFn: async ({ signal }): Promise<DetectionRow[]> =>
      (await crud(labDetection).list({ sheet, page: 0, size: maxDeterminations, sort: 'id,desc' }, signal)).content,
    retry: false,
  });

interface DetectionOptions extends Pick<MethodPageProps, 'work' | 'reload'> {
  readonly form: DeterminationForm;
  /** Lot of collectors; null for the record's detection limit. */
  readonly lot: string | null;
}

/** Returns the message after a save, which says whether the record now uses the determination. */
function savedMessage({ work, form, lot }: DetectionOptions, outcome: DeterminationOutcome, applied: boolean): string {
  const label = determinationLabel(work, form);
  if (form === 'limit') {
    const unit = detectionFormOf(work)?.unit ?? '';
    return applied
      ? labDetectionTexts.applied(outcome.computed['lod'] ?? outcome.lod ?? '', unit)
      : labDetectionTexts.withdrawn;
  }
  const efficiency = outcome.efficiency === null ? '' : shownEfficiency(outcome.efficiency);
  return applied
    ? labDetectionTexts.efficiencyApplied(label, efficiency, lot ?? '')
    : labDetectionTexts.efficiencyReleased(label, lot ?? '');
}

/** State of a determination being typed: outcome, save, and use for the record. */
export function useDetection(target: DetectionOptions) {
  const { work, reload, form, lot } = target;
  const { sheet } = work;
  const query = useDeterminations(sheet.id);
  const storedRow = useMemo(
    () =>
      query.data?.find(
        (determination) =>
          formOfDetermination(determination) === form && (form === 'limit' || determination.collectorLot === lot),
      ) ?? null,
    [query.data, form, lot],
  );
  const [row, setRow] = useState<DetectionRow | null>(null);
  const [draft, setDraft] = useState<DetectionDraft>(() => draftOf(null));
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  useFocusNear(busy);
  const [failure, setFailure] = useState<string | null>(null);
  usePageDirty(`detection:${sheet.id}:${form}`, dirty);

  useEffect(() => {
    if (query.data === undefined || dirty) return;
    setRow(storedRow);
    setDraft(draftOf(storedRow));
  }, [storedRow, query.data]); // oxlint-disable-line react-hooks/exhaustive-deps

  const change = useCallback((changes: Partial<DetectionDraft>) => {
    setDraft((previousDetectionDraft) => ({ ...previousDetectionDraft, ...changes }));
    setDirty(true);
  }, []);
  const values = useMemo(() => valuesOf(draft), [draft]);
  const outcome = useMemo(() => determinationOutcome(work, form, values), [work, form, values]);

  const save = async (applied = row?.applied === true): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      const { testedOn, remark } = draft;
      const body = { sheet: sheet.id, form, collectorLot: lot, values, testedOn, remark, applied };
      const calls = crud(labDetection);
      const options = { once: true, quiet: true } as const;
      const savedRow = row
        ? await calls.edit({ ...body, id: row.id, version: row.version }, options)
        : await calls.add(body, options);
      if (savedRow) {
        setRow(savedRow);
        setDraft(draftOf(savedRow));
      }
      setDirty(false);
      feedback.notify(
        'success',
        applied === (row?.applied === true) ? messages.edited : savedMessage(target, outcome, applied),
      );
      await Promise.all([reload(), query.refetch()]);
    } catch (error) {
      setFailure(failureOf(error).pageText);
    } finally {
      setBusy(false);
    }
  };
  return {
    query,
    row,
    draft,
    dirty,
    busy,
    failure,
    outcome,
    change,
    save,
    untouched: Object.keys(values).length === 0,
  };
}
