import { eq } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import type { DeclarationView } from '@contract/features/platforms/declaration/declarationWire';
import type { SubmissionView } from '@contract/features/platforms/submissionWire';
import { builtInTable, projectTable, reportTable } from '@server/db/schema';
import type { DayOf, DemoActors } from './demoActors';
import { projectKey } from './demoKeys';

const playedKey = 'demo:played:governance';
/** Index of the project that is played from survey to publication. Another project still lacks data. */
const reportedIndex = 0;

/** Checks whether the demonstration's reporting has to be played: its project is finished, the reporting is not. */
export const isGovernanceDue = (recordedIds: ReadonlyMap<string, number>): boolean =>
  recordedIds.has(projectKey(reportedIndex)) && !recordedIds.has(playedKey);

/** Platforms that are switched off, with reserved domain names, so that no data can leave this machine. */
const demoPlatforms = [
  {
    connectorName: '省职业卫生监管平台',
    family: 'differentPlatform',
    baseUrl: 'https://zyws.platform.invalid/openapi',
    mapping: {
      'employer.creditCode': 'uscc',
      'employer.scale=2': '20',
      'employer.scale=3': '30',
      'project.serviceType=DQ': '1',
      'project.serviceType=WT': '2',
    },
  },
  {
    connectorName: '临平区职业健康平台',
    family: 'samePlatform',
    baseUrl: 'https://lp.platform.invalid/report',
    mapping: {},
  },
] as const;

async function playDeclaration(actors: DemoActors, unit: number, year: number, dayOf: DayOf): Promise<void> {
  const view = () => actors.ask<DeclarationView>('reporter', 'GET', `api/declaration/of/${unit}`);
  const newestVersion = async () => (await view()).versions[0] as unknown as AnyRow & { rows: AnyRow[] };
  const move = async (key: string) =>
    actors.ask('reporter', 'PUT', 'api/declaration/move', { id: (await newestVersion()).id, move: key });
  actors.at(`${dayOf(-6)} 10:10:00`);
  await actors.ask('reporter', 'POST', 'api/declaration/start', { unit, year });
  const { rows: _rows, ...first } = await newestVersion();
  actors.at(`${dayOf(-6)} 10:35:00`);
  await actors.ask('reporter', 'PUT', 'api/declaration/edit', {
    ...first,
    legalPerson: '沈建国',
    hasOffice: true,
    fullTimeStaff: 1,
    partTimeStaff: 2,
    diseaseCount: 0,
  });
  await move('declare');
  actors.at(`${dayOf(-2)} 14:05:00`);
  await actors.ask('reporter', 'POST', 'api/declaration/change', {
    id: first.id,
    year,
    reason: '主要负责人变更',
    refill: false,
  });
  const { rows: _same, ...changed } = await newestVersion();
  actors.at(`${dayOf(-2)} 14:30:00`);
  await actors.ask('reporter', 'PUT', 'api/declaration/edit', { ...changed, legalPerson: '沈建荣' });
  await move('declare');
}

/**
 * Plays 数据治理 by the product's own calls: switched-off platforms, waiting pushes, a submission, and a declaration
 * with a change.
 */
export async function playGovernance(
  actors: DemoActors,
  recordedIds: ReadonlyMap<string, number>,
  dayOf: DayOf,
): Promise<void> {
  const { orm } = actors.services.database;
  const projectId = recordedIds.get(projectKey(reportedIndex)) as number;
  const [row] = await orm
    .select({
      unit: projectTable.belongInspect,
      year: projectTable.createYear,
      organizationId: projectTable.organizationId,
    })
    .from(projectTable)
    .where(eq(projectTable.id, projectId));
  const [report] = await orm
    .select({ state: reportTable.state })
    .from(reportTable)
    .where(eq(reportTable.project, projectId));
  if (!row || report?.state !== 'published') return;
  actors.at(`${dayOf(-5)} 09:20:00`);
  const connectors = [];
  for (const platform of demoPlatforms)
    connectors.push(
      await actors.ask<AnyRow>('admin', 'POST', 'api/connector/add', {
        ...platform,
        active: false,
        timeoutSeconds: 30,
        maxAttempts: 8,
        firstDelay: 30,
        organizationId: row.organizationId,
      }),
    );
  const submission = await actors.ask<SubmissionView>(
    'reporter',
    'GET',
    `api/occupationalHealthReport/project/${projectId}`,
  );
  if (submission.blocked === null && submission.findings.length === 0) {
    actors.at(`${dayOf(-5)} 10:40:00`);
    await actors.ask('reporter', 'PUT', 'api/occupationalHealthReport/submit', {
      project: projectId,
      channel: 'online',
      remark: '网上填报，回执待主管部门审核后补录',
    });
    actors.at(`${dayOf(-5)} 10:55:00`);
    await actors.ask('reporter', 'POST', 'api/push/queue', {
      projects: [projectId],
      connector: connectors[0]?.id,
      parts: ['survey', 'data'],
    });
  }
  await playDeclaration(actors, row.unit, row.year ?? new Date().getFullYear(), dayOf);
  await orm.insert(builtInTable).values({ key: playedKey, rowId: projectId }).onConflictDoNothing();
}
