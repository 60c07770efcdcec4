import type { AnyRow } from '@contract/entity';
import { sheetColumns } from '@contract/workbook/cells';
import type { CellError } from '@contract/workbook/draft';
import type { ImportFixed, ImportRow } from '@contract/workbook/importing';
import type { AnalysedRow } from '@contract/workbook/rows';
import { yieldToEventLoop } from '@server/base/yieldToEventLoop';
import { Refusal } from '@server/http/errors';
import type { Desk } from '../operations';
import { organizationForNew } from '../scope';
import { withInitials } from '../stored';

/** A row to be checked, with the stored row that it would change. */
interface Checked extends AnalysedRow {
  readonly state: ImportRow['state'];
  readonly existing: AnyRow | null;
}

/** Error that rolls a transaction back on purpose. */
class Undone extends Error {}

/** Converts a refusal to faults of the row's cells; a fault without a field is assigned to the key. */
function faultsOf({ resource }: Desk, row: Checked, { message, details }: Refusal): CellError[] {
  const columns = sheetColumns(resource.entity);
  const key = columns[0]?.header ?? '';
  const told = details.errors?.length ? details.errors : [{ field: '', message }];
  return told.map((fault) => {
    const header = columns.find(({ name }) => name === fault.field)?.header ?? key;
    return { header, message: fault.message, value: row.cells[header] ?? '' };
  });
}

/**
 * Adds the faults that the rules of the write would find (`Policy.beforeSave`). The rules run in a transaction that
 * is rolled back, so that the preview already shows their faults.
 * @param initials values of a new row for blank cells
 */
export async function withRuleFaults<R extends Checked>(
  desk: Desk,
  rows: readonly R[],
  initials: Readonly<Record<string, unknown>>,
  fixed: ImportFixed,
): Promise<R[]> {
  const { beforeSave } = desk.resource.policy;
  if (!beforeSave || rows.every(({ state }) => state !== 'add' && state !== 'update')) return [...rows];
  const organizationId = organizationForNew(desk.resource, desk.call.viewer, undefined);
  const checked: R[] = [];
  try {
    await desk.services.database.transaction(async (tx) => {
      for (const [at, row] of rows.entries()) {
        const { state, existing, draft } = row;
        if (at % 50 === 49) await yieldToEventLoop();
        let faults: CellError[] = [];
        if (state === 'add' || state === 'update') {
          const wanted = existing ? { ...existing, ...draft } : { ...withInitials({ ...initials }, draft), ...fixed };
          const owner = existing ? existing.organizationId : organizationId;
          try {
            await beforeSave(wanted, {
              ...desk,
              tx,
              before: existing,
              organizationId: owner,
              action: 'import',
              dry: true,
            });
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            faults = faultsOf(desk, row, error);
          }
        }
        checked.push(faults.length ? { ...row, state: 'error', errors: [...row.errors, ...faults] } : row);
      }
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
  return checked;
}
