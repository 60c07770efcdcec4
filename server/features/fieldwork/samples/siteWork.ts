import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, like, min } from 'drizzle-orm';
import { normDays } from '@contract/arithmetic/limits/standardEdition';
import type { AnyRow } from '@contract/entity';
import { hasPump, isConstantFlow } from '@contract/features/equipment/equipmentRules';
import type { SiteData, SiteTool } from '@contract/features/fieldwork/samples/siteData';
import { formatDay, formatMoment } from '@server/base/zone';
import { presentRows, wireColumns } from '@server/crud/presentRows';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { equipmentTable, equipmentUseTable, projectTable, storedFileTable } from '@server/db/schema';
import { measuredAtPlace } from '@server/features/laboratory/sheets/measuredAtPlace';
import { projectPeriod } from '@server/features/projects/projectPeriod';
import { projectOf } from '@server/features/projects/projectStage';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { rulesOfSamples } from './sampleRules';
import { simultaneousSamples } from './simultaneousSamples';

/** An instrument with its last issue for a project. */
interface LastIssue {
  readonly id: number;
  readonly eqpKind: string;
  readonly outAt: Date | null;
  readonly inAt: Date | null;
  readonly before: string | null;
}

/**
 * Returns the ids of the samplers whose flow was not checked for their last issue (GBZ 331-2024 5.2.6.1 b, E.1 d). An
 * organization's first check since the standard is in force makes it required for every later issue. A sampler that is
 * back keeps the check of an earlier issue for the samples of then.
 */
async function uncheckedSamplers(orm: Orm, projectId: number, issues: readonly LastIssue[]): Promise<Set<number>> {
  const withoutCheck = issues.filter(({ eqpKind, before }) => before === null && hasPump(eqpKind));
  if (!withoutCheck.length) return new Set();
  const { outAt, flowBefore, organizationId, deleteTime, equipment, project } = equipmentUseTable;
  const [first] = await orm
    .select({ at: min(outAt) })
    .from(equipmentUseTable)
    .innerJoin(projectTable, eq(projectTable.organizationId, organizationId))
    .where(
      and(
        eq(projectTable.id, projectId),
        isNotNull(flowBefore),
        gte(outAt, new Date(`${normDays.gbz331}T00:00:00+08:00`)),
        isNull(deleteTime),
      ),
    );
  const checkedSince = first?.at;
  if (!checkedSince) return new Set();
  const checkedRows = await orm
    .selectDistinct({ id: equipment })
    .from(equipmentUseTable)
    .where(and(eq(project, projectId), isNotNull(flowBefore), isNull(deleteTime)));
  const checkedEarlier = new Set(checkedRows.map(({ id }) => id));
  return new Set(
    withoutCheck
      .filter((issue) => issue.outAt !== null && issue.outAt > checkedSince)
      .filter(({ id, inAt }) => inAt === null || !checkedEarlier.has(id))
      .map(({ id }) => id),
  );
}

/**
 * Returns the instruments that are issued for the project.
 * @param alsoBack whether to include instruments that were returned
 */
export async function instrumentsOnSite(
  orm: Orm,
  projectId: number,
  { alsoBack = false }: { readonly alsoBack?: boolean } = {},
): Promise<SiteTool[]> {
  const toolTable = equipmentTable;
  const useTable = equipmentUseTable;
  const rows = await orm
    .selectDistinctOn([toolTable.id], {
      id: toolTable.id,
      eqpNo: toolTable.eqpNo,
      eqpName: toolTable.eqpName,
      eqpKind: toolTable.eqpKind,
      model: toolTable.model,
      purpose: toolTable.purpose,
      calibrationKind: toolTable.calibrationKind,
      calibrationDue: toolTable.calibrationDue,
      flowControl: toolTable.flowControl,
      set: useTable.flowSet,
      before: useTable.flowBefore,
      after: useTable.flowAfter,
      outAt: useTable.outAt,
      inAt: useTable.inAt,
    })
    .from(useTable)
    .innerJoin(toolTable, eq(toolTable.id, useTable.equipment))
    .where(
      and(
        eq(useTable.project, projectId),
        isNull(useTable.deleteTime),
        isNull(toolTable.deleteTime),
        alsoBack ? undefined : isNull(useTable.inAt),
      ),
    )
    .orderBy(asc(toolTable.id), desc(useTable.id));
  const unchecked = await uncheckedSamplers(orm, projectId, rows);
  return rows.map(({ id, eqpNo, eqpName, eqpKind, model, purpose, set, before, after, ...row }) => ({
    id,
    eqpNo,
    eqpName,
    eqpKind,
    model,
    purpose,
    flowUnchecked: unchecked.has(id),
    dueOn: row.calibrationKind === 'none' ? null : row.calibrationDue,
    constantFlow: isConstantFlow(row.flowControl),
    flow: before === null ? null : { set, before, after },
  }));
}

async function filmsAmong(orm: Orm, files: readonly string[]): Promise<string[]> {
  if (!files.length) return [];
  const rows = await orm
    .select({ id: storedFileTable.id })
    .from(storedFileTable)
    .where(and(inArray(storedFileTable.id, [...files]), like(storedFileTable.mime, 'video/%')));
  return rows.map(({ id }) => id);
}

/** Returns the visible rows of an entity that belong to a project, in API form. */
async function partsOfProject(
  { database, env }: Services,
  registry: Registry,
  call: Call<unknown>,
  name: string,
  projectId: number,
): Promise<AnyRow[]> {
  const resource = registry.named(name);
  const rows = await database.orm
    .select(wireColumns(resource))
    .from(resource.table)
    .where(
      and(eq(resource.columns['project'] as never, projectId), undeletedRows(resource), scopeOf(resource, call.viewer)),
    )
    .orderBy(resource.columns.id);
  return presentRows(database.orm, registry, resource, rows, env.zone);
}

/** Returns the leader and the team of a project, each once, by id. */
function teamOf({ leader, leaderName, team, teamName }: AnyRow): ReadonlyMap<number, string> {
  const names = teamName as readonly string[];
  return new Map<number, string>([
    ...(typeof leader === 'number' ? [[leader, String(leaderName ?? '')] as const] : []),
    ...(team as readonly number[]).map((personId, index) => [personId, names[index] ?? ''] as const),
  ]);
}

/**
 * Returns all data that a phone needs to work offline.
 * @throws Refusal 404 for an unknown project
 */
export async function siteWorkOf(
  services: Services,
  registry: Registry,
  call: Call<unknown>,
  projectId: number,
): Promise<SiteData> {
  const { orm } = services.database;
  const { zone } = services.env;
  const storedProject = await projectOf(orm, registry, call, projectId);
  const [presented] = await presentRows(orm, registry, registry.named('project'), [storedProject], zone);
  const project = presented as AnyRow;
  const partsOf = async <K extends keyof SiteData>(name: string): Promise<SiteData[K]> =>
    (await partsOfProject(services, registry, call, name, projectId)) as unknown as SiteData[K];
  const people = teamOf(project);
  const media = await partsOf<'media'>('siteMedia');
  const tools = await instrumentsOnSite(orm, projectId);
  const days = await partsOf<'days'>('samplingDay');
  const samples = await partsOf<'samples'>('sample');
  const toolIds = [...tools.map((tool) => tool.id), ...samples.flatMap(({ equipment }) => equipment ?? [])];
  const today = formatDay(services.now(), zone);
  const forms = [...(await measuredAtPlace(orm, { project: projectId }))];
  return {
    at: formatMoment(services.now(), zone),
    project: {
      id: project.id,
      code: String(project.code ?? ''),
      projectName: String(project.projectName),
      stage: String(project.stage),
      unitName: String(project.belongInspectName ?? ''),
    },
    team: [...people].map(([personId, name]) => ({ id: personId, name })),
    life: await projectPeriod(orm, projectId, today, zone),
    tools,
    days,
    samples,
    weather: await partsOf<'weather'>('siteWeather'),
    companions: await partsOf<'companions'>('companion'),
    media,
    forms: Object.fromEntries(forms.flatMap(([sampleId, form]) => (form ? [[sampleId, form.key]] : []))),
    rules: Object.fromEntries(await rulesOfSamples(orm, { project: projectId }, today)),
    elsewhere: await simultaneousSamples(orm, zone, {
      project: projectId,
      organizationId: storedProject.organizationId,
      days: days.map(({ sampledOn }) => sampledOn),
      tools: [...new Set(toolIds)],
      people: [...people.keys()],
    }),
    films: await filmsAmong(
      orm,
      media.map(({ content }) => content),
    ),
  };
}
