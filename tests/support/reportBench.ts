import { eq } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import type { Answer, ErrorBody } from '@contract/wire';
import {
  hazardLimitTable,
  labSheetRowTable,
  labSheetTable,
  labTaskTable,
  sampleCollectorsTable,
} from '@server/db/schema';
import { labRowsOf } from './labRows';
import type { TestServer } from './server';

export const signingPassword = 'Demo-2026#lab';

/** Author of a report, and its three signers. */
const roles = {
  analyst: ['李检测', 'approval:submit', 'approval:list', 'labSheet:list', 'project:list'],
  reporter: [
    '孙编制',
    'approval:submit',
    'approval:list',
    'report:list',
    'report:add',
    'report:edit',
    'report:correct',
    'report:publish',
    'report:withdraw',
    'project:list',
    'reportFormula:list',
    'reportFormula:add',
    'reportFormula:edit',
    'reportFormula:status',
    'reportScene:list',
  ],
  reviewer: [
    '赵一审',
    'delegation:list',
    'delegation:add',
    'approval:passFirst',
    'approval:returnToStart',
    'approval:list',
    'report:list',
    'project:list',
  ],
  quality: [
    '周二审',
    'delegation:list',
    'delegation:add',
    'approval:passSecond',
    'approval:returnToStart',
    'approval:returnToFirst',
    'approval:list',
    'report:list',
    'project:list',
  ],
  approver: [
    '钱签发',
    'delegation:list',
    'delegation:add',
    'approval:sign',
    'approval:passSecond',
    'approval:reopen',
    'approval:returnToStart',
    'approval:returnToSecond',
    'approval:list',
    'report:list',
    'report:void',
    'project:list',
  ],
} as const;
export type Hand = keyof typeof roles;
export const reporterPermissions: readonly string[] = roles.reporter.slice(1);

const chain = [
  ['reviewer', 'passFirst'],
  ['quality', 'passSecond'],
  ['approver', 'sign'],
] as const;

interface BenchGiven {
  /** An existing organization. */
  readonly home?: number;
  /** Distinguishes its accounts from those of another bench. */
  readonly mark?: string;
  /** Password of its people; by default `signingPassword`. */
  readonly password?: string;
  /** Permissions besides the usual ones. */
  readonly more?: Partial<Record<Hand, readonly string[]>>;
}

/** Further hazards of a project, each with one long sample of 3.1 mg/m³. */
type Others = readonly { readonly hazard: number; readonly hazardName: string }[];

/**
 * Returns functions that take projects from signed records to an issued report, by the product's own calls from the
 * records on.
 */
export async function reportBench(server: TestServer, given: BenchGiven = {}) {
  const { orm } = server.database;
  const ownPassword = given.password ?? signingPassword;
  const home =
    given.home ??
    (await server.rows.organization({ name: '甲检测中心', code: 'JC', qualification: '（浙）职卫检字第012号' }));
  const people = {} as Record<Hand, { id: number; token: string }>;
  for (const [who, [nickName, ...permissions]] of Object.entries(roles) as [Hand, readonly [string, ...string[]]][]) {
    const userName = `${who}${given.mark ?? ''}`;
    const id = await server.rows.user({
      userName,
      nickName,
      organizationId: home,
      roles: [await server.rows.role({ permissions: [...permissions, ...(given.more?.[who] ?? [])] })],
      password: ownPassword,
    });
    people[who] = { id, token: await server.login(userName) };
  }
  const lab = labRowsOf(server, home);
  const hazard = await lab.hazard('甲苯');
  const method = await lab.method('苯系物 溶剂解吸-气相色谱法', 7, { resultRoute: 'solvent', blanksPerBatch: 0 });
  const limit = {
    hazard,
    limitName: '甲苯',
    unit: 'mg/m³',
    standard: 'GBZ 2.1-2019',
    effectiveFrom: '2020-04-01',
    dataCertainty: 'sure',
  };
  await orm.insert(hazardLimitTable).values([
    { ...limit, kind: 'twa', value: '50' },
    { ...limit, kind: 'stel', value: '100' },
  ]);

  let sheets = 0;
  const ask = <B = ErrorBody>(who: Hand, verb: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    server.ask<B>(verb, path, { token: people[who].token, ...(body === undefined ? {} : { body }) });
  const submit = (who: Hand, project: number, kind: string, password = ownPassword) =>
    ask<Answer<{ id: number }> & ErrorBody>(who, 'POST', 'api/approval/submit', { project, kind, password });
  const move = (who: Hand, id: number, key: string, more: object = {}) =>
    ask(who, 'PUT', 'api/approval/move', { id, move: key, password: ownPassword, ...more });

  /** Creates a record of a long and a short sample of a hazard in a project, with what it found. */
  async function record(
    project: { readonly id: number; readonly code: string },
    at: { readonly hazard: number; readonly hazardName: string; readonly method: number; readonly state: string },
    found: readonly (readonly [period: 'long' | 'short', text: string, minutes: string])[],
  ): Promise<void> {
    const { state, ...of } = at;
    const [sheet] = await orm
      .insert(labSheetTable)
      .values({
        sheetNo: `${project.code}-JL${String((sheets += 1)).padStart(2, '0')}`,
        project: project.id,
        methodKind: 'gasChromatography',
        variant: 'ordinary',
        layout: 'solvent',
        ...of,
        state,
        analyst: people.analyst.id,
        testDate: '2026-05-13',
        sampleCount: found.length,
        complete: true,
        organizationId: home,
      })
      .returning({ id: labSheetTable.id });
    const siteHazardId = await lab.exposure(project.id, of.hazard, '喷漆岗位', '8');
    for (const [period, text, minutes] of found) {
      const task = await lab.task(
        { project: project.id, ...of, analyst: people.analyst.id },
        {
          period,
          minutes,
          representedHours: period === 'long' ? '8' : null,
          hoursPerDay: '8',
          siteNo: '01',
          siteHazardId,
        },
      );
      await orm
        .insert(sampleCollectorsTable)
        .values({ ownerId: task.sample, targetId: people.analyst.id, position: 0 });
      await orm
        .update(labTaskTable)
        .set({ state: 'completed', sheet: sheet?.id ?? 0 })
        .where(eq(labTaskTable.id, task.id));
      await orm.insert(labSheetRowTable).values({
        sheet: sheet?.id ?? 0,
        task: task.id,
        sample: task.sample,
        sampleNo: task.sampleNo,
        rowKind: 'sample',
        readings: {},
        computed: {},
        reportText: text,
        resultNum: text,
        censored: false,
        unit: 'mg/m³',
        minimum: '1.2',
        organizationId: home,
      });
    }
  }

  /** Creates a project in the laboratory with one approved record of a long and a short sample. */
  async function tested(long = '48.2', short = '86', state: 'approved' | 'drafting' = 'approved', others: Others = []) {
    const project = await lab.project('testing');
    sheets = 0;
    await record(project, { hazard, hazardName: '甲苯', method, state }, [
      ['long', long, '480'],
      ['short', short, '15'],
    ]);
    for (const other of others) await record(project, { method, state, ...other }, [['long', '3.1', '480']]);
    return project;
  }

  async function pass(id: number, upTo: 'first' | 'second' | 'sign'): Promise<void> {
    for (const [who, key] of chain.slice(0, ['first', 'second', 'sign'].indexOf(upTo) + 1)) {
      const { status, text } = await move(who, id, key);
      if (status !== 200) throw new Error(`${key}: ${text}`);
    }
  }

  /** Creates a project with approved records and a report begun. */
  async function reporting(long?: string, short?: string, others: Others = []) {
    const project = await tested(long, short, 'approved', others);
    await pass((await submit('analyst', project.id, 'records')).body.body?.id ?? 0, 'sign');
    const begun = await ask<Answer<AnyRow> & ErrorBody>('reporter', 'POST', 'api/report/start', {
      project: project.id,
    });
    if (begun.status !== 200) throw new Error(begun.text);
    return { project, report: begun.body.body as AnyRow };
  }

  async function issued(long?: string, short?: string) {
    const made = await reporting(long, short);
    const approval = (await submit('reporter', made.project.id, 'report')).body.body?.id ?? 0;
    await pass(approval, 'sign');
    return { ...made, approval };
  }

  return { home, lab, hazard, people, ask, submit, move, tested, pass, reporting, issued };
}
