import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { numberKinds, numberSeries } from '@contract/features/projects/runningNumberRules';
import type { ErrorBody } from '@contract/wire';
import { formatDay } from '@server/base/zone';
import { nextCount } from '@server/crud/runningNumbers';
import { incomingSampleTable, projectTable, reportTable, sampleTable } from '@server/db/schema';
import { incomingSampleNumber } from '../support/incomingNumbers';
import { type LabRows, labRowsOf } from '../support/labRows';
import { measured } from '../support/measured';
import { only, testPassword } from '../support/rows';
import { type Answered, type TestServer, testServer } from '../support/server';

// QUALITY FT6: the counters of projects, reports and samples, used by a hundred people at once, of whom a tenth roll
// back. The calls that number samples and reports are made by a hundred people, too.

let server: TestServer;
let organizationId: number;
let lab: LabRows;
let token: string;

beforeAll(async () => {
  server = await testServer();
  organizationId = await server.rows.organization({ code: 'JIA' });
  lab = labRowsOf(server, organizationId);
  const role = await server.rows.role({
    permissions: [
      'project:list',
      'project:receiveSamples',
      'handOver:receive',
      'incomingSample:list',
      'incomingSample:edit',
      'report:list',
      'report:add',
    ],
  });
  await server.rows.user({ userName: 'numberer', organizationId, roles: [role] });
  token = await server.login('numberer');
});
afterAll(() => server.close());

const base = (): string => (server.database.kind === 'postgres' ? 'PostgreSQL' : '内置数据库');
const counted = (most: number): number[] => Array.from({ length: most }, (_, index) => index + 1);
/** Returns the number of answers by status. */
function statuses(answers: readonly Answered<unknown>[]): Record<number, number> {
  const found: Record<number, number> = {};
  for (const { status } of answers) found[status] = (found[status] ?? 0) + 1;
  return found;
}

it('a number series gives 10,000 unique numbers to 100 workers who take 100 each, without a gap after a rollback (FT6)', async () => {
  const { database } = server;
  const undone = new Error('undone');
  const given: number[] = [];
  let back = 0;
  await Promise.all(
    Array.from({ length: 100 }, async (_, worker) => {
      for (let turn = 0; turn < 100;) {
        try {
          const number = await database.transaction(async (tx) => {
            const count = await nextCount(tx, organizationId, '样品');
            if ((worker + turn + back) % 10 === 9 && back < 1_000) throw undone;
            return count;
          });
          given.push(number);
          turn += 1;
        } catch (error) {
          if (error !== undone) throw error;
          back += 1;
        }
      }
    }),
  );
  expect(given.sort((a, b) => a - b)).toEqual(counted(10_000));
  expect(back).toBeGreaterThan(100);
  measured(`${base()}：10 000 个编号不重复、无缺号，期间撤回 ${back} 次`);
});

it('the samples of 90 of 100 simultaneous receptions get unique numbers without a gap, while ten are refused after taking one (FT6)', async () => {
  const { orm } = server.database;
  const [tested, untested] = [await lab.hazard('苯'), await lab.hazard('无方法因素')];
  await lab.item(await lab.method('苯系物 溶剂解吸-气相色谱法', 14), tested);
  const project = await lab.project('handOver');
  await orm.update(projectTable).set({ incoming: true }).where(eq(projectTable.id, project.id));
  let rowSort = 0;
  const bring = async (hazard: number): Promise<number> => {
    rowSort += 10;
    return only(
      await orm
        .insert(incomingSampleTable)
        .values({
          project: project.id,
          clientSampleNo: `T-${rowSort}`,
          sampleName: '活性炭管',
          condition: 'intact',
          sampleKind: 'sample',
          hazard,
          state: 'registered',
          rowSort,
          organizationId,
        })
        .returning({ id: incomingSampleTable.id }),
    ).id;
  };
  const brought: number[][] = [];
  for (let index = 0; index < 100; index += 1)
    brought.push(index % 10 === 4 ? [await bring(tested), await bring(untested)] : [await bring(tested)]);

  const answers = await Promise.all(
    brought.map((ids) =>
      server.ask<ErrorBody>('PUT', 'api/incomingSample/receive', {
        token,
        body: { project: project.id, ids, password: testPassword },
      }),
    ),
  );
  expect(statuses(answers), answers.find(({ status }) => status >= 500)?.text).toEqual({ 200: 90, 409: 10 });
  expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(
    Array.from({ length: 10 }, () => 'noMethod'),
  );
  const sampleRows = await orm
    .select({ no: sampleTable.sampleNo })
    .from(sampleTable)
    .where(eq(sampleTable.project, project.id));
  expect(sampleRows.map(({ no }) => no).sort()).toEqual(
    counted(90)
      .map((count) => incomingSampleNumber(project.code, 'sample', count))
      .sort(),
  );
  measured(`${base()}：100 个收样请求并发，90 个样品编号不重复、无缺号，10 个取号后被拒的不占号`);
});

it('the reports started 80 at a time get unique numbers without a gap, twenty of them requested by two people (FT6)', async () => {
  const { orm } = server.database;
  const projects: number[] = [];
  for (let index = 0; index < 80; index += 1) projects.push((await lab.project('reporting')).id);

  const day = formatDay(server.services.now(), server.services.env.zone);
  const answers = await Promise.all(
    [...projects, ...projects.slice(30, 50)].map((project) =>
      server.ask<ErrorBody>('POST', 'api/report/start', { token, body: { project } }),
    ),
  );
  expect(statuses(answers), answers.find(({ status }) => status >= 500)?.text).toEqual({ 200: 80, 409: 20 });
  expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(
    Array.from({ length: 20 }, () => 'exists'),
  );
  const reportRows = await orm
    .select({ no: reportTable.reportNo })
    .from(reportTable)
    .where(eq(reportTable.organizationId, organizationId));
  const { numberOf } = numberSeries(numberKinds.report.rule, { day, type: '', organization: 'JIA' });
  expect(reportRows.map(({ no }) => no).sort()).toEqual(counted(80).map(numberOf));
  measured(`${base()}：100 个建立报告的请求并发，80 个报告编号不重复、无缺号，20 个重复的请求得 409、不占号`);
});
