import { useCallback, useMemo, useRef, useState } from 'react';
import { failureOf, isUnclear } from '@/api/failures';
import { checkWorkbook, importRows, recheckRows } from '@/api/importing';
import { newId } from '@/lib/newId';
import type {
  ImportBlanks,
  ImportDone,
  ImportFixed,
  ImportHow,
  ImportMode,
  ImportPreview,
  ImportRow,
  ImportState,
} from '@contract/workbook/importing';

/** Largest number of rows that are rechecked after each correction. Beyond it the person presses 重新检查. */
const checkedAtOnce = 3000;

const bare = (rows: readonly ImportRow[]) => rows.map(({ line, cells }) => ({ line, cells }));

type ImportStage = 'choose' | 'preview' | 'done';

/**
 * State and commands of an import: choose, preview, correct, commit. Only `commit` writes rows.
 * @param url path of the list's API
 * @param fixed values that every imported row gets
 */
export function useImport(url: string, fixed: ImportFixed) {
  const [stage, setStage] = useState<ImportStage>('choose');
  const [how, setHow] = useState<ImportHow>({ mode: 'add', blanks: 'keep' });
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const [corrected, setCorrected] = useState<ReadonlySet<number>>(new Set());
  const [unchecked, setUnchecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState<ImportDone | null>(null);
  const key = useRef(newId());
  const round = useRef(0);

  const guarded = useCallback(async (work: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (failure) {
      const { message, errors } = failureOf(failure);
      setError(
        errors?.length
          ? `${message}：${errors
              .slice(0, 5)
              .map((one) => one.message)
              .join('；')}`
          : message,
      );
    } finally {
      setBusy(false);
    }
  }, []);

  const check = useCallback(
    (chosen: File, wanted: ImportHow, sheet?: string) =>
      guarded(async () => {
        const next = await checkWorkbook(url, chosen, wanted, fixed, sheet);
        setFile(chosen);
        setHow(wanted);
        setPreview(next);
        setCorrected(new Set());
        setUnchecked(false);
        setStage('preview');
      }),
    [guarded, url, fixed],
  );

  /** Drops the answer of an older check that arrives after a newer one was sent. */
  const recheck = useCallback(
    (rows: readonly ImportRow[], wanted: ImportHow) => {
      round.current += 1;
      const mine = round.current;
      return guarded(async () => {
        const next = await recheckRows(url, bare(rows), wanted, fixed);
        if (mine !== round.current) return;
        setPreview((before) => before && { ...before, rows: next });
        setUnchecked(false);
      });
    },
    [guarded, url, fixed],
  );

  const correct = useCallback(
    (line: number, header: string, text: string) => {
      if (!preview) return;
      const rows = preview.rows.map((row) =>
        row.line === line ? { ...row, cells: { ...row.cells, [header]: text } } : row,
      );
      setPreview({ ...preview, rows });
      setCorrected((before) => new Set([...before, line]));
      setUnchecked(true);
      if (rows.length <= checkedAtOnce) void recheck(rows, how);
    },
    [preview, recheck, how],
  );

  const change = useCallback(
    (changed: { readonly mode?: ImportMode; readonly blanks?: ImportBlanks }) => {
      const wanted = { ...how, ...changed };
      setHow(wanted);
      if (preview) void recheck(preview.rows, wanted);
    },
    [preview, recheck, how],
  );

  const counts = useMemo(() => {
    const found: Record<ImportState, number> = { add: 0, update: 0, same: 0, error: 0 };
    for (const row of preview?.rows ?? []) found[row.state] += 1;
    return found;
  }, [preview]);

  const commit = useCallback(
    (onlyGood: boolean) =>
      guarded(async () => {
        if (!preview) return;
        const rows = onlyGood ? preview.rows.filter((row) => row.state !== 'error') : preview.rows;
        try {
          setDone(await importRows(url, bare(rows), how, key.current, fixed));
          key.current = newId();
        } catch (failure) {
          if (!isUnclear(failureOf(failure))) key.current = newId();
          throw failure;
        }
        setStage('done');
      }),
    [guarded, preview, url, how, fixed],
  );

  return {
    stage,
    ...how,
    file,
    preview,
    corrected,
    unchecked,
    busy,
    error,
    done,
    counts,
    check,
    recheck: () => preview && recheck(preview.rows, how),
    correct,
    change,
    commit,
    /** Reads another sheet of the same file. Corrections of the former sheet are lost. */
    changeSheet: (sheet: string) => (file ? check(file, how, sheet) : Promise.resolve()),
    again: () => {
      setStage('choose');
      setPreview(null);
      setDone(null);
      setError(null);
    },
    refuse: setError,
  };
}

export type ImportModel = ReturnType<typeof useImport>;
