import type { AnyRow } from '@contract/entity';
import type { Registry } from '@server/crud/resource';
import type { Orm } from '@server/db/orm';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';

/**
 * Effect on other subjects when a report is no longer valid, since it was replaced or voided.
 *
 * @param report row of the report that ended
 * @param reason why it ended, as the public reads it
 */
export type ReportEnded = (
  context: { readonly services: Services; readonly registry: Registry },
  tx: Orm,
  call: Call<unknown>,
  report: Pick<AnyRow, string>,
  reason: string,
) => Promise<void>;
