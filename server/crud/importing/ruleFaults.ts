import type { AnyRow } from '@contract/entity';
import type { CellError } from '@contract/workbook/cellsToDraft';
import type { ImportFixed, ImportRow } from '@contract/workbook/importWire';
import type { AnalysedRow } from '@contract/workbook/readTableRows';
import { sheetColumns } from '@contract/workbook/sheetCells';
import { yieldToEventLoop } from '@server/base/yieldToEventLoop';
import { Refusal } from '@server/http/errors';
import type { OperationContext } from '../operations';
import { organizationForNew } from '../rowScope';
import { withInitials } from '../storedValues';

/** A row to be checked, with the stored row that it would change. */
interface CheckedRow extends AnalysedRow {
  readonly state: ImportRow['state'];
  readonly existing: AnyRow | null;
}

/** Error that rolls a transaction back on purpose. */
class IntendedRollback extends Error {}

/** Converts a refusal to faults of the row's cells; a fault without a field is assigned to the key. */
function faultsOf({ resource }: OperationContext, row: CheckedRow, { message, details }: Refusal): CellError[] {
  const columns = sheetColumns(resource.entity);
  const key = columns[0]?.header ?? '';
  const fieldErrors = details.errors?.length ? details.errors : [{ field: '', message }];
  return fieldErrors.map((fault) => {
    const header = columns.find(({ name }) => name === fault.field)?.header ?? key;
    return { header, message: fault.message, value: row.cells[header] ?? '' };
  });
}

/**
 * Adds the faults that the rules of the write would find (`Policy.beforeSave`). The rules run in a transaction that
 * is rolled back, so that the preview already shows their faults.
 * @param initials values of a new row for blank cells
 */
export async function withRuleFaults<R extends CheckedRow>(
  context: OperationContext,
  rows: readonly R[],
  initials: Readonly<Record<string, unknown>>,
  fixedValues: ImportFixed,
): Promise<R[]> {
  const { beforeSave } = context.resource.policy;
  if (!beforeSave || rows.every(({ state }) => state !== 'add' && state !== 'update')) return [...rows];
  const organizationId = organizationForNew(context.resource, context.call.viewer, undefined);
  const checkedRows: R[] = [];
  try {
    await context.services.database.transaction(async (tx) => {
      for (const row of rows) {
        const { state, existing, draft } = row;
        await yieldToEventLoop();
        let faults: CellError[] = [];
        if (state === 'add' || state === 'update') {
          const resultingRow = existing
            ? { ...existing, ...draft }
            : { ...withInitials({ ...initials }, draft), ...fixedValues };
          const owner = existing ? existing.organizationId : organizationId;
          try {
            await beforeSave(resultingRow, {
              ...context,
              tx,
              before: existing,
              organizationId: owner,
              action: 'import',
              dry: true,
            });
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            faults = faultsOf(context, row, error);
          }
        }
        checkedRows.push(faults.length ? { ...row, state: 'error', errors: [...row.errors, ...faults] } : row);
      }
      throw new IntendedRollback();
    });
  } catch (error) {
    if (!(error instanceof IntendedRollback)) throw error;
  }
  return checkedRows;
}
