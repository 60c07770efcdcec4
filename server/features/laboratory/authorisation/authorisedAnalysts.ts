import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import {
  type AnalystCandidate,
  type AuthorisationState,
  authorisationState,
  isInDate,
} from '@contract/features/laboratory/tasks/labTasks';
import { labTaskTexts } from '@contract/features/laboratory/tasks/taskTexts';
import { isExpired } from '@contract/features/system/accounts/accountExpiry';
import { permissionOf } from '@contract/permissions';
import { personName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import {
  labMethodTable,
  labTaskTable,
  menuTable,
  methodAuthorisationTable,
  roleMenusTable,
  roleTable,
  userRolesTable,
  userTable,
} from '@server/db/schema';

/** Permission to test: the permission to begin a record. */
const testPermission = permissionOf(labSheet, 'add');

interface StaffMember {
  readonly id: number;
  readonly name: string;
  readonly userName: string;
  readonly enabled: boolean;
  readonly analyst: boolean;
}

/** Returns the people whose roles hold the permission to test. A role of another organization gives no permission. */
async function testersAmong(orm: Orm, organizationId: number): Promise<ReadonlySet<number>> {
  const rows = await orm
    .selectDistinct({ id: userRolesTable.ownerId })
    .from(userRolesTable)
    .innerJoin(roleTable, eq(roleTable.id, userRolesTable.targetId))
    .innerJoin(roleMenusTable, eq(roleMenusTable.ownerId, roleTable.id))
    .innerJoin(menuTable, eq(menuTable.id, roleMenusTable.targetId))
    .where(
      and(
        eq(menuTable.permission, testPermission),
        isNull(menuTable.deleteTime),
        isNull(roleTable.deleteTime),
        or(isNull(roleTable.organizationId), eq(roleTable.organizationId, organizationId)),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns the people of an organization, analysts first, without enterprise users and platform administrators. People
 * of the same name are shown with their accounts.
 * `today` decides which accounts have expired.
 */
export async function staffOf(
  orm: Orm,
  organizationId: number,
  today: string,
  ids?: readonly number[],
): Promise<StaffMember[]> {
  const rows = await orm
    .select({
      id: userTable.id,
      name: personName(),
      userName: userTable.userName,
      status: userTable.enabled,
      expiryDate: userTable.expiryDate,
      isAdmin: userTable.isAdmin,
    })
    .from(userTable)
    .where(
      and(
        eq(userTable.organizationId, organizationId),
        isNull(userTable.deleteTime),
        eq(userTable.isQy, false),
        eq(userTable.isOutside, false),
        ids ? inArray(userTable.id, [...ids]) : undefined,
      ),
    )
    .orderBy(asc(userTable.pinyin), asc(userTable.id));
  const tests = await testersAmong(orm, organizationId);
  return rows
    .filter(({ id, isAdmin }) => !isAdmin || tests.has(id))
    .map(({ id, name, userName, status, expiryDate, isAdmin }) => ({
      id,
      name,
      userName,
      analyst: tests.has(id),
      enabled: status === '1' && !isExpired({ id, isAdmin, expiryDate }, today),
    }))
    .sort((a, b) => Number(b.analyst) - Number(a.analyst));
}

function whyNot(
  authorisationState: AuthorisationState,
  person: string,
  method: string,
  days: { validFrom: string; validUntil: string } | undefined,
): string | null {
  if (isInDate(authorisationState)) return null;
  if (!days) return labTaskTexts.notAuthorised(person, method);
  return authorisationState === 'coming'
    ? labTaskTexts.notYetAuthorised(person, method, days.validFrom)
    : labTaskTexts.authorisationOver(person, method, days.validUntil);
}

interface AskedAbility {
  readonly organizationId: number;
  readonly methods: readonly number[];
  /** Day of the test, `YYYY-MM-DD`. */
  readonly on: string;
  /**
   * Restricts the answer to these people. By default it names all who may test or were ever authorised for one of the
   * methods.
   */
  readonly persons?: readonly number[];
}

/**
 * Returns a sentence why a person may not be responsible for a test by a method on these days; null if the person may
 * (ISO/IEC 17025 6.2.6).
 */
export async function authorisationProblem(
  orm: Orm,
  request: {
    readonly organizationId: number | null;
    readonly person: number;
    readonly method: number;
    readonly days: readonly string[];
  },
): Promise<string | null> {
  for (const day of new Set(request.days)) {
    const [ability] =
      request.organizationId === null
        ? []
        : await ableAnalysts(orm, {
            organizationId: request.organizationId,
            methods: [request.method],
            on: day,
            persons: [request.person],
          });
    if (!ability) return labTaskTexts.personGone;
    if (!ability.able) return ability.why.join('；');
  }
  return null;
}

/** Returns the people who may test by all of these methods on a day, then the others with the reason why not. */
export async function ableAnalysts(
  orm: Orm,
  { organizationId, methods, on, persons }: AskedAbility,
): Promise<AnalystCandidate[]> {
  const [auth, task] = [methodAuthorisationTable, labTaskTable];
  const methodIds = [...new Set(methods)];
  const staff = await staffOf(orm, organizationId, on, persons);
  const titles = new Map(
    methodIds.length
      ? (
          await orm
            .select({ id: labMethodTable.id, title: labMethodTable.title })
            .from(labMethodTable)
            .where(inArray(labMethodTable.id, methodIds))
        ).map(({ id, title }) => [id, title])
      : [],
  );
  const authorisations = methodIds.length
    ? await orm
        .select()
        .from(auth)
        .where(and(inArray(auth.method, methodIds), eq(auth.organizationId, organizationId), isNull(auth.deleteTime)))
    : [];
  const heldTasks = await orm
    .select({ analyst: task.analyst, count: sql<number>`count(*)::int` })
    .from(task)
    .where(
      and(
        eq(task.organizationId, organizationId),
        isNull(task.deleteTime),
        or(eq(task.state, 'distributed'), eq(task.state, 'testing')),
      ),
    )
    .groupBy(task.analyst);
  const countByAnalyst = new Map(heldTasks.map(({ analyst, count }) => [analyst, count]));
  return staff
    .filter(({ id, analyst }) => persons !== undefined || analyst || authorisations.some(({ person }) => person === id))
    .map(({ id, name, enabled, analyst }) => {
      const ownAuthorisations = authorisations.filter(({ person }) => person === id);
      const reasons = [
        ...(enabled ? [] : [labTaskTexts.personGone]),
        ...(analyst ? [] : [labTaskTexts.mayNotTest(name)]),
        ...methodIds.flatMap((methodId) => {
          const days = ownAuthorisations.find((authorisation) => authorisation.method === methodId);
          return whyNot(authorisationState(days, on), name, titles.get(methodId) ?? String(methodId), days) ?? [];
        }),
      ];
      return {
        id,
        name,
        able: reasons.length === 0,
        why: reasons,
        validUntil: ownAuthorisations.map(({ validUntil }) => validUntil).sort()[0] ?? null,
        holds: countByAnalyst.get(id) ?? 0,
      };
    })
    .sort((a, b) => Number(b.able) - Number(a.able) || a.why.length - b.why.length);
}
