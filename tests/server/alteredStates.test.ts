import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import { reportMachine } from '@contract/features/reports/reportMachine';
import type { ErrorBody } from '@contract/wire';
import { signingTexts, signatureCheckTexts } from '@contract/workflow/signatureTexts';
import { approvalTable, reportTable, workflowStepTable } from '@server/db/schema';
import { brokenSigned } from '../support/brokenSigned';
import { reportBench } from '../support/reportBench';
import { type TestServer, testServer } from '../support/server';

// A state is not signed, since each move changes it. Whoever writes to the database past the program can't change it
// unnoticed.

let server: TestServer;
let bench: Awaited<ReturnType<typeof reportBench>>;

beforeAll(async () => {
  server = await testServer();
  bench = await reportBench(server);
});
afterAll(() => server.close());

const orm = () => server.database.orm;
const stateOf = (key: keyof typeof reportMachine.states): string => reportMachine.states[key].label;
const brokenNow = () => brokenSigned(server);
const past = (...statements: string[]) =>
  server.database.execute(
    ['begin', 'set local session_replication_role = replica', ...statements, 'commit'].join('; '),
  );

it('a voided report does not become valid again by its state written in the database, with its step or without (SEC-13)', async () => {
  const { report } = await bench.issued();
  const verdict = async () => {
    const [row] = await orm().select().from(reportTable).where(eq(reportTable.id, report.id));
    return (await server.ask<{ verdict: string }>('GET', `api/public/verifyReport?code=${row?.verifyCode ?? ''}`)).body
      .verdict;
  };
  expect(await brokenNow()).toEqual([]);
  expect(
    (await bench.ask('approver', 'PUT', 'api/report/void', { id: report.id, reason: '样品编号有误' })).status,
  ).toBe(200);
  expect([await verdict(), await brokenNow()]).toEqual(['withdrawn', []]);

  await past(`update report set state = 'issued' where id = ${report.id}`);
  expect(await verdict()).toBe('altered');
  const told = signatureCheckTexts.state(reportMachine.label, report.id, stateOf('issued'), stateOf('voided'));
  expect(await brokenNow()).toEqual([told]);

  await past(`delete from workflow_step where machine = 'report' and row_id = ${report.id} and move = 'void'`);
  expect(await brokenNow()).toEqual([
    told,
    signatureCheckTexts.steps(reportMachine.label, report.id, stateOf('voided'), 0, 1),
  ]);
});

it('a workflow step added in the database, which would turn earlier signatures into history, is reported (SEC-13)', async () => {
  const { report } = await bench.issued();
  const [last] = await orm().select().from(workflowStepTable).where(eq(workflowStepTable.rowId, report.id));
  await past(
    ...['drafting', 'issued'].map(
      (state) =>
        `insert into workflow_step (organization_id, machine, row_id, move, from_state, to_state, person_id, person_name, signed, time) values (${String(last?.organizationId)}, 'report', ${report.id}, 'return', 'issued', '${state}', ${last?.personId ?? 0}, '某人', false, now())`,
    ),
  );
  expect((await brokenNow()).filter((one) => one.includes(`编号${report.id}）`))).toEqual(
    expect.arrayContaining([
      signatureCheckTexts.steps(reportMachine.label, report.id, stateOf('drafting'), 1, 0),
      signatureCheckTexts.steps(reportMachine.label, report.id, stateOf('issued'), 2, 1),
    ]),
  );
});

it('an approval whose state was set past a signer directly in the database can be signed by nobody (SEC-13)', async () => {
  const { project } = await bench.reporting();
  const id = (await bench.submit('reporter', project.id, 'report')).body.body?.id ?? 0;
  await past(`update approval set state = 'third' where id = ${id}`);
  const [row] = await orm().select().from(approvalTable).where(eq(approvalTable.id, id));
  const { body } = await bench.ask<ErrorBody>('approver', 'PUT', 'api/approval/move', {
    id,
    move: 'sign',
    version: row?.version,
    password: 'Demo-2026#lab',
  });
  expect(body).toMatchObject({
    status: 409,
    message: signingTexts.strayed(approvalMachine.states.third.label, approvalMachine.states.first.label),
  });
});
