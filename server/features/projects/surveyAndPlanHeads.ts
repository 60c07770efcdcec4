import { and, desc, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { AnyRow } from '@contract/entity';
import { insertRow } from '@server/crud/operations';
import { presentRows, wireColumns } from '@server/crud/presentRows';
import type { Registry } from '@server/crud/resource';
import type { Orm } from '@server/db/orm';
import { projectTable, siteSurveySurveyorsTable, siteSurveyTable, userTable } from '@server/db/schema';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { projectOf } from './projectStage';
import { projectPeople } from './projectTeam';

/** Part that a project has once; the stage of the part creates it. */
type HeadName = 'siteSurvey' | 'samplePlan';

/** Returns the undeleted head of a project's survey or plan; undefined without one. */
export async function findHead(
  services: Services,
  registry: Registry,
  tx: Orm,
  name: HeadName,
  projectId: number,
): Promise<AnyRow | undefined> {
  const resource = registry.named(name);
  const { columns, table } = resource;
  const rows = await tx
    .select(wireColumns(resource))
    .from(table)
    .where(and(eq(columns.project as AnyPgColumn, projectId), isNull(columns.deleteTime)));
  return (await presentRows(tx, registry, resource, rows, services.env.zone))[0];
}

/** Fewest people of a survey (GBZ 331-2024 5.2.3.1 a). */
const fewestSurveyors = 2;

/** Returns the surveyors of the last survey that a person led. */
async function lastSurveyors(tx: Orm, leader: number, projectId: number): Promise<number[]> {
  const [last] = await tx
    .select({ id: siteSurveyTable.id })
    .from(siteSurveyTable)
    .innerJoin(projectTable, eq(projectTable.id, siteSurveyTable.project))
    .innerJoin(siteSurveySurveyorsTable, eq(siteSurveySurveyorsTable.ownerId, siteSurveyTable.id))
    .where(and(eq(projectTable.leader, leader), ne(projectTable.id, projectId), isNull(siteSurveyTable.deleteTime)))
    .orderBy(desc(siteSurveyTable.id))
    .limit(1);
  if (!last) return [];
  const rows = await tx
    .select({ id: siteSurveySurveyorsTable.targetId })
    .from(siteSurveySurveyorsTable)
    .where(eq(siteSurveySurveyorsTable.ownerId, last.id))
    .orderBy(siteSurveySurveyorsTable.position);
  return rows.map(({ id }) => id);
}

/**
 * Returns the expected surveyors of a new survey: leader and team of the project; with fewer than two people also
 * those of the last survey with this leader.
 */
async function expectedSurveyors(tx: Orm, projectId: number): Promise<number[]> {
  const { leader, team } = await projectPeople(tx, projectId);
  if (leader === null) return [];
  const assignedPeople = [leader, ...team];
  const personIds =
    new Set(assignedPeople).size < fewestSurveyors
      ? [...assignedPeople, ...(await lastSurveyors(tx, leader, projectId))]
      : assignedPeople;
  const presentPeople = await tx
    .select({ id: userTable.id })
    .from(userTable)
    .where(and(inArray(userTable.id, personIds), eq(userTable.enabled, '1'), isNull(userTable.deleteTime)));
  return [...new Set(personIds)].filter((id) => presentPeople.some((user) => user.id === id));
}

/**
 * Returns the head of a project's survey or plan; creates it if it does not exist. The caller has locked the project.
 */
export async function ensureHead(
  services: Services,
  registry: Registry,
  tx: Orm,
  call: Call<unknown>,
  name: HeadName,
  project: { id: number; organizationId: number | null },
): Promise<AnyRow> {
  const existingHead = await findHead(services, registry, tx, name, project.id);
  if (existingHead) return existingHead;
  const resource = registry.named(name);
  return insertRow(
    { services, registry, resource, call },
    tx,
    {
      project: project.id,
      ...(name === 'siteSurvey' ? { surveyors: await expectedSurveyors(tx, project.id) } : {}),
    },
    { action: 'add' },
    project.organizationId,
  );
}

/** Returns the head by the project's id and locks it. Of two simultaneous first calls, only one creates the head. */
export async function lockedHead(
  services: Services,
  registry: Registry,
  tx: Orm,
  call: Call<unknown>,
  name: HeadName,
  projectId: number,
): Promise<AnyRow> {
  const head =
    (await findHead(services, registry, tx, name, projectId)) ??
    (await ensureHead(services, registry, tx, call, name, await projectOf(tx, registry, call, projectId, 'update')));
  const { columns, table } = registry.named(name);
  await tx.select({ id: columns.id }).from(table).where(eq(columns.id, head.id)).for('update');
  return head;
}
