import { and, asc, eq, isNull, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { AnyRow } from '@contract/entity';
import { recordsTexts } from '@contract/features/records/recordsTexts';
import { mayAny } from '@contract/permissions';
import type { PaperHead } from '@contract/print/paperHead';
import type { CrudContext } from '@server/crud/crudContext';
import { presentRows, wireColumns } from '@server/crud/presentRows';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { organizationTable } from '@server/db/schema';
import { controlNos } from '@server/features/laboratory/sheets/sheetPaper';
import { projectOf } from '@server/features/projects/projectStage';
import { forbidden } from '@server/http/errors';
import type { Call } from '@server/http/route';

/** Permissions to see records: ordinary projects have two menu entries, incoming ones their own. */
const readPermissions = {
  ordinary: ['recordPage:list', 'recordPageNew:list'],
  incoming: ['recordPageNewLyjc:list'],
} as const;
export const mayRead = [...readPermissions.ordinary, ...readPermissions.incoming];
/** Checks whether a viewer may see records of this kind. */
export const mayReadRecords = ({ viewer }: Pick<Call, 'viewer'>, incoming: boolean): boolean =>
  viewer.user.isAdmin || mayAny(viewer.permissions, readPermissions[incoming ? 'incoming' : 'ordinary']);

/**
 * Permissions of people who work with a plan or a circulation sheet. They may print it without seeing the other
 * records.
 */
const alsoBy: Readonly<Record<string, string>> = { plan: 'samplePlan:list', handOver: 'handOver:list' };
export const mayReadPaper = [...mayRead, ...Object.values(alsoBy)];
const mayReadAll = ({ viewer }: Pick<Call, 'viewer'>, keys: readonly string[]): boolean =>
  keys.length > 0 && keys.every((key) => mayAny(viewer.permissions, [alsoBy[key.split('-')[0] ?? ''] ?? '']));

/**
 * Returns a project whose records the viewer may read, in the form of the API.
 * @param keys keys of the requested papers, if only some are requested
 * @throws Refusal 404 for a project of another organization, 403 for a kind of project that the viewer may not see
 */
export async function readableProject(
  { services, registry }: CrudContext,
  orm: Orm,
  call: Call<unknown>,
  id: number,
  keys: readonly string[] = [],
): Promise<AnyRow> {
  const storedProject = await projectOf(orm, registry, call, id);
  if (!mayReadRecords(call, storedProject.incoming === true) && !mayReadAll(call, keys))
    throw forbidden(recordsTexts.notPermitted);
  const [project] = await presentRows(orm, registry, registry.named('project'), [storedProject], services.env.zone);
  return project as AnyRow;
}

/** Returns the undeleted rows of a part of the project in the form of the API, in order. */
export async function partsOf(
  { services, registry }: CrudContext,
  orm: Orm,
  call: Call<unknown>,
  name: string,
  projectId: number,
  extraCondition?: SQL,
): Promise<AnyRow[]> {
  const resource = registry.named(name);
  const order = [
    ...('rowSort' in resource.columns ? [asc(resource.columns['rowSort'] as AnyPgColumn)] : []),
    asc(resource.columns.id),
  ];
  const rows = await orm
    .select(wireColumns(resource))
    .from(resource.table)
    .where(
      and(
        eq(resource.columns['project'] as AnyPgColumn, projectId),
        undeletedRows(resource),
        scopeOf(resource, call.viewer),
        extraCondition,
      ),
    )
    .orderBy(...order);
  return presentRows(orm, registry, resource, rows, services.env.zone);
}

/** Returns the data printed at the head of each paper of the project. */
export async function headOf(orm: Orm, project: AnyRow, title: string): Promise<PaperHead> {
  const { organizationId, code, projectName, belongInspectName, customerName, typeName, leaderName } = project;
  const [agency] =
    organizationId === null
      ? []
      : await orm
          .select({ name: organizationTable.name })
          .from(organizationTable)
          .where(and(eq(organizationTable.id, organizationId), isNull(organizationTable.deleteTime)));
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    agency: agency?.name ?? '',
    controlNo: (await controlNos(orm, organizationId, [['own', title]]))['own'] ?? '',
    project: {
      code: text(code) ?? '',
      projectName: text(projectName) ?? '',
      unitName: text(belongInspectName) ?? '',
      customerName: text(customerName),
      typeName: text(typeName),
      leaderName: text(leaderName),
    },
  };
}
