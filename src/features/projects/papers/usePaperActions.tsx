import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { succeeded } from '@/api/succeeded';
import { PaperPages } from '@/lib/print/PaperPages';
import { usePrinted } from '@/lib/print/usePrinted';
import { bindDocuments } from '@contract/print/bindDocuments';
import { type LaidOut, layOut } from '@contract/print/pageLayout';
import { downloadPapers, fetchPaper, notePrinted, paperKey } from './paperCalls';

interface PaperActions {
  /** Key of the running action; null otherwise. */
  readonly busy: 'print' | 'pdf' | null;
  readonly print: (keys: readonly string[]) => void;
  readonly download: (keys: readonly string[]) => void;
  /** Hidden element with the printed papers. The page has to render it. */
  readonly sheet: ReactNode;
}

/**
 * Returns actions that print papers of a project together, or download them as one PDF. The audit trail records both.
 */
export function usePaperActions(project: number, code: string): PaperActions {
  const queries = useQueryClient();
  const [busy, setBusy] = useState<PaperActions['busy']>(null);
  const [laidOutPapers, setLaidOutPapers] = useState<readonly LaidOut[]>([]);
  const draw = useCallback(
    () => laidOutPapers.map((part, at) => <PaperPages key={`${at} ${part.title}`} laid={part} />),
    [laidOutPapers],
  );
  const { sheet, print: start } = usePrinted(draw);
  const print = useCallback(
    async (keys: readonly string[]) => {
      setBusy('print');
      const fetched = await succeeded(
        (async () => {
          const parts: LaidOut[] = [];
          for (const key of keys)
            parts.push(
              layOut(
                (
                  await queries.fetchQuery({
                    queryKey: [...paperKey(project, key), 'printed'],
                    queryFn: ({ signal }) => fetchPaper(project, key, signal),
                    retry: false,
                    staleTime: 0,
                  })
                ).document,
              ),
            );
          await notePrinted(project, keys);
          flushSync(() => setLaidOutPapers(parts.length > 1 ? bindDocuments(parts) : parts));
        })(),
      );
      setBusy(null);
      if (fetched) start();
    },
    [queries, project, start],
  );
  const download = useCallback(
    async (keys: readonly string[]) => {
      setBusy('pdf');
      await succeeded(downloadPapers(project, code, keys));
      setBusy(null);
    },
    [project, code],
  );
  return { busy, print: (keys) => void print(keys), download: (keys) => void download(keys), sheet };
}
