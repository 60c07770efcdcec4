import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { isInForce } from '@contract/features/fieldwork/plan/planFacts';
import type { AuthorisationMatrix, DutyMatrix } from '@contract/features/laboratory/tasks/labTasks';
import { formatDay } from '@server/base/zone';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import {
  dutyAuthorisationTable,
  labMethodTable,
  labTaskTable,
  methodAuthorisationTable,
  sampleSiteHazardTable,
} from '@server/db/schema';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';
import { staffOf } from './authorisedAnalysts';

/** Returns the organization whose people are shown: the chosen one; by default a platform administrator's own. */
export const organizationOf = ({ organizationId, homeOrganizationId }: Viewer): number =>
  organizationId ?? homeOrganizationId ?? 0;

/**
 * Returns all people, all methods and the authorisations between them. Methods used by the organization come first,
 * the others are ordered by technique.
 */
export async function matrixOf(
  { database: { orm }, env, now }: Services,
  registry: Registry,
  viewer: Viewer,
): Promise<AuthorisationMatrix> {
  const today = formatDay(now(), env.zone);
  const organizationId = organizationOf(viewer);
  const [methods, task, row, auth] = [labMethodTable, labTaskTable, sampleSiteHazardTable, methodAuthorisationTable];
  const resource = registry.named('labMethod');
  const countByMethod = new Map<number, number>();
  for (const table of [task, row]) {
    const counts = await orm
      .select({ method: table.method, count: sql<number>`count(*)::int` })
      .from(table)
      .where(and(eq(table.organizationId, organizationId), isNull(table.deleteTime)))
      .groupBy(table.method);
    for (const { method, count } of counts)
      if (method !== null) countByMethod.set(method, (countByMethod.get(method) ?? 0) + count);
  }
  const rows = await orm
    .select({
      id: methods.id,
      title: methods.title,
      standardNo: methods.standardNo,
      technique: methods.technique,
      methodKind: methods.methodKind,
      status: methods.status,
      validFrom: methods.validFrom,
      validUntil: methods.validUntil,
    })
    .from(methods)
    .where(and(undeletedRows(resource), scopeOf(resource, viewer)))
    .orderBy(asc(methods.methodKind), asc(methods.id));
  const cells = await orm
    .select({
      id: auth.id,
      version: auth.version,
      person: auth.person,
      method: auth.method,
      validFrom: auth.validFrom,
      validUntil: auth.validUntil,
      certificateNo: auth.certificateNo,
    })
    .from(auth)
    .where(and(eq(auth.organizationId, organizationId), isNull(auth.deleteTime)));
  const authorised = new Set(cells.map(({ method }) => method));
  return {
    today,
    persons: await staffOf(orm, organizationId, today),
    methods: rows
      .map(({ status, validFrom, validUntil, ...method }) => ({
        ...method,
        used: countByMethod.get(method.id) ?? 0,
        inForce: isInForce({ status, validFrom, validUntil }, today),
      }))
      .filter(({ id, inForce }) => inForce || authorised.has(id)),
    cells,
  };
}

/** Returns all people of the organization and their authorisations for duties. */
export async function dutyMatrixOf({ database: { orm }, env, now }: Services, viewer: Viewer): Promise<DutyMatrix> {
  const today = formatDay(now(), env.zone);
  const organizationId = organizationOf(viewer);
  const auth = dutyAuthorisationTable;
  return {
    today,
    persons: await staffOf(orm, organizationId, today),
    cells: await orm
      .select({
        id: auth.id,
        version: auth.version,
        person: auth.person,
        duty: auth.duty,
        category: auth.category,
        validFrom: auth.validFrom,
        validUntil: auth.validUntil,
        certificateNo: auth.certificateNo,
      })
      .from(auth)
      .where(and(eq(auth.organizationId, organizationId), isNull(auth.deleteTime)))
      .orderBy(asc(auth.validUntil), asc(auth.id)),
  };
}
