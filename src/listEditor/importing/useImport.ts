import { useCallback, useMemo, useRef, useState } from 'react';
import { failureOf, isUnclear } from '@/api/failures';
import { checkWorkbook, importRows, lookAtWorkbook, makeOwnRows, recheckRows } from '@/api/importing';
import { newId } from '@/lib/newId';
import type { Entity } from '@contract/entity';
import { sheetColumns } from '@contract/workbook/cells';
import type {
  ImportBlanks,
  ImportDone,
  ImportFixed,
  ImportHow,
  ImportMode,
  ImportPreview,
  ImportRow,
  ImportSource,
  ImportState,
} from '@contract/workbook/importing';
import type { Head } from '@contract/workbook/mapping/head';
import type { Mapping, TargetColumn } from '@contract/workbook/mapping/mapping';
import { adoptable, type FaultGroup, faultGroups, isOwn, movedToRemark, withCells } from './faultGroups';
import { headOf, useMapping } from './useMapping';

/** Largest number of rows that are rechecked after each correction. Beyond it the person presses 重新检查. */
const checkedAtOnce = 3000;

const bare = (rows: readonly ImportRow[]) => rows.map(({ line, cells }) => ({ line, cells }));

type ImportStage = 'choose' | 'mapping' | 'preview' | 'done';
type Aliases = Record<string, Record<string, string>>;

/** Returns the required columns without a source. An update that keeps blanks needs only the key. */
const lackingIn = (targets: readonly TargetColumn[], missing: readonly string[], { mode, blanks }: ImportHow) =>
  mode === 'update' && blanks === 'keep' ? missing.filter((header) => header === targets[0]?.header) : missing;

/** Runs one task at a time and keeps its failure as a sentence. */
function useGuarded() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const guarded = useCallback(async (work: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (failure) {
      const { message, errors } = failureOf(failure);
      const more = (errors ?? []).slice(0, 5).map((one) => one.message);
      setError(more.length ? `${message}：${more.join('；')}` : message);
    } finally {
      setBusy(false);
    }
  }, []);
  return { busy, error, setError, guarded };
}

interface Changes {
  readonly preview: ImportPreview | null;
  readonly put: (rows: ImportRow[], lines: readonly number[]) => void;
  readonly entity: Entity;
  readonly learn: (header: string, from: string, to: string) => void;
  readonly url: string;
  readonly guarded: (work: () => Promise<void>) => Promise<void>;
}

/** Commands that correct the same error in many rows at once. */
function useGroups({ preview, put, entity, learn, url, guarded }: Changes) {
  const groups = useMemo(() => faultGroups(preview?.rows ?? []), [preview]);
  const remark = sheetColumns(entity).find(({ name }) => name === 'remark')?.header ?? null;
  const change = (group: FaultGroup, cells: Parameters<typeof withCells>[2]) =>
    preview && put(withCells(preview.rows, new Set(group.lines), cells), group.lines);
  return {
    groups,
    remark,
    replaceAll(group: FaultGroup, text: string) {
      if (group.text) learn(group.header, group.text, text);
      change(group, () => ({ [group.header]: text }));
    },
    /** Sets the intended name for all groups that have a certain one. */
    adoptAll() {
      if (!preview) return;
      const sure = groups.filter(adoptable);
      let { rows } = preview;
      for (const { header, text, near, lines } of sure) {
        learn(header, text ?? '', near[0] ?? '');
        rows = withCells(rows, new Set(lines), () => ({ [header]: near[0] ?? '' }));
      }
      put(
        rows,
        sure.flatMap(({ lines }) => lines),
      );
    },
    /** Creates rows of the organization from the unknown names of a column. */
    makeOwn: (header: string) => {
      const unknown = groups.filter((group) => group.header === header && isOwn(group));
      return guarded(async () => {
        await makeOwnRows(
          url,
          header,
          unknown.flatMap((group) => group.unknown ?? []),
        );
        if (preview)
          put(
            preview.rows,
            unknown.flatMap(({ lines }) => lines),
          );
      });
    },
    clearAll: (group: FaultGroup) =>
      change(group, (cells) =>
        remark && remark !== group.header ? movedToRemark(group.header, remark, cells) : { [group.header]: '' },
      ),
    dropAll: (group: FaultGroup) =>
      preview &&
      put(
        preview.rows.filter(({ line }) => !group.lines.includes(line)),
        group.lines,
      ),
  };
}

/** State of an import: its file, preview and mapping. */
function useImportState() {
  const [stage, setStage] = useState<ImportStage>('choose');
  const [how, setHow] = useState<ImportHow>({ mode: 'add', blanks: 'keep' });
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const [corrected, setCorrected] = useState<ReadonlySet<number>>(new Set());
  const [unchecked, setUnchecked] = useState(false);
  const [done, setDone] = useState<ImportDone | null>(null);
  return {
    stage,
    how,
    file,
    preview,
    corrected,
    unchecked,
    done,
    setStage,
    setHow,
    setFile,
    setPreview,
    setCorrected,
    setUnchecked,
    setDone,
  };
}

/** Context shared by all parts of an import. */
interface ImportContext {
  readonly url: string;
  readonly fixed: ImportFixed;
  readonly state: ReturnType<typeof useImportState>;
  readonly mapped: ReturnType<typeof useMapping>;
  readonly guarded: (work: () => Promise<void>) => Promise<void>;
}

/**
 * Checks whether a sheet is a person's own list although it has the template's required columns. Such a list has
 * other columns, and cells that the strict rules refuse, such as dates in free form.
 */
const isOwnList = ({ headers, rows }: ImportPreview): boolean =>
  headers.unknown.length > 0 && rows.some(({ state }) => state === 'error');

/** Commands that read a file: as the template, or as a person's own list by its mapping. */
function useReading({ url, fixed, state, mapped, guarded }: ImportContext) {
  const { file, how, preview } = state;
  const take = (chosen: File, wanted: ImportHow, next: ImportPreview) => {
    state.setFile(chosen);
    state.setHow(wanted);
    state.setPreview(next);
    state.setCorrected(new Set());
    state.setUnchecked(false);
    state.setStage('preview');
  };
  const checkMapped = async (chosen: File, wanted: ImportHow, sheet: string, mapping: Mapping) => {
    const loose = { ...wanted, loose: true };
    take(chosen, loose, await checkWorkbook(url, chosen, loose, fixed, sheet, mapping));
  };
  /**
   * Shows the mapping of a person's own list. If nothing is missing and no head was chosen, checks the list at once.
   */
  const lookAt = async (chosen: File, wanted: ImportHow, sheet?: string, head?: Head, stay = false) => {
    const look = await lookAtWorkbook(url, chosen, fixed, sheet, head);
    state.setFile(chosen);
    state.setHow(wanted);
    mapped.show(look);
    if (stay || head || lackingIn(look.targets, look.missing, wanted).length) state.setStage('mapping');
    else await checkMapped(chosen, wanted, look.sheetName, look.mapping);
  };
  const check = (chosen: File, wanted: ImportHow, sheet?: string) =>
    guarded(async () => {
      const { loose: _loose, ...strict } = wanted;
      const next = await checkWorkbook(url, chosen, strict, fixed, sheet);
      if (next.headers.fatal || isOwnList(next)) return lookAt(chosen, strict, sheet);
      mapped.show(null);
      take(chosen, strict, next);
    });
  return {
    check,
    /** Reads another sheet of the same file. Corrections of the former sheet are lost. */
    changeSheet: (sheet: string) => (file ? check(file, how, sheet) : Promise.resolve()),
    /** Reads another sheet, or another head, for the mapping. */
    lookAgain: (sheet: string, head?: Head) =>
      file ? guarded(() => lookAt(file, how, sheet, head, true)) : Promise.resolve(),
    /** Returns to the mapping, or opens it for the first time. */
    adjust: () => {
      if (mapped.look) state.setStage('mapping');
      else if (file) void guarded(() => lookAt(file, how, preview?.sheetName, undefined, true));
    },
    /** Checks the list by the mapping. */
    checkMapping: () => {
      const { look, mapping } = mapped;
      if (file && look && mapping) void guarded(() => checkMapped(file, how, look.sheetName, mapping));
    },
  };
}

/** Commands that change rows of the preview and check them again. */
function useCorrecting({ url, fixed, state, guarded }: ImportContext) {
  const { how, preview, setPreview, setUnchecked, setCorrected, setHow } = state;
  const round = useRef(0);
  /** Checks the rows again. Drops the answer of an older check that arrives after a newer one was sent. */
  const recheck = useCallback(
    (rows: readonly ImportRow[], wanted: ImportHow) => {
      round.current += 1;
      const mine = round.current;
      return guarded(async () => {
        const next = rows.length ? await recheckRows(url, bare(rows), wanted, fixed) : [];
        if (mine !== round.current) return;
        setPreview((before) => before && { ...before, rows: next });
        setUnchecked(false);
      });
    },
    [guarded, url, fixed, setPreview, setUnchecked],
  );
  const put = useCallback(
    (rows: ImportRow[], lines: readonly number[]) => {
      setPreview((before) => before && { ...before, rows });
      setCorrected((before) => new Set([...before, ...lines]));
      setUnchecked(true);
      if (rows.length <= checkedAtOnce) void recheck(rows, how);
    },
    [recheck, how, setPreview, setCorrected, setUnchecked],
  );
  const correct = useCallback(
    (line: number, header: string, text: string) =>
      preview &&
      put(
        withCells(preview.rows, new Set([line]), () => ({ [header]: text })),
        [line],
      ),
    [preview, put],
  );
  const change = (changed: { readonly mode?: ImportMode; readonly blanks?: ImportBlanks }) => {
    const wanted = { ...how, ...changed };
    setHow(wanted);
    if (preview) void recheck(preview.rows, wanted);
  };
  return { recheck: () => preview && recheck(preview.rows, how), put, correct, change };
}

const countsOf = (rows: readonly ImportRow[]): Record<ImportState, number> => {
  const found: Record<ImportState, number> = { add: 0, update: 0, same: 0, error: 0 };
  for (const row of rows) found[row.state] += 1;
  return found;
};

/**
 * State and commands of an import: choose, map, preview, correct, commit. Only `commit` writes rows.
 * @param url path of the list's API
 * @param fixed values that every imported row gets
 */
export function useImport(url: string, fixed: ImportFixed, entity: Entity) {
  const state = useImportState();
  const { stage, how, file, preview, corrected, unchecked, done } = state;
  const { busy, error, setError, guarded } = useGuarded();
  const mapped = useMapping();
  const context: ImportContext = { url, fixed, state, mapped, guarded };
  const aliases = useRef<Aliases>({});
  const key = useRef(newId());
  const [taken, setTaken] = useState<readonly string[]>([]);
  const reading = useReading(context);
  const { put, ...correcting } = useCorrecting(context);
  const learn = (header: string, from: string, to: string) => {
    aliases.current = { ...aliases.current, [header]: { ...aliases.current[header], [from]: to } };
  };
  const groups = useGroups({ preview, put, entity, learn, url, guarded });
  const counts = useMemo(() => countsOf(preview?.rows ?? []), [preview]);

  const source: ImportSource = {
    fileName: file?.name ?? '',
    sheetName: preview?.sheetName ?? '',
    ...(how.loose && mapped.look && mapped.mapping
      ? { signature: mapped.look.signature, head: headOf(mapped.look, mapped.mapping) }
      : {}),
  };
  const commit = (onlyGood: boolean) =>
    guarded(async () => {
      if (!preview) return;
      const rows = onlyGood ? preview.rows.filter((row) => row.state !== 'error') : preview.rows;
      const sent = how.loose ? { ...source, aliases: aliases.current } : source;
      try {
        state.setDone(await importRows(url, bare(rows), how, key.current, fixed, sent));
        key.current = newId();
      } catch (failure) {
        if (!isUnclear(failureOf(failure))) key.current = newId();
        throw failure;
      }
      setTaken((before) => [...before, preview.sheetName]);
      state.setStage('done');
    });
  const again = () => {
    setTaken([]);
    state.setStage('choose');
    state.setPreview(null);
    state.setDone(null);
    setError(null);
    mapped.show(null);
    aliases.current = {};
  };
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
    ...mapped,
    missing: lackingIn(mapped.look?.targets ?? [], mapped.missing, how),
    ...reading,
    ...correcting,
    ...groups,
    commit,
    again,
    /** Visible sheets of the file that were not imported yet. */
    otherSheets: (preview?.sheets ?? []).flatMap(({ name, hidden }) => (hidden || taken.includes(name) ? [] : [name])),
    refuse: setError,
  };
}

export type ImportModel = ReturnType<typeof useImport>;
