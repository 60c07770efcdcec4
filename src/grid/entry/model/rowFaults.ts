import type { Entity } from '@contract/entity';
import { crossFieldErrors } from '@contract/schema';
import { fieldMessage } from '@contract/workbook/readCell';
import type { Column, EntryRow, Values } from './entryTypes';

/** Errors of a row by field; '' holds errors of fields that no column shows. */
export type RowFaults = Readonly<Record<string, CellFault>>;

interface CellFault {
  readonly message: string;
  /** True if only a required value is missing. This is not reported while a person is still in the row. */
  readonly isMissing: boolean;
}

export const noFaults: RowFaults = {};

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

/**
 * Checks whether a new row has no input yet. Such a row is neither wrong nor saved.
 * @param blank initial values of a new row
 */
export function isUntouched(columns: readonly Column[], row: EntryRow, blank: Values): boolean {
  if (row.texts) return false;
  return columns.every(({ name }) => name === null || isEmpty(row.values[name]) || row.values[name] === blank[name]);
}

/**
 * Returns a function that checks a row as `checkDraft` does. Results are cached per row, because rows are immutable.
 */
export function faultFinder(entity: Entity, columns: readonly Column[]): (row: EntryRow) => RowFaults {
  const cache = new WeakMap<EntryRow, RowFaults>();
  const fields = Object.entries(entity.fields).filter(([, field]) => !field.readonly && field.kind !== 'secret');
  const shownNames = new Set(columns.flatMap(({ name }) => (name === null ? [] : [name])));
  return (row) => {
    const cached = cache.get(row);
    if (cached) return cached;
    const faults: Record<string, CellFault> = {};
    for (const [name, field] of fields) {
      const message = fieldMessage(field, row.values[name] ?? null);
      if (message !== null)
        faults[shownNames.has(name) ? name : ''] = { message, isMissing: isEmpty(row.values[name]) };
    }
    if (Object.keys(faults).length === 0)
      for (const { field, message } of crossFieldErrors(entity, row.values))
        faults[shownNames.has(field) ? field : ''] = { message, isMissing: false };
    for (const [name, { message }] of Object.entries(row.texts ?? {})) faults[name] = { message, isMissing: false };
    const result = Object.keys(faults).length ? faults : noFaults;
    cache.set(row, result);
    return result;
  };
}
