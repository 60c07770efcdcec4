import { and, eq, inArray, isNull, like, notInArray, sql } from 'drizzle-orm';
import { user } from '@contract/features/system/entities/user';
import { demoTexts } from '@contract/features/system/serverTexts';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { revokeSessions } from '@server/auth/session';
import type { Orm } from '@server/db/orm';
import { builtInTable, organizationTable, projectTable, userTable } from '@server/db/schema';
import { storeForAdministrators } from '@server/features/notices/tellAdministrators';
import { systemCall } from '@server/http/systemCall';
import type { Services } from '@server/services';
import { accountNames, organizations } from './demoOrganizations';

/**
 * Key of the mark that the demonstration's accounts were closed. Accounts that an administrator enables again stay
 * enabled.
 */
const closedKey = 'demo:closed';

type RecordedKey = ReadonlyMap<string, number>;

/** Returns the demonstration's marks in this database, by key. */
export async function readDemoMarks(orm: Orm): Promise<RecordedKey> {
  return new Map(
    (await orm.select().from(builtInTable).where(like(builtInTable.key, 'demo:%'))).map(({ key, rowId }) => [
      key,
      rowId,
    ]),
  );
}

/** Checks whether the demonstration was closed in this database. */
export const isClosed = (recordedIds: RecordedKey): boolean => recordedIds.has(closedKey);

/** Returns the demonstration's organizations, whatever their current names. */
async function demoOrganizations(orm: Orm, recordedIds: RecordedKey): Promise<number[]> {
  const projectIds = [...recordedIds].flatMap(([key, rowId]) => (key.startsWith('demo:project:') ? [rowId] : []));
  const owners = projectIds.length
    ? await orm
        .selectDistinct({ id: projectTable.organizationId })
        .from(projectTable)
        .where(inArray(projectTable.id, projectIds))
    : [];
  const namedOrganizations = await orm
    .select({ id: organizationTable.id })
    .from(organizationTable)
    .where(
      inArray(
        organizationTable.creditCode,
        organizations.map(({ creditCode }) => creditCode),
      ),
    );
  return [...new Set([...owners, ...namedOrganizations].flatMap(({ id }) => id ?? []))];
}

/** Checks whether people who are not part of the demonstration work in its organizations. */
export async function hasRealPeople(orm: Orm, recordedIds: RecordedKey): Promise<boolean> {
  const homes = await demoOrganizations(orm, recordedIds);
  if (!homes.length) return false;
  const people = await orm
    .select({ id: userTable.id })
    .from(userTable)
    .where(
      and(
        inArray(userTable.organizationId, homes),
        notInArray(userTable.userName, [...accountNames]),
        eq(userTable.isAdmin, false),
        isNull(userTable.deleteTime),
      ),
    )
    .limit(1);
  return people.length > 0;
}

/**
 * Disables the accounts of an earlier demonstration on a server without one, because their password is widely known,
 * and notifies administrators. Runs once: accounts enabled again afterwards stay enabled.
 * @returns names of the accounts disabled now, and of accounts that were enabled again
 */
export async function closeDemo(
  services: Services,
): Promise<{ readonly closedAccounts: readonly string[]; readonly openAccounts: readonly string[] }> {
  const { orm } = services.database;
  const recordedIds = await readDemoMarks(orm);
  if (!recordedIds.size) return { closedAccounts: [], openAccounts: [] };
  const homes = await demoOrganizations(orm, recordedIds);
  const account = and(
    inArray(userTable.userName, [...accountNames]),
    inArray(userTable.organizationId, homes.length ? homes : [0]),
    eq(userTable.enabled, '1'),
    isNull(userTable.deleteTime),
    eq(userTable.isAdmin, false),
  );
  if (isClosed(recordedIds))
    return {
      closedAccounts: [],
      openAccounts: (
        await orm.select({ userName: userTable.userName }).from(userTable).where(account).orderBy(userTable.id)
      ).map(({ userName }) => userName),
    };
  const { closed, tell } = await services.database.transaction(async (tx) => {
    const now = services.now();
    const people = await tx
      .update(userTable)
      .set({ enabled: '0', version: sql`${userTable.version} + 1`, updateTime: now })
      .where(account)
      .returning({
        id: userTable.id,
        userName: userTable.userName,
        nickName: userTable.nickName,
        organizationId: userTable.organizationId,
      });
    people.sort((person, other) => person.id - other.id);
    const names = people.map(({ userName }) => userName);
    await revokeSessions(
      tx,
      people.map(({ id }) => id),
      now,
    );
    await recordAudit(
      tx,
      actorOf(systemCall(demoTexts.worker)),
      people.map(({ id, nickName, organizationId }) => ({
        action: 'status',
        entity: user,
        entityId: id,
        title: nickName,
        organizationId,
        before: { enabled: '1' },
        after: { enabled: '0' },
        reason: demoTexts.reason,
      })),
    );
    await tx.insert(builtInTable).values({ key: closedKey, rowId: 0 });
    return {
      closed: names,
      tell: names.length
        ? await storeForAdministrators(services, tx, {
            programPart: demoTexts.worker,
            title: demoTexts.title,
            text: demoTexts.text(names),
          })
        : null,
    };
  });
  await tell?.();
  return { closedAccounts: closed, openAccounts: [] };
}
