import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { historyReport } from '@contract/features/reports/entities/historyReport';
import { report } from '@contract/features/reports/entities/report';
import { reportTexts } from '@contract/features/reports/reportTexts';
import { type ActionName, actions, permissionOf } from '@contract/permissions';
import type { Answer, ErrorBody } from '@contract/wire';
import { organizationTable, userTable } from '@server/db/schema';
import { type TestServer, testServer } from '../support/server';
import { type SigningLab, signingLab } from '../support/signedRecords';

// Two people who begin the same kind of thing at the same moment, by the product's own calls: each gets its own number.

let server: TestServer;
let lab: SigningLab;
let office: string[];

beforeAll(async () => {
  server = await testServer();
  lab = await signingLab(server);
  const { organizationId } = lab;
  await server.database.orm
    .update(organizationTable)
    .set({ reportNumberRule: '浙正检字〔{YYYY}〕第{SEQ4}号', recordNumberRule: '{PROJECT}-YS{SEQ3}' })
    .where(eq(organizationTable.id, organizationId));
  const all = [report, historyReport].flatMap((entity) =>
    (Object.keys(actions) as ActionName[]).map((action) => permissionOf(entity, action)),
  );
  const role = await server.rows.role({ permissions: [...all, 'project:list', 'labCurve:add', 'labCurve:list'] });
  office = [];
  for (const userName of ['clerk', 'clerk2']) {
    await server.rows.user({ userName, organizationId, roles: [role] });
    office.push(await server.login(userName));
  }
});
afterAll(() => server.close());

const ask = (path: string, body: object, at: number) =>
  server.ask<Answer<AnyRow> & ErrorBody>('POST', path, { token: office[at % 2] ?? '', body });
const expectApart = (answers: readonly { readonly status: number; readonly body: Answer<AnyRow> }[], name: string) => {
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const numbers = answers.map(({ body }) => String(body.body?.[name])).sort();
  expect(new Set(numbers).size).toBe(answers.length);
  return numbers;
};

describe('numbers that two people need at once', () => {
  it('reports that two people begin at once have different numbers, without a gap', async () => {
    const projects = await Promise.all(Array.from({ length: 12 }, () => lab.lab.project('reporting')));
    const answers = await Promise.all(projects.map(({ id }, index) => ask('api/report/start', { project: id }, index)));
    const numbers = expectApart(answers, 'reportNo');
    expect(numbers.map((number) => Number(/第(\d+)号/.exec(number)?.[1]))).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 1),
    );
  });

  it('a report that two people begin at once is begun once', async () => {
    const { id } = await lab.lab.project('reporting');
    const answers = await Promise.all([0, 1, 2, 3].map((at) => ask('api/report/start', { project: id }, at)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('a report and a brought-in report that are written at once never have the same number', async () => {
    const unit = await server.rows.inspectUnit({ organizationId: lab.organizationId });
    const projects = await Promise.all(Array.from({ length: 6 }, () => lab.lab.project('reporting')));
    const year = new Date(server.services.now().getTime() + 8 * 3_600_000).getUTCFullYear();
    const brought = Array.from(
      { length: 6 },
      (_, index) => `浙正检字〔${year}〕第${String(14 + index).padStart(4, '0')}号`,
    );
    const answers = await Promise.all([
      ...projects.map(({ id }, index) => ask('api/report/start', { project: id }, index)),
      ...brought.map((reportNo, index) =>
        ask('api/historyReport/add', { reportNo, unit, issuedOn: '2026-01-05' }, index),
      ),
    ]);
    const given = answers.filter(({ status }) => status === 200).map(({ body }) => String(body.body?.reportNo));
    expect(given.length).toBeGreaterThanOrEqual(6);
    expect(new Set(given).size).toBe(given.length);
    const [taken] = given.slice(0, 1);
    const again = await ask('api/historyReport/add', { reportNo: taken, unit, issuedOn: '2026-01-05' }, 0);
    expect([again.status, again.body.errors]).toEqual([
      400,
      [{ field: 'reportNo', message: reportTexts.numberIssuedHere(String(taken)) }],
    ]);
  });

  it('curves that two people draw at once have different numbers', async () => {
    const [own] = await server.database.orm.select().from(userTable).where(eq(userTable.id, lab.people.analyst.id));
    expect(own).toBeDefined();
    const hazard = await lab.lab.hazard('乙苯');
    const method = await lab.lab.method('苯系物', 7, { curvePoints: 5, curveR: '0.999', resultRoute: 'solvent' });
    const body = { methodKind: 'gasChromatography', part: 'main', method, hazard, fit: 'linear', unit: 'μg/mL' };
    const days = { preparedOn: '2026-01-01', validUntil: '2099-01-01' };
    expectApart(
      await Promise.all(Array.from({ length: 12 }, (_, index) => ask('api/labCurve/add', { ...body, ...days }, index))),
      'curveNo',
    );
  });

  it('records of a project that are begun at once have different numbers', async () => {
    const { id: project } = await lab.lab.project('testing');
    const hazard = await lab.lab.hazard('苯乙烯');
    const method = await lab.lab.method('苯乙烯', 7, { resultRoute: 'solvent', blanksPerBatch: 0 });
    await lab.lab.item(method, hazard);
    await lab.lab.authorise(lab.people.analyst.id, method);
    const tasks = [];
    for (let one = 0; one < 8; one += 1)
      tasks.push(
        (await lab.lab.task({ project, hazard, hazardName: '苯乙烯', method, analyst: lab.people.analyst.id })).id,
      );
    expectApart(
      await Promise.all(tasks.map((task) => lab.ask<Answer<AnyRow>>('POST', 'api/labSheet/start', { tasks: [task] }))),
      'sheetNo',
    );
  });
});
