import type { EntryRow } from './model/entryTypes';
import { faultsOf } from './model/faultList';
import { noFaults, type RowFaults } from './model/rowFaults';
import type { DataGridModel } from './useDataGrid';

type FaultSource = Pick<DataGridModel, 'state' | 'findFaults' | 'isUntouched' | 'tried'>;

/**
 * Returns the errors that a row shows. A new row is not reported as incomplete while a person fills it in.
 * @param index index of the row, from 0
 */
export function shownFaults(
  { state, findFaults, isUntouched, tried }: FaultSource,
  row: EntryRow,
  index: number,
): RowFaults {
  const base = state.base.get(row.key);
  if (base === undefined ? isUntouched(row) : base === row.values) return noFaults;
  const allFaults = faultsOf(state, row, findFaults);
  if (base !== undefined || tried || index !== state.history.present.selection.anchor.row || allFaults === noFaults)
    return allFaults;
  const reportedFaults = Object.entries(allFaults).filter(([, { isMissing }]) => !isMissing);
  return reportedFaults.length ? Object.fromEntries(reportedFaults) : noFaults;
}
