import { labDetection } from '@contract/features/laboratory/entities/labDetection';
import type { Row } from '@contract/entity';
import { labDetectionTexts } from '@contract/features/laboratory/detection/detectionTexts';
import type { Readings } from '@contract/features/laboratory/methods/calculation/record';
import { messages } from '@contract/messages';
import { blankTexts, detectionFormOf, detectionOutcome } from '@contract/features/laboratory/detection/detection';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { crud } from '@/api/crudClient';
import { failureOf } from '@/api/failures';
import { feedback } from '@/lib/feedback';
import { usePageDirty } from '@/session/tabs/pageState';
import { useFocusNear } from '@/lib/useFocusNear';
import type { KindPageProps } from '../kind';
import { workKey } from '../useLabWork';

type Detection = Row<typeof labDetection>;

export interface DetectionDraft {
  readonly blanks: readonly string[];
  readonly values: Readings;
  readonly testedOn: string | null;
  readonly remark: string | null;
}

const draftOf = (row: Detection | null): DetectionDraft => {
  const { blanks, ...values } = (row?.values ?? {}) as Record<string, string>;
  return { blanks: blankTexts(blanks), values, testedOn: row?.testedOn ?? null, remark: row?.remark ?? null };
};

/** What is sent: blanks in one text, empty lines between them left out. */
const valuesOf = ({ blanks, values }: DetectionDraft): Record<string, string> => {
  const typed = blanks.map((text) => text.trim()).filter((text) => text !== '');
  const filled = Object.entries(values).flatMap(([key, text]) => (text?.trim() ? [[key, text.trim()]] : []));
  return { ...(Object.fromEntries(filled) as Record<string, string>), ...(typed.length ? { blanks: typed.join(' ') } : {}) };
};

/** The detection limit of a record as it is being typed: live outcome, one save, and its use for the record. */
export function useDetection({ work, reload }: Pick<KindPageProps, 'work' | 'reload'>) {
  const { sheet } = work;
  const query = useQuery({
    queryKey: [...workKey(sheet.id), 'detection'],
    queryFn: async ({ signal }): Promise<Detection | null> => (await crud(labDetection).list({ sheet: sheet.id, page: 0, size: 1, sort: 'id,desc' }, signal)).content[0] ?? null,
    retry: false,
  });
  const [row, setRow] = useState<Detection | null>(null);
  const [draft, setDraft] = useState<DetectionDraft>(() => draftOf(null));
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  useFocusNear(busy);
  const [failure, setFailure] = useState<string | null>(null);
  usePageDirty(`detection:${sheet.id}`, dirty);

  useEffect(() => {
    if (query.data === undefined || dirty) return;
    setRow(query.data);
    setDraft(draftOf(query.data));
  }, [query.data]); // oxlint-disable-line react-hooks/exhaustive-deps

  const change = useCallback((part: Partial<DetectionDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setDirty(true);
  }, []);
  const values = useMemo(() => valuesOf(draft), [draft]);
  const outcome = useMemo(() => detectionOutcome(work, values), [work, values]);

  const save = async (applied = row?.applied === true): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      const { testedOn, remark } = draft;
      const body = { sheet: sheet.id, values, testedOn, remark, applied };
      const calls = crud(labDetection);
      const options = { once: true, quiet: true } as const;
      const saved = row ? await calls.edit({ ...body, id: row.id, version: row.version }, options) : await calls.add(body, options);
      if (saved) {
        setRow(saved);
        setDraft(draftOf(saved));
      }
      setDirty(false);
      const told = applied === (row?.applied === true) ? messages.edited : applied ? labDetectionTexts.applied(outcome.computed['lod'] ?? outcome.lod ?? '', detectionFormOf(work)?.unit ?? '') : labDetectionTexts.withdrawn;
      feedback.notify('success', told);
      await reload();
    } catch (error) {
      setFailure(failureOf(error).message);
    } finally {
      setBusy(false);
    }
  };
  return { query, row, draft, dirty, busy, failure, outcome, change, save, untouched: Object.keys(values).length === 0 };
}
