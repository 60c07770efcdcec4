import type { EntryRow } from './model/entryTypes';
import { faultsOf } from './model/faultList';
import { noFaults, type RowFaults } from './model/faults';
import type { DataGridModel } from './useDataGrid';

type Judged = Pick<DataGridModel, 'state' | 'findFaults' | 'isUntouched' | 'tried'>;

/** Returns the errors that a row shows. A new row is not reported as incomplete while a person fills it in. */
export function shownFaults(
  { state, findFaults, isUntouched, tried }: Judged,
  row: EntryRow,
  index: number,
): RowFaults {
  const base = state.base.get(row.key);
  if (base === undefined ? isUntouched(row) : base === row.values) return noFaults;
  const all = faultsOf(state, row, findFaults);
  if (base !== undefined || tried || index !== state.history.present.selection.anchor.row || all === noFaults)
    return all;
  const told = Object.entries(all).filter(([, { missing }]) => !missing);
  return told.length ? Object.fromEntries(told) : noFaults;
}
