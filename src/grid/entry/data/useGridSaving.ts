import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type Failure, failureOf } from '@/api/callFailures';
import { crud } from '@/api/crudClient';
import { feedback } from '@/lib/feedback';
import { newId } from '@/lib/newId';
import type { AnyRow, Entity } from '@contract/entity';
import { maxRowsTogether, placeOf, savedText } from '@contract/workbook/saveMany';
import { entryGridTexts } from '../entryGridTexts';
import { type Changes, changesWithout, countOf, type Request, requestFor } from '../model/changedFields';
import type { GridFault } from '../model/faultList';
import { type GridState, rowsIn } from '../model/gridState';
import { applySave, applyConflicts, applyFaults, applyDeletions, withOrder } from '../model/saveResults';
import type { DataGridOptions } from './dataGridOptions';
import type { GridModel } from './useGridModel';

interface GridSavingOptions {
  readonly latest: RefObject<DataGridOptions>;
  readonly model: Pick<GridModel, 'entity' | 'now' | 'update' | 'untouched' | 'changesOf' | 'faultsIn' | 'unsaved'>;
  /** Moves the cursor to a field of a row. */
  readonly jumpTo: (key: string, name: string) => void;
  /** Resolves when all typed titles of references are known. */
  readonly lookedUp: () => Promise<unknown>;
  /** Functions that store or delete the draft. */
  readonly draft: { readonly keep: () => void; readonly forget: () => void };
}

/** A save that can be sent: its changes, and the rows that wait because they are invalid. */
interface SendableSave {
  readonly request: Request;
  readonly waiting: ReadonlySet<string>;
  readonly first: GridFault | undefined;
}

/** Marks a save that was stopped by invalid cells. The message counts the remaining ones. */
const stoppedByFaults = Symbol('faulty');

const faultInput = (state: GridState) => ({ rows: rowsIn(state), base: state.base, serverFaults: state.serverFaults });

/** Keeps one idempotency key per content, so that a retry after a lost answer creates no second row. */
function useRequestKey() {
  const lastRequest = useRef({ text: '', key: '' });
  const keyOf = useCallback((body: unknown): string => {
    const text = JSON.stringify(body);
    if (lastRequest.current.text !== text) lastRequest.current = { text, key: newId() };
    return lastRequest.current.key;
  }, []);
  const forgetKey = useCallback(() => void (lastRequest.current = { text: '', key: '' }), []);
  return { keyOf, forgetKey };
}

type SaveFailure = string | typeof stoppedByFaults | null;

interface SaveOutcomeSetters {
  readonly setSaveFailure: (failure: SaveFailure) => void;
  readonly setSavedAt: (at: Date) => void;
  readonly setTried: (tried: boolean) => void;
  /** Gives the next request a new idempotency key. */
  readonly forgetKey: () => void;
}

/** Returns the request to send. Otherwise shows the reason and returns whether nothing was left to save. */
function usePrepare(
  { latest, model, jumpTo }: GridSavingOptions,
  setSaveFailure: SaveOutcomeSetters['setSaveFailure'],
) {
  const { entity, now, update, untouched: isUntouched, changesOf, faultsIn } = model;
  return useCallback((): SendableSave | boolean => {
    const currentFaults = faultsIn(faultInput(now.current));
    const [firstCurrentFault] = currentFaults;
    const { savesRowsSeparately = false, order: orderField } = latest.current;
    const waiting = new Set(savesRowsSeparately ? currentFaults.map(({ key }) => key) : []);
    const sendable = (): Changes => changesWithout(changesOf(now.current), waiting);
    if (firstCurrentFault && (!savesRowsSeparately || countOf(sendable()) === 0)) {
      jumpTo(firstCurrentFault.key, firstCurrentFault.name);
      setSaveFailure(stoppedByFaults);
      return false;
    }
    if (now.current.conflicts.size) {
      setSaveFailure(entryGridTexts.conflicts(now.current.conflicts.size));
      return false;
    }
    if (orderField !== undefined && countOf(changesOf(now.current)) > 0)
      update((previousGridState) => withOrder(previousGridState, entity, orderField, isUntouched));
    const pendingChanges = sendable();
    const count = countOf(pendingChanges);
    if (count === 0) {
      setSaveFailure(null);
      feedback.notify('info', entryGridTexts.nothingToSave);
      return true;
    }
    if (count > maxRowsTogether) {
      setSaveFailure(entryGridTexts.tooMany(maxRowsTogether));
      return false;
    }
    return {
      request: requestFor(entity, rowsIn(now.current), now.current.base, pendingChanges),
      waiting,
      first: firstCurrentFault,
    };
  }, [faultsIn, now, latest, changesOf, jumpTo, update, entity, isUntouched, setSaveFailure]);
}

/**
 * Returns the function that applies the saved rows. Invalid rows that were not sent keep their errors and their
 * draft.
 */
function useTakeSaved({ latest, model, jumpTo, draft }: GridSavingOptions, outcome: SaveOutcomeSetters) {
  const { entity, now, update } = model;
  const { keep, forget: forgetDraft } = draft;
  const { setSaveFailure, setSavedAt, setTried, forgetKey } = outcome;
  const queryClient = useQueryClient();
  return useCallback(
    ({ request, waiting, first }: SendableSave, savedRows: readonly AnyRow[]) => {
      forgetKey();
      const reportedFaults = now.current.serverFaults;
      update((previousGridState) => ({
        ...applySave(previousGridState, request, savedRows),
        ...(waiting.size > 0 ? { serverFaults: reportedFaults } : {}),
      }));
      setSavedAt(new Date());
      if (first) {
        keep();
        jumpTo(first.key, first.name);
        setSaveFailure(stoppedByFaults);
        feedback.notify('warning', entryGridTexts.othersSaved(waiting.size));
      } else {
        setTried(false);
        forgetDraft();
        feedback.notify('success', savedText);
      }
      void queryClient.invalidateQueries({ queryKey: ['list', entity.path] });
      void queryClient.invalidateQueries({ queryKey: ['options', entity.name] });
      void queryClient.invalidateQueries({ queryKey: ['history', entity.name] });
      latest.current.onSaved?.(savedRows);
    },
    [
      forgetKey,
      now,
      update,
      keep,
      jumpTo,
      forgetDraft,
      queryClient,
      entity,
      latest,
      setSaveFailure,
      setSavedAt,
      setTried,
    ],
  );
}

/** Shows a refusal in the grid. Returns whether the remaining rows should be sent again. */
function useTakeRefused(
  { latest, model, jumpTo }: GridSavingOptions,
  { setSaveFailure, forgetKey }: Pick<SaveOutcomeSetters, 'setSaveFailure' | 'forgetKey'>,
) {
  const { now, update, faultsIn } = model;
  return useCallback(
    (failure: Failure, request: Request): boolean => {
      if (failure.status === 400 || failure.status === 404 || failure.status === 409) forgetKey();
      const { errors = [] } = failure;
      if (failure.code === 'stale' && Array.isArray(failure.current)) {
        const currentRows = failure.current as AnyRow[];
        update((previousGridState) => applyConflicts(previousGridState, currentRows));
        return false;
      }
      if (failure.code === 'gone') {
        update((previousGridState) => applyDeletions(previousGridState, request, errors));
        setSaveFailure(entryGridTexts.goneSome);
        return false;
      }
      if (errors.length) update((previousGridState) => applyFaults(previousGridState, request, errors));
      const [wrongNow] = faultsIn(faultInput(now.current));
      if (wrongNow) jumpTo(wrongNow.key, wrongNow.name);
      setSaveFailure(`${failure.message}。${entryGridTexts.failed}`);
      return (
        latest.current.savesRowsSeparately === true &&
        failure.status === 400 &&
        request.sent.length > 1 &&
        errors.some(({ field }) => placeOf(field)?.list === 'rows')
      );
    },
    [forgetKey, update, faultsIn, now, jumpTo, latest, setSaveFailure],
  );
}

/** Saves all changes in one request. Invalid cells, conflicts and refusals are shown in the grid. */
export function useGridSaving(options: GridSavingOptions) {
  const { latest, lookedUp } = options;
  const { entity, unsaved } = options.model;
  const [saving, setSaving] = useState(false);
  const [saveFailure, setSaveFailure] = useState<SaveFailure>(null);
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  /** Set once a save was tried. Empty required cells of the row being edited are then reported too. */
  const [tried, setTried] = useState(false);
  const busy = useRef(false);
  const { keyOf, forgetKey } = useRequestKey();
  const saveAgain = useRef<() => Promise<boolean>>(async () => false);

  const prepare = usePrepare(options, setSaveFailure);
  const takeSaved = useTakeSaved(options, { setSaveFailure, setSavedAt, setTried, forgetKey });
  const takeRefused = useTakeRefused(options, { setSaveFailure, forgetKey });

  const save = useCallback(async (): Promise<boolean> => {
    if (busy.current || latest.current.locked) return false;
    setTried(true);
    await lookedUp();
    const sendable = prepare();
    if (typeof sendable === 'boolean') return sendable;
    const { request, first } = sendable;
    const key = keyOf(request.body);
    let shouldRepeat = false;
    busy.current = true;
    setSaving(true);
    setSaveFailure(null);
    try {
      const { save: customSave } = latest.current;
      const savedRows = customSave
        ? await customSave(request.body, key)
        : ((await crud<Entity>(entity).saveAll(request.body, { idempotencyKey: key })) as AnyRow[]);
      takeSaved(sendable, savedRows);
      return first === undefined;
    } catch (error) {
      shouldRepeat = takeRefused(failureOf(error), request);
      return false;
    } finally {
      busy.current = false;
      setSaving(false);
      // Rows that the server refused now wait like other invalid rows. Each retry has fewer rows, so the retries end.
      if (shouldRepeat) void saveAgain.current();
    }
  }, [latest, lookedUp, prepare, keyOf, entity, takeSaved, takeRefused]);
  saveAgain.current = save;

  // Clears the message of the last save when nothing unsaved is left.
  useEffect(() => {
    if (unsaved === 0) setSaveFailure(null);
  }, [unsaved]);

  return {
    saving,
    /** True if invalid cells stopped the last save. */
    stopped: saveFailure === stoppedByFaults,
    saveFailure: saveFailure === stoppedByFaults ? null : saveFailure,
    savedAt,
    tried,
    save,
  };
}
