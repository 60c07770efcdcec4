import type { AnyRow } from '@contract/entity';
import type { Registry } from '@server/crud/resource';
import type { Orm } from '@server/db/orm';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';

/**
 * Callback for other subjects when a report is replaced or voided and so no longer valid.
 *
 * @param report row of the report that ended
 * @param reason reason of its end, as the public reads it
 */
export type ReportEnded = (
  context: { readonly services: Services; readonly registry: Registry },
  tx: Orm,
  call: Call<unknown>,
  report: Pick<AnyRow, string>,
  reason: string,
) => Promise<void>;
