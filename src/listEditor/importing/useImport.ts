import { useCallback, useMemo, useRef, useState } from 'react';
import { failureOf, isUnclear } from '@/api/callFailures';
import { checkWorkbook, importRows, inspectWorkbook, makeOwnRows, recheckRows } from '@/api/importing';
import { newId } from '@/lib/newId';
import type { Entity } from '@contract/entity';
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
} from '@contract/workbook/importWire';
import type { ColumnMapping, TargetColumn } from '@contract/workbook/mapping/columnMapping';
import type { HeaderRows } from '@contract/workbook/mapping/headerRows';
import { sheetColumns } from '@contract/workbook/sheetCells';
import { isAdoptable, type FaultGroup, faultGroups, canCreateRow, movedToRemark, withCells } from './faultGroups';
import { headOf, useMapping } from './useMapping';

/** Largest number of rows that are rechecked after each correction. Beyond it the person presses 重新检查. */
const maxRecheckedRows = 3000;

const toBareRows = (rows: readonly ImportRow[]) => rows.map(({ line, cells }) => ({ line, cells }));

type ImportStage = 'choose' | 'mapping' | 'preview' | 'done';
type TextReplacements = Record<string, Record<string, string>>;

/** Returns the required columns that no column of the list provides. An update that keeps blanks needs only the key. */
const missingColumns = (
  targets: readonly TargetColumn[],
  missingHeaders: readonly string[],
  { mode, blanks }: ImportHow,
) =>
  mode === 'update' && blanks === 'keep'
    ? missingHeaders.filter((header) => header === targets[0]?.header)
    : missingHeaders;

/** Runs one task at a time and keeps its failure as a sentence. */
function useGuarded() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const runGuarded = useCallback(async (work: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (failure) {
      const { message, errors } = failureOf(failure);
      const detailMessages = (errors ?? []).slice(0, 5).map((detail) => detail.message);
      setError(detailMessages.length ? `${message}：${detailMessages.join('；')}` : message);
    } finally {
      setBusy(false);
    }
  }, []);
  return { busy, error, setError, guarded: runGuarded };
}

interface PreviewChanges {
  readonly preview: ImportPreview | null;
  readonly updateRows: (rows: ImportRow[], lines: readonly number[]) => void;
  readonly entity: Entity;
  readonly rememberAlias: (header: string, from: string, to: string) => void;
  readonly url: string;
  readonly runGuarded: (work: () => Promise<void>) => Promise<void>;
}

/** Commands that correct the same error in many rows at once. */
function useGroups({ preview, updateRows, entity, rememberAlias, url, runGuarded }: PreviewChanges) {
  const groups = useMemo(() => faultGroups(preview?.rows ?? []), [preview]);
  const columns = sheetColumns(entity);
  const remark = columns.find(({ name }) => name === 'remark')?.header ?? null;
  const change = (group: FaultGroup, cells: Parameters<typeof withCells>[2]) =>
    preview && updateRows(withCells(preview.rows, new Set(group.lines), cells), group.lines);
  return {
    groups,
    remark,
    /** Checks whether a group's column may be empty, so that its text can be moved into the remark or cleared. */
    mayBeEmpty: ({ header }: FaultGroup): boolean =>
      columns.some((column) => column.header === header && entity.fields[column.name]?.required !== true),
    replaceAll(group: FaultGroup, text: string) {
      if (group.text) rememberAlias(group.header, group.text, text);
      change(group, () => ({ [group.header]: text }));
    },
    /** Sets the intended name for all groups that have a certain one. */
    adoptAll() {
      if (!preview) return;
      const adoptableGroups = groups.filter(isAdoptable);
      let { rows } = preview;
      for (const { header, text, likelyValues: nearNames, lines } of adoptableGroups) {
        rememberAlias(header, text ?? '', nearNames[0] ?? '');
        rows = withCells(rows, new Set(lines), () => ({ [header]: nearNames[0] ?? '' }));
      }
      updateRows(
        rows,
        adoptableGroups.flatMap(({ lines }) => lines),
      );
    },
    /** Creates rows of the organization from the unknown names of a column. */
    makeOwn: (header: string) => {
      const unknownGroups = groups.filter((group) => group.header === header && canCreateRow(group));
      return runGuarded(async () => {
        await makeOwnRows(
          url,
          header,
          unknownGroups.flatMap((group) => group.unknown ?? []),
        );
        if (preview)
          updateRows(
            preview.rows,
            unknownGroups.flatMap(({ lines }) => lines),
          );
      });
    },
    clearAll: (group: FaultGroup) =>
      change(group, (cells) =>
        remark && remark !== group.header ? movedToRemark(group.header, remark, cells) : { [group.header]: '' },
      ),
    dropAll: (faultGroup: FaultGroup) =>
      preview &&
      updateRows(
        preview.rows.filter(({ line }) => !faultGroup.lines.includes(line)),
        faultGroup.lines,
      ),
  };
}

/** State of an import: its file, preview and mapping. */
function useImportState() {
  const [stage, setStage] = useState<ImportStage>('choose');
  const [importOptions, setImportOptions] = useState<ImportHow>({ mode: 'add', blanks: 'keep' });
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const [correctedLines, setCorrectedLines] = useState<ReadonlySet<number>>(new Set());
  const [unchecked, setUnchecked] = useState(false);
  const [importResult, setImportResult] = useState<ImportDone | null>(null);
  return {
    stage,
    how: importOptions,
    file,
    preview,
    corrected: correctedLines,
    unchecked,
    done: importResult,
    setStage,
    setHow: setImportOptions,
    setFile,
    setPreview,
    setCorrected: setCorrectedLines,
    setUnchecked,
    setDone: setImportResult,
  };
}

/** Context shared by all parts of an import. */
interface ImportContext {
  readonly url: string;
  readonly fixed: ImportFixed;
  readonly state: ReturnType<typeof useImportState>;
  readonly mappingState: ReturnType<typeof useMapping>;
  readonly runGuarded: (work: () => Promise<void>) => Promise<void>;
}

/**
 * Checks whether a sheet is a person's own list although it has the template's required columns. Such a list has
 * other columns, and cells that the strict rules refuse, such as dates in free form.
 */
const isOwnList = ({ headers, rows }: ImportPreview): boolean =>
  headers.unknown.length > 0 && rows.some(({ state }) => state === 'error');

/** Commands that read a file: as the template, or as a person's own list by its mapping. */
function useReading({ url, fixed, state, mappingState, runGuarded }: ImportContext) {
  const { file, how: importOptions, preview } = state;
  const showPreview = (chosenFile: File, options: ImportHow, nextImportPreview: ImportPreview) => {
    state.setFile(chosenFile);
    state.setHow(options);
    state.setPreview(nextImportPreview);
    state.setCorrected(new Set());
    state.setUnchecked(false);
    state.setStage('preview');
  };
  const checkMapped = async (chosenFile: File, options: ImportHow, sheet: string, mapping: ColumnMapping) => {
    const looseOptions = { ...options, loose: true };
    showPreview(chosenFile, looseOptions, await checkWorkbook(url, chosenFile, looseOptions, fixed, sheet, mapping));
  };
  /**
   * Shows the mapping of a person's own list. If nothing is missing and no head was chosen, checks the list at once.
   */
  const lookAt = async (
    chosenFile: File,
    options: ImportHow,
    sheet?: string,
    headerRows?: HeaderRows,
    stay = false,
  ) => {
    const sheetFindings = await inspectWorkbook(url, chosenFile, fixed, sheet, headerRows);
    state.setFile(chosenFile);
    state.setHow(options);
    mappingState.show(sheetFindings);
    if (stay || headerRows || missingColumns(sheetFindings.targets, sheetFindings.missing, options).length)
      state.setStage('mapping');
    else await checkMapped(chosenFile, options, sheetFindings.sheetName, sheetFindings.mapping);
  };
  const check = (chosenFile: File, options: ImportHow, sheet?: string) =>
    runGuarded(async () => {
      const { loose: _loose, ...strict } = options;
      const strictPreview = await checkWorkbook(url, chosenFile, strict, fixed, sheet);
      if (strictPreview.headers.fatal || isOwnList(strictPreview)) return lookAt(chosenFile, strict, sheet);
      mappingState.show(null);
      showPreview(chosenFile, strict, strictPreview);
    });
  return {
    check,
    /** Reads another sheet of the same file. Corrections of the former sheet are lost. */
    changeSheet: (sheet: string) => (file ? check(file, importOptions, sheet) : Promise.resolve()),
    /** Reads another sheet, or another head, for the mapping. */
    lookAgain: (sheet: string, head?: HeaderRows) =>
      file ? runGuarded(() => lookAt(file, importOptions, sheet, head, true)) : Promise.resolve(),
    /** Returns to the mapping, or opens it for the first time. */
    adjust: () => {
      if (mappingState.look) state.setStage('mapping');
      else if (file) void runGuarded(() => lookAt(file, importOptions, preview?.sheetName, undefined, true));
    },
    /** Checks the list by the mapping. */
    checkMapping: () => {
      const { look, mapping } = mappingState;
      if (file && look && mapping) void runGuarded(() => checkMapped(file, importOptions, look.sheetName, mapping));
    },
  };
}

/** Commands that change rows of the preview and check them again. */
function useCorrecting({ url, fixed, state, runGuarded }: ImportContext) {
  const { how: importOptions, preview, setPreview, setUnchecked, setCorrected, setHow } = state;
  const round = useRef(0);
  /** Checks the rows again. Drops the answer of an older check that arrives after a newer one was sent. */
  const recheck = useCallback(
    (rows: readonly ImportRow[], options: ImportHow) => {
      round.current += 1;
      const ownRound = round.current;
      return runGuarded(async () => {
        const recheckedRows = rows.length ? await recheckRows(url, toBareRows(rows), options, fixed) : [];
        if (ownRound !== round.current) return;
        setPreview(
          (previousImportPreview) => previousImportPreview && { ...previousImportPreview, rows: recheckedRows },
        );
        setUnchecked(false);
      });
    },
    [runGuarded, url, fixed, setPreview, setUnchecked],
  );
  const updateRows = useCallback(
    (rows: ImportRow[], lines: readonly number[]) => {
      setPreview((previousImportPreview) => previousImportPreview && { ...previousImportPreview, rows });
      setCorrected((before) => new Set([...before, ...lines]));
      setUnchecked(true);
      if (rows.length <= maxRecheckedRows) void recheck(rows, importOptions);
    },
    [recheck, importOptions, setPreview, setCorrected, setUnchecked],
  );
  const correct = useCallback(
    (line: number, header: string, text: string) =>
      preview &&
      updateRows(
        withCells(preview.rows, new Set([line]), () => ({ [header]: text })),
        [line],
      ),
    [preview, updateRows],
  );
  const change = (changedChoices: { readonly mode?: ImportMode; readonly blanks?: ImportBlanks }) => {
    const nextOptions = { ...importOptions, ...changedChoices };
    setHow(nextOptions);
    if (preview) void recheck(preview.rows, nextOptions);
  };
  return { recheck: () => preview && recheck(preview.rows, importOptions), put: updateRows, correct, change };
}

const countsOf = (rows: readonly ImportRow[]): Record<ImportState, number> => {
  const countByState: Record<ImportState, number> = { add: 0, update: 0, same: 0, error: 0 };
  for (const row of rows) countByState[row.state] += 1;
  return countByState;
};

/**
 * State and commands of an import: choose, map, preview, correct, commit. Only `commit` writes rows.
 * @param url path of the list's API
 * @param fixed values that every imported row gets
 */
export function useImport(url: string, fixed: ImportFixed, entity: Entity) {
  const state = useImportState();
  const { stage, how: importOptions, file, preview, corrected: correctedLines, unchecked, done: importResult } = state;
  const { busy, error, setError, guarded: runGuarded } = useGuarded();
  const mappingState = useMapping();
  const context: ImportContext = { url, fixed, state, mappingState, runGuarded };
  const aliases = useRef<TextReplacements>({});
  const key = useRef(newId());
  const [importedSheets, setImportedSheets] = useState<readonly string[]>([]);
  const fileReading = useReading(context);
  const { put: updateRows, ...correcting } = useCorrecting(context);
  const rememberAlias = (header: string, from: string, to: string) => {
    aliases.current = { ...aliases.current, [header]: { ...aliases.current[header], [from]: to } };
  };
  const groups = useGroups({ preview, updateRows, entity, rememberAlias, url, runGuarded });
  const counts = useMemo(() => countsOf(preview?.rows ?? []), [preview]);

  const source: ImportSource = {
    fileName: file?.name ?? '',
    sheetName: preview?.sheetName ?? '',
    ...(importOptions.loose && mappingState.look && mappingState.mapping
      ? { signature: mappingState.look.signature, head: headOf(mappingState.look, mappingState.mapping) }
      : {}),
  };
  const commit = (onlyGood: boolean) =>
    runGuarded(async () => {
      if (!preview) return;
      const rows = onlyGood ? preview.rows.filter((row) => row.state !== 'error') : preview.rows;
      const sentSource = importOptions.loose ? { ...source, aliases: aliases.current } : source;
      try {
        state.setDone(await importRows(url, toBareRows(rows), importOptions, key.current, fixed, sentSource));
        key.current = newId();
      } catch (failure) {
        if (!isUnclear(failureOf(failure))) key.current = newId();
        throw failure;
      }
      setImportedSheets((before) => [...before, preview.sheetName]);
      state.setStage('done');
    });
  const startAgain = () => {
    setImportedSheets([]);
    state.setStage('choose');
    state.setPreview(null);
    state.setDone(null);
    setError(null);
    mappingState.show(null);
    aliases.current = {};
  };
  return {
    stage,
    ...importOptions,
    file,
    preview,
    corrected: correctedLines,
    unchecked,
    busy,
    error,
    done: importResult,
    counts,
    ...mappingState,
    missing: missingColumns(mappingState.look?.targets ?? [], mappingState.missing, importOptions),
    ...fileReading,
    ...correcting,
    ...groups,
    commit,
    again: startAgain,
    /** Visible sheets of the file that were not imported yet. */
    otherSheets: (preview?.sheets ?? []).flatMap(({ name, hidden }) =>
      hidden || importedSheets.includes(name) ? [] : [name],
    ),
    refuse: setError,
  };
}

export type ImportModel = ReturnType<typeof useImport>;
