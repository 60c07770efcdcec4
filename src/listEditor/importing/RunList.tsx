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
  const [importRuns, setRuns] = useState<readonly ImportRun[] | null>(null);
  const [busy, setBusy] = useState(false);
  const load = useCallback(async () => setRuns(await listImportRuns(url)), [url]);
  useEffect(() => void load().catch(() => setRuns([])), [load]);

  const undo = async (importRun: ImportRun) => {
    if (!(await feedback.confirm(texts.confirm(importRun.fileName, importRun.added + importRun.updated)))) return;
    setBusy(true);
    try {
      feedback.notify('success', await undoImportRun(url, importRun.id));
      onUndone();
      await load();
    } catch (failure) {
      feedback.notify('error', failureOf(failure).message);
    } finally {
      setBusy(false);
    }
  };
  if (!importRuns?.length) return importRuns ? <Empty description={texts.none} /> : null;
  return (
    <ul className={styles.runs} aria-label={texts.title}>
      {importRuns.map((importRun) => (
        <li key={importRun.id}>
          <span>{texts.line(importRun)}</span>
          {importRun.undoneTime ? (
            <span className={styles.same}>{texts.undoneBy(importRun.undoneByName ?? '', importRun.undoneTime)}</span>
          ) : (
            importRun.added + importRun.updated > 0 && (
              <Button size="small" disabled={busy} onClick={() => void undo(importRun)}>
                {texts.undo}
              </Button>
            )
          )}
        </li>
      ))}
    </ul>
  );
}
