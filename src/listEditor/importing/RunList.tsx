import { Button, Empty } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { listImportRuns, undoImportRun } from '@/api/importing';
import { feedback } from '@/lib/feedback';
import { type ImportRun, importRunTexts as texts } from '@contract/workbook/importWire';
import styles from './importDialog.module.css';

/**
 * Lists the last imports of a list, each with the number of written rows, and undoes one.
 * @param onUndone called after rows were removed again
 */
export function RunList({ url, onUndone }: { url: string; onUndone: () => void }) {
  const [runs, setRuns] = useState<readonly ImportRun[] | null>(null);
  const [busy, setBusy] = useState(false);
  const load = useCallback(async () => setRuns(await listImportRuns(url)), [url]);
  useEffect(() => void load().catch(() => setRuns([])), [load]);

  const undo = async (run: ImportRun) => {
    if (!(await feedback.confirm(texts.confirm(run.fileName, run.added + run.updated)))) return;
    setBusy(true);
    try {
      feedback.notify('success', await undoImportRun(url, run.id));
      onUndone();
      await load();
    } catch (failure) {
      feedback.notify('error', failureOf(failure).message);
    } finally {
      setBusy(false);
    }
  };
  if (!runs?.length) return runs ? <Empty description={texts.none} /> : null;
  return (
    <ul className={styles.runs} aria-label={texts.title}>
      {runs.map((run) => (
        <li key={run.id}>
          <span>{texts.line(run)}</span>
          {run.undoneTime ? (
            <span className={styles.same}>{texts.undoneBy(run.undoneByName ?? '', run.undoneTime)}</span>
          ) : (
            run.added + run.updated > 0 && (
              <Button size="small" disabled={busy} onClick={() => void undo(run)}>
                {texts.undo}
              </Button>
            )
          )}
        </li>
      ))}
    </ul>
  );
}
