import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { succeeded } from '@/api/succeeded';
import { isChunkFailure } from '@/lib/browser/chunkFailure';
import { notifyPartMissing } from '@/lib/deferredPart';
import { usePrinted } from '@/lib/print/usePrinted';
import type { LaidOut } from '@contract/print/placedPage';
import { downloadPapers, fetchPaper, notePrinted, paperKey } from './paperCalls';

interface PaperActions {
  /** Key of the running action; null otherwise. */
  readonly busy: 'print' | 'pdf' | null;
  readonly print: (keys: readonly string[]) => void;
  readonly download: (keys: readonly string[]) => void;
  /** Hidden element with the printed papers. The page has to render it. */
  readonly sheet: ReactNode;
}

/** Loads what draws papers, which a page needs only when somebody prints; undefined if it can't be loaded. */
async function loadDrawing() {
  try {
    const [{ PaperPages }, { bindDocuments }, { layOut }] = await Promise.all([
      import('@/lib/print/PaperPages'),
      import('@contract/print/bindDocuments'),
      import('@contract/print/pageLayout'),
    ]);
    return { PaperPages, bindDocuments, layOut };
  } catch (error) {
    if (!isChunkFailure(error)) throw error;
    notifyPartMissing();
    return undefined;
  }
}

/**
 * Returns actions that print papers of a project together, or download them as one PDF. The audit trail records both.
 */
export function usePaperActions(projectId: number, code: string): PaperActions {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState<PaperActions['busy']>(null);
  const [drawnPapers, setDrawnPapers] = useState<readonly ReactNode[]>([]);
  const draw = useCallback(() => drawnPapers, [drawnPapers]);
  const { sheet, print: start } = usePrinted(draw);
  const print = useCallback(
    async (keys: readonly string[]) => {
      setBusy('print');
      const drawing = await loadDrawing();
      if (!drawing) return setBusy(null);
      const { PaperPages, bindDocuments, layOut } = drawing;
      const fetched = await succeeded(
        (async () => {
          const parts: LaidOut[] = [];
          for (const key of keys)
            parts.push(
              layOut(
                (
                  await queryClient.fetchQuery({
                    queryKey: [...paperKey(projectId, key), 'printed'],
                    queryFn: ({ signal }) => fetchPaper(projectId, key, signal),
                    retry: false,
                    staleTime: 0,
                  })
                ).document,
              ),
            );
          await notePrinted(projectId, keys);
          const bound = parts.length > 1 ? bindDocuments(parts) : parts;
          flushSync(() =>
            setDrawnPapers(
              bound.map((part, index) => <PaperPages key={`${index} ${part.title}`} laidOutPaper={part} />),
            ),
          );
        })(),
      );
      setBusy(null);
      if (fetched) start();
    },
    [queryClient, projectId, start],
  );
  const download = useCallback(
    async (keys: readonly string[]) => {
      setBusy('pdf');
      await succeeded(downloadPapers(projectId, code, keys));
      setBusy(null);
    },
    [projectId, code],
  );
  return { busy, print: (keys) => void print(keys), download: (keys) => void download(keys), sheet };
}
