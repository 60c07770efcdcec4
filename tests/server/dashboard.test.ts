import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handOverMachine } from '@contract/features/fieldwork/handOver/handOverMachine';
import type { Dashboard, OwnSteps } from '@contract/features/home/dashboardWire';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { labTaskMachine } from '@contract/features/laboratory/tasks/labTaskMachine';
import { projectMachine } from '@contract/features/projects/projectMachine';
import { permissionOf } from '@contract/permissions';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import {
  handOverTable,
  hazardTable,
  labMethodTable,
  labSheetTable,
  labTaskTable,
  nonconformityTable,
  projectTable,
  sampleTable,
  userTable,
  workflowStepTable,
} from '@server/db/schema';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let home: number;
let ids: Record<string, number>;
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);
const listOf = (name: string) => permissionOf({ name }, 'list');
const moveOf = (key: string) =>
  permissionOfMove(
    projectMachine,
    projectMachine.moves.find((move) => move.key === key) as (typeof projectMachine.moves)[number],
  );

beforeAll(async () => {
  server = await testServer();
  const { rows, database } = server;
  home = await rows.organization({ name: '甲检测中心' });
  const away = await rows.organization({ name: '乙检测中心' });
  const reviewer = await rows.role({
    permissions: [listOf('project'), moveOf('passContract'), moveOf('returnContract'), moveOf('terminate')],
  });
  const keeper = await rows.role({ permissions: [listOf('labTask'), listOf('nonconformity')] });
  const reviewerId = await rows.user({ userName: 'reviewer', organizationId: home, roles: [reviewer] });
  await rows.user({ userName: 'keeper', organizationId: home, roles: [keeper] });
  await rows.user({ userName: 'stranger', organizationId: away, roles: [reviewer] });
  const unit = await rows.inspectUnit({ organizationId: home, unitName: '杭州泰隆机械有限公司' });
  const project = (given: object) => rows.project({ organizationId: home, belongInspect: unit, ...given });
  ids = {
    soon: await project({ stage: 'contractReview', dueOn: day(3), code: 'SOON' }),
    own: await project({ stage: 'contractReview', dueOn: day(1), code: 'OWN' }),
    late: await project({ stage: 'contractReview', dueOn: day(-2), code: 'LATE' }),
    far: await project({ stage: 'survey', dueOn: day(30), code: 'FAR' }),
    done: await project({ stage: 'archived', dueOn: day(-30), code: 'DONE' }),
  };
  // Whoever submitted it can't pass it: it does not wait for that person.
  await database.orm.insert(workflowStepTable).values({
    organizationId: home,
    machine: 'project',
    rowId: ids.own as number,
    move: 'submitContract',
    fromState: 'draft',
    toState: 'contractReview',
    personId: reviewerId,
    personName: '复核',
  });
  const [hazard] = await database.orm
    .insert(hazardTable)
    .values({ name: '苯', category: 'chemical', dataCertainty: 'sure' })
    .returning({ id: hazardTable.id });
  const sample = (sampleNo: string, state: string, keepUntil: string | null = null) => ({
    organizationId: home,
    project: ids.late as number,
    sampleNo,
    sampleKind: 'sample',
    hazard: hazard?.id as number,
    state,
    keepUntil,
    lateEntry: false,
  });
  await database.orm
    .insert(sampleTable)
    .values([
      sample('S1', 'received', day(-1)),
      sample('S2', 'distributed'),
      sample('S3', 'testing'),
      sample('S4', 'collected'),
      sample('S5', 'completed'),
    ]);
  const tested = { S1: 'waiting', S2: 'distributed', S3: 'testing', S5: 'completed' } as const;
  const sampleRows = await database.orm.select().from(sampleTable);
  await database.orm.insert(labTaskTable).values(
    sampleRows.flatMap(({ id: sample, sampleNo, sampleKind, project, hazard: of, keepUntil, organizationId }) =>
      sampleNo in tested
        ? [
            {
              sample,
              sampleNo,
              sampleKind,
              project,
              hazard: of,
              hazardName: '苯',
              variant: 'ordinary',
              effective: true,
              state: tested[sampleNo as keyof typeof tested],
              keepUntil,
              organizationId,
            },
          ]
        : [],
    ),
  );
});
afterAll(() => server.close());

const home1 = async (who: string) =>
  (await server.ask<Dashboard>('GET', 'api/dashboard', { token: await server.login(who) })).body;

it('the to-dos of the home page are sorted by due date, without those that the person may not decide', async () => {
  const { todos, todoCount } = await home1('reviewer');
  expect(todos.map(({ project, label }) => [project.code, label])).toEqual([
    ['LATE', '合同评审'],
    ['SOON', '合同评审'],
  ]);
  expect(todoCount).toBe(2);
});

it('the home page counts projects of every stage, and names late ones and those due within a week; finished ones are left out', async () => {
  const { stages, overdue, overdueCount, dueSoon, dueSoonCount } = await home1('reviewer');
  expect(stages.filter(({ count }) => count)).toEqual([
    { stage: 'contractReview', count: 3 },
    { stage: 'survey', count: 1 },
    { stage: 'archived', count: 1 },
  ]);
  expect(stages).toHaveLength(Object.keys(projectMachine.states).length);
  expect([overdue.map(({ code }) => code), overdueCount, dueSoon.map(({ code }) => code), dueSoonCount]).toEqual([
    ['LATE'],
    1,
    ['OWN', 'SOON'],
    2,
  ]);
});

it('the home page lists projects with those who must act and the longest waiting; in the laboratory with analysts and distributors', async () => {
  const { rows, database } = server;
  const { orm } = database;
  const placed = async (who: string) => {
    const { longest, overdue, openCount } = await home1(who);
    return {
      longest: longest.map(({ code, holders, days }) => [code, holders, days]),
      overdue: overdue.map(({ holders }) => holders),
      openCount,
    };
  };
  await orm.update(userTable).set({ nickName: '复核人' }).where(eq(userTable.userName, 'reviewer'));
  await orm
    .update(projectTable)
    .set({ stageSince: new Date(Date.now() - 5.5 * 86_400_000) })
    .where(eq(projectTable.id, ids.soon as number));
  expect(await placed('reviewer')).toEqual({
    longest: [
      ['SOON', ['复核人'], 5],
      ['LATE', ['复核人'], 0],
      // Nobody but its submitter may review it.
      ['OWN', [], 0],
      ['FAR', [], 0],
    ],
    overdue: [['复核人']],
    openCount: 4,
  });
  const analyst = await rows.user({ userName: 'holdsTests', nickName: '检测人', organizationId: home });
  await rows.user({
    userName: 'givesTests',
    nickName: '分发人',
    organizationId: home,
    roles: [await rows.role({ permissions: [permissionOfMove(labTaskMachine, { key: 'distribute' })] })],
  });
  await orm
    .update(projectTable)
    .set({ stage: 'testing' })
    .where(eq(projectTable.id, ids.late as number));
  await orm.update(labTaskTable).set({ analyst }).where(eq(labTaskTable.state, 'testing'));
  expect((await placed('reviewer')).overdue).toEqual([['检测人', '分发人']]);
  // A record that waits for its review waits for the reviewer, not for its analyst.
  const readsRecords = await rows.role({ permissions: [permissionOfMove(recordMachine, { key: 'review' })] });
  await rows.user({ userName: 'reviews', nickName: '复核员', organizationId: home, roles: [readsRecords] });
  await orm.update(labTaskTable).set({ analyst: null, state: 'completed' });
  const [method] = await orm
    .insert(labMethodTable)
    .values({
      title: '苯',
      standardNo: 'GBZ/T 300.66-2017',
      methodKind: 'gasChromatography',
      status: '1',
      dataCertainty: 'sure',
    })
    .returning({ id: labMethodTable.id });
  const [hazard] = await orm.select({ id: hazardTable.id }).from(hazardTable);
  await orm.insert(labSheetTable).values({
    organizationId: home,
    project: ids.late as number,
    method: method?.id as number,
    hazard: hazard?.id as number,
    analyst,
    methodKind: 'gasChromatography',
    variant: 'ordinary',
    state: 'awaitingReview',
  });
  expect((await placed('reviewer')).overdue).toEqual([['复核员']]);
  await orm.delete(labSheetTable);
  await orm.delete(labMethodTable);
  const statesBefore = { S1: 'waiting', S2: 'distributed', S3: 'testing', S5: 'completed' } as const;
  for (const [sampleNo, state] of Object.entries(statesBefore))
    await orm.update(labTaskTable).set({ state }).where(eq(labTaskTable.sampleNo, sampleNo));
  await orm
    .update(projectTable)
    .set({ stage: 'contractReview' })
    .where(eq(projectTable.id, ids.late as number));
});

it('the home page counts tests of samples only for people who may list tests, and projects only for people who may list projects', async () => {
  const { samples, stages, todos } = await home1('keeper');
  expect(samples).toEqual([{ method: null, title: '未定方法', waiting: 2, testing: 1, overdue: 1 }]);
  expect([stages, todos]).toEqual([[], []]);
  expect((await home1('reviewer')).samples).toEqual([]);
});

it('the home page shows analysts their assigned tasks, and distributors the unassigned ones, until the work is done', async () => {
  const { rows, database } = server;
  const give = permissionOfMove(labTaskMachine, { key: 'distribute' });
  const tester = await rows.user({
    userName: 'tester',
    organizationId: home,
    roles: [await rows.role({ permissions: [listOf('project'), permissionOf({ name: 'labSheet' }, 'add')] })],
  });
  await rows.user({
    userName: 'giver',
    organizationId: home,
    roles: [await rows.role({ permissions: [listOf('project'), give] })],
  });
  const told = async (who: string) =>
    (await home1(who)).todos.map(({ project, label, path }) => [project.code, label, path]);
  expect([await told('tester'), await told('giver')]).toEqual([
    [],
    [['LATE', '分发样品（1项）', `/lab/sampleDistribute?view=project&belongProject=${ids.late}`]],
  ]);
  await database.orm.update(labTaskTable).set({ analyst: tester });
  expect(await told('tester')).toEqual([['LATE', '检测样品（2项）', '/lab/laboratory']]);
  await database.orm.update(labTaskTable).set({ analyst: null });
});

it('the home page asks the sampling persons to hand over their samples before it asks the sample keeper', async () => {
  const { rows, database } = server;
  const { orm } = database;
  const who = async (userName: string, key: string) =>
    rows.user({
      userName,
      nickName: userName,
      organizationId: home,
      roles: [await rows.role({ permissions: [listOf('project'), permissionOfMove(handOverMachine, { key })] })],
    });
  await who('givesSamples', 'submit');
  await who('takesSamples', 'receive');
  const late = eq(projectTable.id, ids.late as number);
  await orm.update(projectTable).set({ stage: 'handOver' }).where(late);
  const todos = async (name: string) => (await home1(name)).todos.map(({ label }) => label);
  const holders = async () => (await home1('reviewer')).overdue.find(({ code }) => code === 'LATE')?.holders;
  // S4 was collected and is on no sheet.
  expect([await todos('givesSamples'), await todos('takesSamples'), await holders()]).toEqual([
    ['送交样品（1个）'],
    [],
    ['givesSamples'],
  ]);
  await orm.update(sampleTable).set({ state: 'handingOver' }).where(eq(sampleTable.sampleNo, 'S4'));
  await orm.insert(handOverTable).values({
    organizationId: home,
    project: ids.late as number,
    sheetNo: 'LZ01',
    state: 'waiting',
    sampleCount: 1,
  } as typeof handOverTable.$inferInsert);
  expect([await todos('givesSamples'), await todos('takesSamples'), await holders()]).toEqual([
    [],
    ['接收样品（1份流转单）'],
    ['takesSamples'],
  ]);
  await orm.update(projectTable).set({ stage: 'contractReview' }).where(late);
  await orm.update(sampleTable).set({ state: 'collected' }).where(eq(sampleTable.sampleNo, 'S4'));
});

it('the page of one project shows the viewer’s own next steps, and shows strangers nothing', async () => {
  const { rows, database } = server;
  const [method] = await database.orm
    .insert(labMethodTable)
    .values({
      standardNo: 'GBZ/T 300.66',
      title: '苯系物',
      methodKind: 'gasChromatography',
      dataCertainty: 'sure',
      status: '1',
    })
    .returning({ id: labMethodTable.id });
  const analyst = await rows.user({
    userName: 'stepper',
    organizationId: home,
    roles: [await rows.role({ permissions: [listOf('project'), permissionOf({ name: 'labSheet' }, 'add')] })],
  });
  await database.orm
    .update(labTaskTable)
    .set({ analyst, method: method?.id ?? 0 })
    .where(eq(labTaskTable.state, 'distributed'));
  const steps = async (who: string, id: number | undefined) =>
    server.ask<OwnSteps>('GET', `api/dashboard/todos/${id ?? 0}`, { token: await server.login(who) });
  const own = await steps('stepper', ids.late);
  // The desk opens at the method, with the project's samples chosen.
  expect(own.body.todos.map(({ label, path }) => [label, path])).toEqual([
    ['检测样品（1项）', `/lab/laboratory?method=${method?.id ?? 0}&belongProject=${ids.late ?? 0}`],
  ]);
  expect((await steps('stepper', ids.far)).body.todos).toEqual([]);
  expect((await steps('stepper', 999_999)).status).toBe(404);
  await database.orm.update(labTaskTable).set({ analyst: null, method: null });
});

it('the home page names open nonconformities for people who may list them', async () => {
  const filed = (nonconformityNo: string, state: string, organizationId = home) => ({
    organizationId,
    nonconformityNo,
    nonconformityKind: 'other',
    description: `${nonconformityNo}的情况`,
    automatic: false,
    state,
  });
  await server.database.orm
    .insert(nonconformityTable)
    .values([filed('BF-1', 'open'), filed('BF-2', 'closed'), filed('BF-3', 'open')]);
  const { nonconformities, nonconformityCount } = await home1('keeper');
  expect([nonconformities.map((nonconformity) => nonconformity.nonconformityNo), nonconformityCount]).toEqual([
    ['BF-1', 'BF-3'],
    2,
  ]);
  expect((await home1('reviewer')).nonconformityCount).toBe(0);
});

it('the home page shows another organization nothing', async () => {
  const { todos, stages, overdue } = await home1('stranger');
  expect([todos, overdue, stages.filter(({ count }) => count)]).toEqual([[], [], []]);
});
