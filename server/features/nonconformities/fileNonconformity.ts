import { and, eq, isNull, like } from 'drizzle-orm';
import { nonconformityNumber } from '@contract/features/nonconformities/nonconformityTexts';
import { formatDay } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import { insertRow } from '@server/crud/operations';
import { nextCount } from '@server/crud/runningNumbers';
import type { Orm } from '@server/db/orm';
import { nonconformityTable } from '@server/db/schema';
import { Refusal } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';

/** Returns the next number of a nonconformity, counted by organization and year. */
export async function nextNonconformityNo(services: Services, tx: Orm, organizationId: number | null): Promise<string> {
  const year = formatDay(services.now(), services.env.zone).slice(0, 4);
  return nonconformityNumber(year, await nextCount(tx, organizationId ?? 0, `nonconformity:${year}`));
}

interface NonconformityFinding {
  /** Value of the dictionary `nonconformityKind`. */
  readonly kind: string;
  readonly description: string;
  readonly organizationId: number | null;
  readonly project?: number | null;
  readonly sheet?: number | null;
}

/**
 * Files a nonconformity in the transaction of its cause and returns its number. Its creator is the person who caused
 * it.
 */
export async function fileNonconformity(
  { services, registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  { kind, description, organizationId, project = null, sheet = null }: NonconformityFinding,
): Promise<string> {
  const resource = registry.named('nonconformity');
  const nonconformityNo = await nextNonconformityNo(services, tx, organizationId);
  // A policy sets the columns that only the server writes; the policy of the entity is for typed values.
  const filingResource = {
    ...resource,
    policy: { ...resource.policy, beforeSave: async () => ({ nonconformityNo, automatic: true }) },
  };
  await insertRow(
    { services, registry, resource: filingResource, call },
    tx,
    { nonconformityKind: kind, description: description.slice(0, 1000), project, sheet },
    { action: 'add' },
    organizationId,
  );
  return nonconformityNo;
}

/**
 * Checks whether the system has filed a nonconformity whose description begins like this. Each cause gets one
 * nonconformity, however often the action is repeated.
 */
export async function isFiled(tx: Orm, organizationId: number | null, start: string): Promise<boolean> {
  const pattern = `${start.replace(/[\\%_]/g, (wildcard) => `\\${wildcard}`)}%`;
  const organizationCondition =
    organizationId === null
      ? isNull(nonconformityTable.organizationId)
      : eq(nonconformityTable.organizationId, organizationId);
  const [filedRow] = await tx
    .select({ id: nonconformityTable.id })
    .from(nonconformityTable)
    .where(
      and(
        organizationCondition,
        eq(nonconformityTable.automatic, true),
        isNull(nonconformityTable.deleteTime),
        like(nonconformityTable.description, pattern),
      ),
    )
    .limit(1);
  return filedRow !== undefined;
}

/** Refusal of an act without authorisation, with the nonconformity to file. */
export class UnauthorisedAct extends Refusal {
  constructor(
    message: string,
    readonly finding: Omit<NonconformityFinding, 'kind'>,
  ) {
    super(409, 'unauthorised', message);
  }
}

/** Runs the work. A refusal for lack of authorisation is filed, although everything else is rolled back. */
export async function filingUnauthorised<R>(
  context: CrudContext,
  call: Call<unknown>,
  work: () => Promise<R>,
): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnauthorisedAct) {
      const finding: NonconformityFinding = { ...error.finding, kind: 'unauthorised' };
      await context.services.database.transaction(async (tx) => {
        if (!(await isFiled(tx, finding.organizationId, finding.description)))
          await fileNonconformity(context, tx, call, finding);
      });
    }
    throw error;
  }
}
