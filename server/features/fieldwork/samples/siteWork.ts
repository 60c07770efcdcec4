import { and, asc, desc, eq, inArray, isNull, like } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { isConstantFlow } from '@contract/features/equipment/equipmentRules';
import type { SiteData, SiteTool } from '@contract/features/fieldwork/samples/siteData';
import { formatDay, formatMoment } from '@server/base/zone';
import { presentRows, wireColumns } from '@server/crud/presentRows';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { equipmentTable, equipmentUseTable, storedFileTable } from '@server/db/schema';
import { measuredAtPlace } from '@server/features/laboratory/sheets/measuredAtPlace';
import { projectPeriod } from '@server/features/projects/projectPeriod';
import { projectOf } from '@server/features/projects/projectStage';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { rulesOfSamples } from './sampleRules';
import { simultaneousSamples } from './simultaneousSamples';

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
  return rows.map(({ calibrationKind, calibrationDue, flowControl, set, before, after, ...row }) => ({
    ...row,
    dueOn: calibrationKind === 'none' ? null : calibrationDue,
    constantFlow: isConstantFlow(flowControl),
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
  const [project] = await presentRows(orm, registry, registry.named('project'), [storedProject], zone);
  const partsOf = async (name: string): Promise<AnyRow[]> => {
    const resource = registry.named(name);
    const rows = await orm
      .select(wireColumns(resource))
      .from(resource.table)
      .where(
        and(
          eq(resource.columns['project'] as never, projectId),
          undeletedRows(resource),
          scopeOf(resource, call.viewer),
        ),
      )
      .orderBy(resource.columns.id);
    return presentRows(orm, registry, resource, rows, zone);
  };
  const { id, code, projectName, stage, belongInspectName, leader, leaderName, team, teamName } = project as AnyRow & {
    readonly team: number[];
    readonly teamName: string[];
  };
  const people = new Map<number, string>([
    ...(typeof leader === 'number' ? [[leader, String(leaderName ?? '')] as const] : []),
    ...team.map((person, index) => [person, teamName[index] ?? ''] as const),
  ]);
  const media = (await partsOf('siteMedia')) as unknown as SiteData['media'];
  const [tools, days, samples] = [
    await instrumentsOnSite(orm, projectId),
    (await partsOf('samplingDay')) as unknown as SiteData['days'],
    (await partsOf('sample')) as unknown as SiteData['samples'],
  ];
  const toolIds = [...tools.map((tool) => tool.id), ...samples.flatMap(({ equipment }) => equipment ?? [])];
  const surroundings = {
    project: projectId,
    organizationId: storedProject.organizationId,
    days: days.map(({ sampledOn }) => sampledOn),
    tools: [...new Set(toolIds)],
    people: [...people.keys()],
  };
  return {
    at: formatMoment(services.now(), zone),
    project: {
      id,
      code: String(code ?? ''),
      projectName: String(projectName),
      stage: String(stage),
      unitName: String(belongInspectName ?? ''),
    },
    team: [...people].map(([person, name]) => ({ id: person, name })),
    life: await projectPeriod(orm, projectId, formatDay(services.now(), zone), zone),
    tools,
    days,
    samples,
    weather: (await partsOf('siteWeather')) as unknown as SiteData['weather'],
    companions: (await partsOf('companion')) as unknown as SiteData['companions'],
    media,
    forms: Object.fromEntries(
      [...(await measuredAtPlace(orm, { project: projectId }))].flatMap(([sample, form]) =>
        form ? [[sample, form.key]] : [],
      ),
    ),
    rules: Object.fromEntries(await rulesOfSamples(orm, { project: projectId }, formatDay(services.now(), zone))),
    elsewhere: await simultaneousSamples(orm, zone, surroundings),
    films: await filmsAmong(
      orm,
      media.map(({ content }) => content),
    ),
  };
}
