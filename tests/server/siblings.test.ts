import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handOverMachine } from '@contract/features/fieldwork/handOver/handOverMachine';
import { sampleMachine } from '@contract/features/fieldwork/samples/sampleMachine';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import { reportMachine } from '@contract/features/reports/reportMachine';
import type { Machine } from '@contract/workflow/stateMachine';
import { labTaskTable, sampleTable } from '@server/db/schema';
import { asStored } from '../support/asStored';
import { dayFromNow } from '../support/fieldRows';
import { judgedRecord } from '../support/judgedProject';
import { labRowsOf } from '../support/labRows';
import { measured } from '../support/measured';
import { proofs } from '../support/proofs';
import { type Hand, reportBench } from '../support/reportBench';
import { testPassword } from '../support/rows';
import { type TestServer, testServer } from '../support/server';
import { idsIn, type Named, type Row, rowsIn, type Snapshot, strangers, walker, watch } from '../support/siblings';
import { signingLab, type Who } from '../support/signedRecords';

// QUALITY STM (senaite #821). The walks over the machines alone are in tests/contract/workflow.test.ts; here the
// server's own calls make them, and after each call every row of every table is unchanged, except those that the move
// concerns.

const started = 20_260_301;
/** Calls of each walk; only the proofs require that it makes every move. */
const calls = proofs ? { records: 100, samples: 160, reports: 180 } : { records: 40, samples: 80, reports: 60 };

const statesOf = (machine: Machine): string[] => Object.keys(machine.states);
/** Returns the keys of the moves possible in a state. */
const offered = (machine: Machine, state: unknown, among: readonly string[]): string[] =>
  machine.moves.filter(({ from, key }) => from.includes(String(state)) && among.includes(key)).map(({ key }) => key);
const byId =
  (id: number) =>
  (row: Row): boolean =>
    row['id'] === id;

interface Step {
  readonly what: string;
  readonly ask: () => Promise<{ readonly status: number; readonly text: string }>;
  /** Rows that it may change if done; a refused call changes none. */
  readonly named: Named;
}

/** Makes the steps and compares the database after each. */
async function walk(
  server: TestServer,
  steps: number,
  machines: Readonly<Record<string, Machine>>,
  next: (now: Snapshot) => Promise<Step> | Step,
): Promise<{ done: Map<string, number>; refused: number; rows: number }> {
  const look = await watch(server.database);
  const done = new Map<string, number>();
  let refused = 0;
  let before = await look();
  for (let index = 0; index < steps; index += 1) {
    const { what, ask, named } = await next(before);
    const { status, text } = await ask();
    expect([200, 400, 403, 404, 409], `${what}: ${text} (seed ${started}, step ${index})`).toContain(status);
    const now = await look();
    expect(
      strangers(before, now, status === 200 ? named : {}),
      `${what}, ${status} (seed ${started}, step ${index})`,
    ).toEqual([]);
    for (const [table, machine] of Object.entries(machines))
      for (const { state } of rowsIn(now, table)) expect(statesOf(machine)).toContain(state);
    if (status === 200) done.set(what.split(' ')[0] ?? '', (done.get(what.split(' ')[0] ?? '') ?? 0) + 1);
    else refused += 1;
    before = now;
  }
  return { done, refused, rows: before.size };
}

const tell = (what: string, { done, refused, rows }: Awaited<ReturnType<typeof walk>>): void => {
  const made = [...done.values()].reduce((sum, one) => sum + one, 0);
  measured(
    `${what}：${made + refused} 次调用（${made} 次流转，${refused} 次被拒绝），每次比对全部 ${rows} 行，0 行被牵动`,
  );
};

let server: TestServer;

/** Creates a record with its rows, tasks and samples in another organization. */
async function elsewhere(): Promise<void> {
  const away = await server.rows.organization({ name: '乙检测中心' });
  const lab = labRowsOf(server, away);
  const hazard = await lab.hazard('苯');
  const method = await lab.method('苯的方法', 7);
  const analyst = await server.rows.user({ organizationId: away });
  await judgedRecord(server, lab, away, {
    project: await lab.project('testing', 'Y-1'),
    hazard,
    hazardName: '苯',
    method,
    analyst,
    results: { 一车间: '1.2', 二车间: '2.4' },
  });
}

beforeEach(async () => {
  server = await testServer();
  await elsewhere();
});
afterEach(() => server.close());

describe('records', () => {
  it(`workflow calls on six laboratory records of two projects, ${calls.records} on one or several, change 0 other records (STM)`, async () => {
    const bench = await signingLab(server);
    const [first, second] = [(await bench.ready(2)).project, (await bench.ready(2)).project];
    for (const project of [first, second]) for (const samples of [1, 2]) await bench.ready(samples, project);
    const { below, of, some } = walker(started);
    const hands = new Map<string, Who>([
      ['submit', 'analyst'],
      ['review', 'reviewer'],
      ['approve', 'approver'],
      ['return', 'approver'],
      ['correct', 'analyst'],
    ]);
    const keys = [...recordMachine.moves.map(({ key }) => key), 'edit', 'constructor'];
    const result = await walk(server, calls.records, { lab_sheet: recordMachine, sample: sampleMachine }, (now) => {
      const sheets = rowsIn(now, 'lab_sheet').filter(({ project }) => project === first || project === second);
      const one = of(sheets);
      // Those in the same state can move together; one call of six includes some that can't.
      const group = some(below(6) ? sheets.filter(({ state }) => state === one['state']) : sheets, 3).map(({ id }) =>
        Number(id),
      );
      const onward = offered(recordMachine, one['state'], [...hands.keys()]);
      // Returned one time in four, so that some reach their end.
      const forward = onward.filter((move) => move !== 'return' || below(4) === 0);
      const key = forward.length && below(6) ? of(forward) : of(keys);
      const who = below(8) ? (hands.get(key) ?? 'analyst') : of(['analyst', 'reviewer', 'approver'] as const);
      const many = group.length > 1 || below(2) === 0;
      const ids = many ? group : group.slice(0, 1);
      const tasks = rowsIn(now, 'lab_task').filter(({ sheet }) => ids.includes(Number(sheet)));
      // A review and an approval concern only the record.
      const along: Record<string, number[]> = ['submit', 'return', 'correct'].includes(key)
        ? { lab_task: tasks.map(({ id }) => Number(id)), sample: tasks.map(({ sample }) => Number(sample)) }
        : {};
      const isNew = (id: unknown, then: Snapshot): boolean =>
        !now.has(`lab_sheet#${String(id)}`) &&
        rowsIn(then, 'lab_sheet').some((row) => row['id'] === id && ids.includes(Number(row['previous'])));
      const ofNew = (row: Row, then: Snapshot): boolean => isNew(row['sheet'], then);
      const opened: Named['added'] = {
        lab_sheet: (row, then) => isNew(row['id'], then),
        lab_sheet_row: ofNew,
        lab_check: ofNew,
        lab_detection: ofNew,
        lab_attachment: ofNew,
      };
      const more = { reason: '抽查' };
      return {
        what: `${key} of ${ids.join()} by ${who}`,
        ask: () => (many ? bench.moveMany(ids, key, who, more) : bench.move(ids[0] ?? 0, key, who, more)),
        named: { changed: { lab_sheet: ids, ...along }, added: key === 'correct' ? opened : {} },
      };
    });
    if (proofs)
      for (const key of hands.keys())
        expect(result.done.get(key) ?? 0, `${key} in ${JSON.stringify([...result.done])}`).toBeGreaterThan(0);
    tell('原始记录（单份与批量）', result);
  });
});

describe('samples', () => {
  it(`workflow calls on samples and circulation sheets, ${calls.samples} in all, change 0 other samples (STM)`, async () => {
    const organizationId = await server.rows.organization({ name: '丙检测中心' });
    const lab = labRowsOf(server, organizationId);
    const permissions = [
      'handOver:list',
      'handOver:add',
      'handOver:edit',
      'handOver:submit',
      'handOver:withdraw',
      'handOver:receive',
      'handOver:refuse',
      'sample:list',
      'sample:void',
      'labTask:list',
      'labTask:distribute',
      'labTask:giveBack',
      'labSheet:list',
      'labSheet:add',
      'project:list',
    ];
    const role = await server.rows.role({ permissions });
    for (const userName of ['gives', 'keeps']) await server.rows.user({ userName, organizationId, roles: [role] });
    const analyst = await server.rows.user({ userName: 'tests', organizationId, roles: [role] });
    const tokens = { gives: await server.login('gives'), keeps: await server.login('keeps') };
    type Person = keyof typeof tokens;
    const hazard = await lab.hazard('二甲苯');
    const method = await lab.method('二甲苯的方法', 7);
    await lab.item(method, hazard);
    await lab.authorise(analyst, method);
    const projects = [await lab.project('sampling', 'Z-1'), await lab.project('sampling', 'Z-2')];
    for (const { id, code } of projects) {
      const samplingDay = await lab.day(id, dayFromNow(-1));
      for (let index = 1; index <= 24; index += 1)
        await lab.sample({
          project: id,
          hazard,
          hazardName: '二甲苯',
          method,
          samplingDay,
          sampleNo: `${code}-A1-01${String(index).padStart(2, '0')}`,
        });
    }
    const ours = projects.map(({ id }) => id);
    const { below, of, some } = walker(started);
    const ask = (who: Person, verb: string, path: string, body: unknown) =>
      server.ask(verb, path, { token: tokens[who], body });
    const anybody = (usual: Person): Person => (below(8) ? usual : of(['gives', 'keeps'] as const));

    const make = (now: Snapshot): Step => {
      const project = of(ours);
      const samples = some(
        rowsIn(now, 'sample').filter(
          (row) => row['project'] === project && (row['state'] === 'collected' || below(9) === 0),
        ),
        5,
      ).map(({ id }) => Number(id));
      const isNew = (id: unknown): boolean => !now.has(`hand_over#${String(id)}`);
      return {
        what: `add of ${samples.join()}`,
        ask: () => ask('gives', 'POST', 'api/handOver/add', { project, samples }),
        named: {
          changed: { sample: samples },
          added: {
            hand_over: (row) => row['project'] === project,
            hand_over_line: (row) => isNew(row['hand_over']) && samples.includes(Number(row['sample'])),
          },
        },
      };
    };
    const sheetMove = (now: Snapshot): Step => {
      const sheets = rowsIn(now, 'hand_over').filter(({ project }) => ours.includes(Number(project)));
      if (!sheets.length) return make(now);
      const open = sheets.filter(({ state }) => state === 'drafting' || state === 'waiting');
      const sheet = of(open.length && below(6) ? open : sheets);
      const id = Number(sheet['id']);
      const lines = rowsIn(now, 'hand_over_line').filter(({ hand_over: of_ }) => of_ === id);
      const onward = offered(handOverMachine, sheet['state'], ['submit', 'withdraw', 'receive', 'refuse']);
      // A counted sheet is mostly received, an uncounted one equally often withdrawn.
      const counted = lines.some(({ condition }) => condition !== null);
      const usual = onward.filter(
        (move) => move !== (counted ? 'withdraw' : 'receive') && (!counted || below(4) === 0 || move !== 'refuse'),
      );
      const key =
        onward.length && below(6)
          ? of(usual.length ? usual : onward)
          : of(['submit', 'withdraw', 'receive', 'refuse', 'edit']);
      const theirs = lines.map(({ sample }) => Number(sample));
      const voided = new Set(rowsIn(now, 'sample').flatMap((row) => (row['state'] === 'voided' ? [row['id']] : [])));
      return {
        what: `${key} of sheet ${id}`,
        ask: async () => {
          const { status, text } = await ask(
            anybody(key === 'submit' || key === 'withdraw' ? 'gives' : 'keeps'),
            'PUT',
            'api/handOver/move',
            { id, move: key, reason: '抽查', password: testPassword },
          );
          return { status, text };
        },
        // A voided sample is taken off a draft when it is sent.
        named: {
          changed: { hand_over: [id], sample: theirs },
          gone: {
            hand_over_line:
              key === 'submit'
                ? lines.filter(({ sample }) => voided.has(sample)).map((line) => Number(line['id']))
                : [],
          },
          added: key === 'receive' ? { lab_task: (row) => theirs.includes(Number(row['sample'])) } : {},
        },
      };
    };
    const count = (now: Snapshot): Step => {
      const waiting = rowsIn(now, 'hand_over').filter(
        ({ project, state }) => ours.includes(Number(project)) && state === 'waiting',
      );
      if (!waiting.length) return sheetMove(now);
      const id = Number(of(waiting)['id']);
      const open = rowsIn(now, 'hand_over_line').filter(
        (line) => line['hand_over'] === id && line['delete_time'] === null,
      );
      const uncounted = open.filter(({ condition }) => condition === null);
      const line = of(uncounted.length ? uncounted : open);
      const sample = rowsIn(now, 'sample').find(byId(Number(line['sample'])));
      const damaged = below(5) === 0;
      return {
        what: `count of line ${String(line['id'])}`,
        ask: () =>
          damaged
            ? ask('keeps', 'PUT', 'api/handOver/mark', {
                id,
                rows: [{ id: line['id'], version: line['version'] }],
                condition: 'damaged',
                reason: '管口破裂',
              })
            : ask('keeps', 'PUT', 'api/handOver/count', { id, code: sample?.['sample_no'] }),
        named: { changed: { hand_over_line: [Number(line['id'])] } },
      };
    };
    const cancel = (now: Snapshot): Step => {
      const ids = some(
        rowsIn(now, 'sample')
          .filter(({ project }) => project === of(ours))
          .map(({ id }) => Number(id)),
        2,
      );
      return {
        what: `void of ${ids.join()}`,
        ask: async () =>
          ask('gives', 'PUT', 'api/sample/void', {
            rows: await asStored(server, sampleTable, ids),
            reason: '采样管破损',
          }),
        named: { changed: { sample: ids } },
      };
    };
    const hand = (now: Snapshot): Step => {
      const tasks = rowsIn(now, 'lab_task').filter(({ project }) => ours.includes(Number(project)));
      if (!tasks.length) return count(now);
      const one = of(tasks);
      const ids = some(
        tasks.filter(({ state }) => state === one['state'] || below(8) === 0),
        3,
      ).map(({ id }) => Number(id));
      const named = {
        changed: {
          lab_task: ids,
          sample: idsIn(now, 'sample', ({ id }) =>
            tasks.some((task) => task['sample'] === id && ids.includes(Number(task['id']))),
          ),
        },
      };
      const back = one['state'] === 'distributed' ? below(4) > 0 : below(8) === 0;
      return back
        ? {
            what: `giveBack of ${ids.join()}`,
            ask: async () =>
              ask('keeps', 'PUT', 'api/labTask/giveBack', {
                rows: await asStored(server, labTaskTable, ids),
                reason: '改派',
              }),
            named,
          }
        : {
            what: `distribute of ${ids.join()}`,
            ask: () => ask('keeps', 'PUT', 'api/labTask/distribute', { ids, downloadBy: analyst }),
            named,
          };
    };
    const result = await walk(server, calls.samples, { sample: sampleMachine, hand_over: handOverMachine }, (now) =>
      of([make, sheetMove, sheetMove, sheetMove, count, count, cancel, hand, hand])(now),
    );
    if (proofs)
      for (const key of ['add', 'submit', 'withdraw', 'receive', 'refuse', 'count', 'void', 'distribute', 'giveBack'])
        expect(result.done.get(key) ?? 0, `${key} in ${JSON.stringify([...result.done])}`).toBeGreaterThan(0);
    tell('样品（流转单、作废、分发）', result);
  });
});

describe('reports', () => {
  it(`workflow calls on approvals and reports of four projects, ${calls.reports} in all, change 0 other reports (STM)`, async () => {
    const bench = await reportBench(server);
    const made = [
      await bench.issued(),
      await bench.issued('30.1', '60'),
      await bench.reporting('12.5', '20'),
      await bench.reporting(),
    ];
    const ours = made.map(({ project }) => project.id);
    const { below, of } = walker(started);
    const hands = new Map<string, Hand>([
      ['passFirst', 'reviewer'],
      ['passSecond', 'quality'],
      ['sign', 'approver'],
      ['returnToStart', 'reviewer'],
      ['returnToFirst', 'quality'],
      ['returnToSecond', 'approver'],
      ['reopen', 'approver'],
    ]);
    const usual = (key: string): Hand =>
      below(7) ? (hands.get(key) ?? 'reporter') : of(Object.keys(bench.people) as Hand[]);

    /** Issuing draws the report's paper, and stores it as a file. */
    const paperOf = (report: number): NonNullable<Named['added']> => ({
      report_paper: (row) => row['report_id'] === report,
      stored_file: (row, then) =>
        rowsIn(then, 'report_paper').some((paper) => paper['report_id'] === report && paper['file_id'] === row['id']),
    });
    const submit = (now: Snapshot, kind: 'report' | 'records'): Step => {
      const project = of(ours);
      const reports =
        kind === 'report'
          ? idsIn(now, 'report', (row) => row['project'] === project && row['state'] === 'drafting')
          : [];
      return {
        what: `submit of ${kind} of ${project}`,
        ask: () => bench.submit(kind === 'report' ? 'reporter' : 'analyst', project, kind),
        named: {
          changed: {
            project: [project],
            report: reports,
            approval: idsIn(now, 'approval', (row) => row['project'] === project && row['kind'] === kind),
          },
          added: {
            approval: (row) => row['project'] === project && row['kind'] === kind,
            workflow_step: (row, then) =>
              row['machine'] === 'approval' &&
              rowsIn(then, 'approval').some((one) => one['id'] === row['row_id'] && one['project'] === project),
            signature: (row, then) =>
              row['machine'] === 'approval' &&
              rowsIn(then, 'approval').some((one) => one['id'] === row['row_id'] && one['project'] === project),
          },
        },
      };
    };
    const pass = (now: Snapshot): Step => {
      const approvals = rowsIn(now, 'approval').filter(({ project }) => ours.includes(Number(project)));
      const open = approvals.filter(({ state }) => state !== 'unsubmitted' && state !== 'passed');
      const approval = of(open.length && below(6) ? open : approvals);
      const [id, project, report] = ['id', 'project', 'report'].map((name) => Number(approval[name])) as [
        number,
        number,
        number,
      ];
      const onward = offered(approvalMachine, approval['state'], [...hands.keys()]);
      const passing = onward.filter((key) => key.startsWith('pass') || key === 'sign');
      const key =
        onward.length && below(5)
          ? of(passing.length && below(3) ? passing : onward)
          : of([...hands.keys(), 'edit', 'submit']);
      const ofReport = approval['kind'] === 'report';
      const replaced =
        key === 'sign' && ofReport
          ? rowsIn(now, 'report').flatMap((row) =>
              row['id'] === report && typeof row['previous'] === 'number' ? [row['previous']] : [],
            )
          : [];
      // Its first step concerns only the approval, and so does each step for records except the last and the returns.
      const alone =
        key === 'passFirst' ||
        (!ofReport && !['sign', 'returnToStart', 'reopen'].includes(key)) ||
        (['returnToFirst', 'returnToSecond'].includes(key) && approval['state'] !== 'third');
      return {
        what: `${key} of approval ${id}`,
        ask: () => bench.move(usual(key), id, key, { reason: '抽查' }),
        named: {
          changed: {
            approval: [id],
            ...(alone ? {} : { project: [project], report: ofReport ? [report, ...replaced] : [] }),
          },
          added: key === 'sign' && ofReport ? paperOf(report) : {},
        },
      };
    };
    const change = (now: Snapshot): Step => {
      const report = of(rowsIn(now, 'report').filter(({ project }) => ours.includes(Number(project))));
      const id = Number(report['id']);
      const body = { id, reason: '客户名称有误' };
      if (below(2))
        return {
          what: `correct of report ${id}`,
          ask: () => bench.ask('reporter', 'POST', 'api/report/correct', body),
          named: { added: { report: (row) => row['previous'] === id } },
        };
      return {
        what: `void of report ${id}`,
        ask: () => bench.ask('approver', 'PUT', 'api/report/void', body),
        named: { changed: { report: [id], project: [Number(report['project'])] } },
      };
    };
    const begin = (): Step => {
      const project = of(ours);
      return {
        what: `start of ${project}`,
        ask: () => bench.ask('reporter', 'POST', 'api/report/start', { project }),
        named: { added: { report: (row) => row['project'] === project } },
      };
    };
    const result = await walk(server, calls.reports, { report: reportMachine, approval: approvalMachine }, (now) =>
      of([
        (at: Snapshot) => submit(at, 'report'),
        (at: Snapshot) => submit(at, below(3) ? 'report' : 'records'),
        pass,
        pass,
        pass,
        pass,
        change,
        begin,
      ])(now),
    );
    if (proofs)
      for (const key of ['submit', 'passFirst', 'passSecond', 'sign', 'returnToStart', 'correct', 'void'])
        expect(result.done.get(key) ?? 0, `${key} in ${JSON.stringify([...result.done])}`).toBeGreaterThan(0);
    tell('报告与审批', result);
  });
});
