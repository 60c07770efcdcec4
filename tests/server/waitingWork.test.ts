import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { formMachine } from '@contract/features/conformity/forms/formMachine';
import type { Dashboard, WaitingWork } from '@contract/features/home/dashboardWire';
import { dutyAuthorisationTexts } from '@contract/features/laboratory/dutyAuthorisationTexts';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import { nonconformityMachine } from '@contract/features/nonconformities/nonconformityMachine';
import { permissionOf } from '@contract/permissions';
import type { Answer } from '@contract/wire';
import { eligibleSignerTexts } from '@contract/workflow/roundSteps';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import { formatDay } from '@server/base/zone';
import {
  dutyAuthorisationTable,
  labRunTable,
  nonconformityTable,
  serviceFormTable,
  storedFileTable,
  workflowStepTable,
} from '@server/db/schema';
import { type TestServer, testServer } from '../support/server';

// Work outside the stages of projects on the home page: forms, nonconformities, yearly plans and runs.

let server: TestServer;
let home: number;
let project: number;
let people: Record<'keeper' | 'other', number>;
const day = (ahead: number) =>
  formatDay(new Date(server.services.now().getTime() + ahead * 86_400_000), server.services.env.zone);

beforeAll(async () => {
  server = await testServer();
  const { rows } = server;
  home = await rows.organization();
  project = await rows.project({
    organizationId: home,
    belongInspect: await rows.inspectUnit({ organizationId: home }),
  });
  const crud = ['serviceForm', 'yearPlan', 'labRun', 'nonconformity'].flatMap((name) =>
    (['list', 'add', 'edit'] as const).map((action) => permissionOf({ name }, action)),
  );
  const moves = [formMachine, nonconformityMachine].flatMap((machine) =>
    machine.moves.map(({ key }) => permissionOfMove(machine, { key })),
  );
  const role = await rows.role({ permissions: [...crud, ...moves] });
  people = {
    keeper: await rows.user({ userName: 'keeper', organizationId: home, roles: [role] }),
    other: await rows.user({ userName: 'other', organizationId: home, roles: [role] }),
  };
  // Without a third person nobody could approve what the other has signed, and the move would be refused.
  await rows.user({ userName: 'third', organizationId: home, roles: [role] });
  await rows.user({
    userName: 'reader',
    organizationId: home,
    roles: [await rows.role({ permissions: crud.slice(0, 1) })],
  });
  await rows.user({ userName: 'stranger', organizationId: await rows.organization(), roles: [role] });
});
afterAll(() => server.close());

const worksOf = async (who: string): Promise<readonly WaitingWork[]> =>
  (await server.ask<Dashboard>('GET', 'api/dashboard', { token: await server.login(who) })).body.works ?? [];
const toldOf = (entity: string) => async (who: string, id: number) =>
  (await worksOf(who))
    .filter((work) => work.entity === entity && work.id === id)
    .map(({ label, path }) => [label, path]);
const add = async (path: string, body: object): Promise<number> => {
  const answer = await server.ask<Answer<AnyRow>>('POST', `${path}/add`, { token: await server.login('keeper'), body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.body?.id ?? 0;
};

it.each([
  ['objection', '报告异议处理单', '第二人签字'],
  ['supervisionSheet', '质量监督记录表', '签字确认'],
])(
  'a form waits on the home page first for its author, then for its next signature by another: %s',
  async (formKind, title, next) => {
    const told = toldOf('serviceForm');
    const id = await add('api/serviceForm', { formKind, project });
    const path = `/projectForms/detail?id=${id}`;
    expect([await told('keeper', id), await told('other', id)]).toEqual([[['签字提交', path]], []]);
    expect(
      (await worksOf('keeper')).find(({ entity, id: of }) => entity === 'serviceForm' && of === id)?.title,
    ).toContain(title);
    await server.database.orm.update(serviceFormTable).set({ state: 'first' }).where(eq(serviceFormTable.id, id));
    await server.database.orm.insert(workflowStepTable).values({
      organizationId: home,
      machine: formMachine.name,
      rowId: id,
      move: 'handIn',
      fromState: 'drafting',
      toState: 'first',
      personId: people.keeper,
      personName: '保管人',
    });
    expect([await told('keeper', id), await told('other', id)]).toEqual([[], [[next, path]]]);
    expect([await told('reader', id), await told('stranger', id)]).toEqual([[], []]);
  },
);

it('a form that nobody may sign next is told to people who may authorise others', async () => {
  const { rows, database } = server;
  const alone = await rows.organization();
  const formRole = await rows.role({
    permissions: [
      ...(['list', 'add', 'edit'] as const).map((action) => permissionOf({ name: 'serviceForm' }, action)),
      ...formMachine.moves.map(({ key }) => permissionOfMove(formMachine, { key })),
    ],
  });
  const author = await rows.user({ userName: 'author', organizationId: alone, roles: [formRole] });
  await rows.user({
    userName: 'warden',
    organizationId: alone,
    roles: [await rows.role({ permissions: [permissionOf({ name: 'user' }, 'edit')] })],
  });
  const [form] = await database.orm
    .insert(serviceFormTable)
    .values({
      organizationId: alone,
      project: await rows.project({
        organizationId: alone,
        belongInspect: await rows.inspectUnit({ organizationId: alone }),
      }),
      formKind: 'objection',
      formNo: 'BD-1',
      state: 'first',
      createBy: author,
    })
    .returning({ id: serviceFormTable.id });
  const id = form?.id ?? 0;
  await database.orm.insert(workflowStepTable).values({
    organizationId: alone,
    machine: formMachine.name,
    rowId: id,
    move: 'handIn',
    fromState: 'drafting',
    toState: 'first',
    personId: author,
    personName: '作者',
  });
  const told = toldOf('serviceForm');
  expect(await told('warden', id)).toEqual([[eligibleSignerTexts.authorise('第二人签字'), '/system/user']]);
  expect(await told('author', id)).toEqual([]);
  await rows.user({ userName: 'helper', organizationId: alone, roles: [formRole] });
  // Third signature: the author and the helper have signed by then, so a third person is needed, but not yet.
  await rows.user({ userName: 'helper2', organizationId: alone, roles: [formRole] });
  expect(await told('warden', id)).toEqual([]);
});

it('a form whose coming signature needs a duty that nobody has is told to people who may authorise for duties', async () => {
  const { rows, database } = server;
  const organizationId = await rows.organization();
  await rows.user({
    userName: 'dutyGiver',
    organizationId,
    roles: [await rows.role({ permissions: [permissionOf({ name: 'dutyAuthorisation' }, 'add')] })],
  });
  const person = await rows.user({ userName: 'head', organizationId });
  const [form] = await database.orm
    .insert(serviceFormTable)
    .values({
      organizationId,
      project: await rows.project({ organizationId, belongInspect: await rows.inspectUnit({ organizationId }) }),
      formKind: 'evaluationSigning',
      formNo: 'BD-2',
      state: 'drafting',
      createBy: person,
    })
    .returning({ id: serviceFormTable.id });
  const told = () => toldOf('serviceForm')('dutyGiver', form?.id ?? 0);
  const authorise = (validFrom: string, validUntil: string) =>
    database.orm
      .insert(dutyAuthorisationTable)
      .values({ organizationId, person, duty: 'legalPerson', authorisedFor: '法定代表人', validFrom, validUntil });
  // Without any authorisation for the duty, everybody with the permission may sign.
  expect(await told()).toEqual([]);
  await authorise('2020-01-01', '2020-12-31');
  expect(await told()).toEqual([[dutyAuthorisationTexts.vacant('法定代表人'), '/system/user']]);
  await authorise('2020-01-01', '2099-12-31');
  expect(await told()).toEqual([]);
});

it('a nonconformity waits on the home page for the person in charge, then for another to verify it', async () => {
  const told = toldOf('nonconformity');
  const id = await add('api/nonconformity', {
    nonconformityKind: 'other',
    description: '空白偏高',
    responsible: people.other,
  });
  const path = `/lab/nonconformity/detail?id=${id}`;
  expect([await told('keeper', id), await told('other', id)]).toEqual([[], [['提交原因分析', path]]]);
  await server.database.orm.update(nonconformityTable).set({ state: 'verifying' }).where(eq(nonconformityTable.id, id));
  await server.database.orm.insert(workflowStepTable).values({
    organizationId: home,
    machine: nonconformityMachine.name,
    rowId: id,
    move: 'correct',
    fromState: 'correcting',
    toState: 'verifying',
    personId: people.other,
    personName: '责任人',
  });
  expect([await told('keeper', id), await told('other', id)]).toEqual([[['验证通过并关闭', path]], []]);
});

it('an item of a yearly plan waits on the home page of its person from thirty days before its day until it is done', async () => {
  const told = toldOf('yearPlan');
  const item = { planKind: 'audit', planYear: 2026, person: people.keeper };
  const soon = await add('api/yearPlan', { ...item, planTitle: '内部审核', plannedOn: day(20) });
  const far = await add('api/yearPlan', { ...item, planTitle: '管理评审', plannedOn: day(40) });
  const done = await add('api/yearPlan', { ...item, planTitle: '培训', plannedOn: day(-3), doneOn: day(-2) });
  const late = await add('api/yearPlan', { ...item, planTitle: '维护', plannedOn: day(-3) });
  expect(await told('keeper', soon)).toEqual([['填写实施记录', `/resource/yearPlan?record=${soon}`]]);
  expect([await told('keeper', far), await told('keeper', done), await told('other', soon)]).toEqual([[], [], []]);
  // Earliest due first.
  expect((await worksOf('keeper')).filter(({ entity }) => entity === 'yearPlan').map(({ id }) => id)).toEqual([
    late,
    soon,
  ]);
});

it('an instrument run waits on the home page of its analyst for its file, then for its readings to be written', async () => {
  const told = toldOf('labRun');
  const id = await add('api/labRun', { runDate: day(0) });
  const path = `/lab/run?run=${id}`;
  const { orm } = server.database;
  expect([await told('keeper', id), await told('other', id)]).toEqual([[[runTexts.addFiles, path]], []]);
  const file = randomUUID();
  await orm.insert(storedFileTable).values({
    id: file,
    organizationId: home,
    name: '序列.csv',
    mime: 'text/plain',
    size: 1,
    sha256: '0'.repeat(64),
    fileClass: 'document',
  });
  await orm.update(labRunTable).set({ file }).where(eq(labRunTable.id, id));
  expect(await told('keeper', id)).toEqual([[runTexts.write, path]]);
  await orm.update(labRunTable).set({ state: 'written' }).where(eq(labRunTable.id, id));
  expect(await told('keeper', id)).toEqual([]);
});
