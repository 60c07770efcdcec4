import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ArchiveView } from '@contract/features/archive/archiveWire';
import type { PlanOf } from '@contract/features/fieldwork/plan/planWire';
import { samplePlanMachine } from '@contract/features/fieldwork/plan/samplePlanMachine';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import type { ProjectPapers, ShownPaper } from '@contract/features/records/recordsWire';
import type { ReportView } from '@contract/features/reports/reportContent';
import { machines } from '@contract/subjects';
import type { ErrorBody } from '@contract/wire';
import { type SeenFingerprint, signedParts, signingTexts } from '@contract/workflow/signatureTexts';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import type { SeenRows, Timeline } from '@contract/workflow/workflowWire';
import { registry } from '@server/app/resources';
import { allRoutes } from '@server/app/routes';
import {
  inspectUnitTable,
  labCheckTable,
  labSheetTable,
  projectTable,
  samplePlanTable,
  sampleSiteHazardTable,
} from '@server/db/schema';
import { contentOf, leavesSignatures } from '@server/signing/signedContent';
import { reportBench, signingPassword } from '../support/reportBench';
import { only, testPassword } from '../support/rows';
import { type TestServer, testServer } from '../support/server';
import { type SigningLab, signingLab } from '../support/signedRecords';

// What is signed is what was on the screen: the row, by its version, and its parts, by their hashes (SEC-15).

let server: TestServer;
let lab: SigningLab;
beforeAll(async () => {
  server = await testServer();
  lab = await signingLab(server);
});
afterAll(() => server.close());

const changed = (...parts: string[]) => ({
  status: 409,
  body: { code: 'changedSince', message: signingTexts.changedSince(parts.map((part) => signedParts[part] ?? part)) },
});
const unseen = { status: 400, body: { errors: [{ field: 'asSeen', message: signingTexts.noFingerprint }] } };

/** Changes a reading, as a colleague does. */
async function editReading(id: number, frontResponse: string): Promise<void> {
  const {
    rows: [row],
  } = await lab.work(id);
  await lab.good('PUT', 'api/labSheetRow/saveAll', {
    rows: [{ id: row?.id, version: row?.version, frontResponse }],
    removed: [],
  });
}
const versionOf = async (id: number) =>
  (await server.database.orm.select().from(labSheetTable).where(eq(labSheetTable.id, id)))[0]?.version;

describe('record', () => {
  it('a laboratory record is not signed if a reading was edited after it was opened, even if the record’s version is the same (SEC-15)', async () => {
    const { id, project } = await lab.ready();
    const { asSeen, sheet } = await lab.good<LabWork>('GET', `api/labSheet/work/${id}`);
    await editReading(id, '97.10');
    expect(await versionOf(id)).toBe(sheet.version);
    const seen = { version: sheet.version, asSeen };
    expect(await lab.move(id, 'submit', 'analyst', seen)).toMatchObject(changed('rows'));
    expect(await lab.move(id, 'submit', 'analyst', { asSeen: undefined })).toMatchObject(unseen);
    expect(await lab.states(id)).toEqual([]);
    // The page, the timeline and the paper show the same.
    const again = (await lab.good<LabWork>('GET', `api/labSheet/work/${id}`)).asSeen;
    expect(again).not.toEqual(asSeen);
    const way = await lab.good<Timeline>('GET', `api/labSheet/timeline/${id}`);
    expect(way.asSeen).toEqual(again);
    // Whoever has accepted the statement is not asked again.
    expect(way.moves.filter(({ signs }) => signs).map(({ statementDue = false }) => statementDue)).toEqual([false]);
    const roles = [await server.rows.role({ permissions: ['recordPage:list', 'labSheet:list'] })];
    await server.rows.user({ userName: 'reader', organizationId: lab.organizationId, roles });
    const token = await server.login('reader');
    const paper = await server.ask<ShownPaper>('GET', `api/records/${project}/paper/record-${id}`, { token });
    expect(paper.body.timeline?.asSeen).toEqual(again);
    expect((await lab.move(id, 'submit', 'analyst', { asSeen: again })).status).toBe(200);
    expect(await lab.states(id)).toEqual([['submit', 'valid']]);
  });

  it('several records are signed together only if each is still as the person saw it, all or none (SEC-15)', async () => {
    const { id: first, project } = await lab.ready();
    const { id: second } = await lab.ready(1, project);
    const { rows } = await lab.good<SeenRows>('GET', `api/labSheet/seen?ids=${first},${second}`);
    expect(rows.map(({ id }) => id)).toEqual([first, second]);
    await editReading(second, '96.40');
    const sign = (shown: SeenRows['rows']) =>
      lab.ask('PUT', 'api/labSheet/moveMany', { rows: shown, move: 'submit', password: testPassword });
    const refused = await sign(rows);
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'changedSince' }]);
    expect(refused.body.message).toContain(signedParts['rows']);
    expect([await lab.states(first), await lab.states(second)]).toEqual([[], []]);
    expect(await sign(rows.map(({ id, version }) => ({ id, version, asSeen: undefined })) as never)).toMatchObject(
      unseen,
    );
    expect(
      (await sign((await lab.good<SeenRows>('GET', `api/labSheet/seen?ids=${first},${second}`)).rows)).status,
    ).toBe(200);
    for (const ids of ['', 'a', '0', '1.5', '99999999999', Array.from({ length: 201 }, (_, index) => index + 1).join()])
      expect((await lab.ask('GET', `api/labSheet/seen?ids=${ids}`)).status, ids).toBe(400);
    expect((await lab.ask('GET', 'api/labSheet/seen?ids=2000000')).status).toBe(404);
    const roles = [await server.rows.role({ permissions: ['labSheet:list'] })];
    await server.rows.user({ userName: 'away', organizationId: await server.rows.organization({ name: '乙' }), roles });
    const token = await server.login('away');
    expect((await server.ask('GET', `api/labSheet/seen?ids=${first}`, { token })).status).toBe(404);
  });
});

it('the signed content leaves out values that are false or empty', async () => {
  const { orm } = server.database;
  const { id } = await lab.ready();
  const of = { sheet: id, organizationId: lab.organizationId };
  await orm
    .insert(labCheckTable)
    .values({ ...of, checkKind: 'parallel', sampleNo: 'S-P', values: {}, computed: {}, judged: true, passes: false });
  const checks = (await contentOf(orm, 'labSheet', id, 'submit'))?.parts['checks'] as Record<string, unknown>[];
  expect(checks.find(({ sampleNo }) => sampleNo === 'S-P')).toMatchObject({ judged: true });
  expect(Object.values(checks[0] ?? {}).filter((value) => value === false || value === null)).toEqual([]);
});

it('a sampling plan is not signed if a row was edited after it was opened (SEC-15)', async () => {
  const { orm } = server.database;
  const permissions = ['samplePlan:list', 'samplePlan:submit', 'project:list'];
  const roles = [await server.rows.role({ permissions })];
  await server.rows.user({ userName: 'planner', organizationId: lab.organizationId, roles });
  const token = await server.login('planner');
  const project = (await lab.lab.project('planning')).id;
  const of = { project, organizationId: lab.organizationId };
  const plan = only(
    await orm
      .insert(samplePlanTable)
      .values({ ...of, basis: 'GBZ 159-2004', days: 1, state: samplePlanMachine.initial })
      .returning(),
  );
  const row = only(
    await orm
      .insert(sampleSiteHazardTable)
      .values({
        ...of,
        place: '喷漆岗',
        hazard: await lab.lab.hazard('丙酮'),
        mode: 'area',
        period: 'short',
        points: 1,
        samplesPerDay: 1,
        days: 1,
        blanks: 2,
      })
      .returning(),
  );
  const { asSeen } = (await server.ask<PlanOf>('GET', `api/samplePlan/of/${project}`, { token })).body;
  await orm.update(sampleSiteHazardTable).set({ points: 3 }).where(eq(sampleSiteHazardTable.id, row.id));
  const body = { id: plan.id, version: plan.version, move: 'submit', password: testPassword, asSeen };
  expect(await server.ask('PUT', 'api/samplePlan/move', { token, body })).toMatchObject(changed('planRows'));
});

it('an archive is not signed if the project was renamed after its list was read (SEC-15)', async () => {
  const { orm } = server.database;
  const roles = [await server.rows.role({ permissions: ['project:archive', 'project:list', 'qualityControl:list'] })];
  await server.rows.user({ userName: 'keeper', organizationId: lab.organizationId, roles });
  const token = await server.login('keeper');
  const { id } = await lab.lab.project('issuing');
  const read = async () => (await server.ask<ArchiveView>('GET', `api/archive/${id}`, { token })).body.asSeen;
  const sign = (asSeen: SeenFingerprint) =>
    server.ask<ErrorBody>('PUT', 'api/project/move', {
      token,
      body: { id, move: 'archive', password: testPassword, asSeen },
    });
  const seen = await read();
  await orm.update(projectTable).set({ projectName: '改名后的项目' }).where(eq(projectTable.id, id));
  expect(await sign(seen)).toMatchObject(changed('head'));
  expect(await sign({ ...(await read()), documents: '' })).toMatchObject(changed('documents'));
  // What is missing is said only of what was seen.
  expect((await sign(await read())).body.code).toBe('incomplete');
});

describe('submission for approval', () => {
  it('submitting for approval signs the report that was read, and the records that were listed (SEC-15)', async () => {
    const { orm } = server.database;
    const home = await server.rows.organization({
      name: '丙检测中心',
      code: 'BB',
      qualification: '（浙）职卫检字第013号',
    });
    const bench = await reportBench(server, {
      home,
      mark: '2',
      more: { analyst: ['recordPage:list'] },
    });
    const hand = (who: 'analyst' | 'reporter', project: number, kind: string, asSeen?: SeenFingerprint | null) =>
      bench.ask(who, 'POST', 'api/approval/submit', {
        project,
        kind,
        password: signingPassword,
        ...(asSeen === null ? {} : { asSeen }),
      });
    const tested = await bench.tested();
    const { asSeen } = (await bench.ask<ProjectPapers>('analyst', 'GET', `api/records/${tested.id}`)).body;
    const others = { records: '0'.repeat(16) };
    expect(await hand('analyst', tested.id, 'records', others)).toMatchObject(changed('records'));
    expect((await hand('analyst', tested.id, 'records', asSeen)).status).toBe(200);

    const { project, report } = await bench.reporting();
    const shown = (await bench.ask<ReportView>('reporter', 'GET', `api/report/content/${report.id}`)).body.asSeen;
    const [row] = await orm.select().from(projectTable).where(eq(projectTable.id, project.id));
    // Not a word of the report itself: its version is the same.
    await orm
      .update(inspectUnitTable)
      .set({ unitName: '改名后的单位' })
      .where(eq(inspectUnitTable.id, row?.belongInspect ?? 0));
    expect(await hand('reporter', project.id, 'report', shown)).toMatchObject(changed('content'));
    expect(await hand('reporter', project.id, 'report', undefined)).toMatchObject(unseen);
    expect((await hand('reporter', project.id, 'report', null)).status).toBe(200);
  });
});

describe('every call that takes a signature’s password', () => {
  it('every call that takes the password for a signature requires the version of each row, and its content where a row has parts (SEC-15)', () => {
    // Passwords that sign nothing: of a sign-in, of the screen, of a download, of a p12 file, of a person's own new
    // certificate, and the one that an administrator sets.
    const others = [
      'POST auth/login',
      'POST auth/unlock',
      'PUT api/user/resetPassword',
      'PUT api/exportRun/open',
      'POST api/signingCertificate/load',
      'POST api/signingCertificate/own',
    ];
    const signing = allRoutes(server.services).flatMap(({ method, path, body }) => {
      const schema = body
        ? JSON.stringify(z.toJSONSchema(body as z.ZodType, { unrepresentable: 'any', io: 'input' }))
        : '';
      return schema.includes('"password"') && !others.includes(`${method} ${path}`)
        ? [{ call: `${method} ${path}`, schema }]
        : [];
    });
    expect(signing.length).toBeGreaterThan(15);
    expect(signing.filter(({ schema }) => !schema.includes('"version"')).map(({ call }) => call)).toEqual([]);
    // A brought sample has no parts: its version tells every change.
    expect(signing.filter(({ schema }) => !schema.includes('"asSeen"')).map(({ call }) => call)).toEqual([
      'PUT api/incomingSample/receive',
    ]);
  });

  it('every signing call refuses all workflow moves of every state machine without proof of the content seen: 0 are made (SEC-15)', async () => {
    const paths = new Set(allRoutes(server.services).map(({ method, path }) => `${method} ${path}`));
    const entityOf = (machine: string) => registry.named(machine === 'record' ? 'labSheet' : machine).entity;
    const moves = machines
      .filter(({ name }) => leavesSignatures(name))
      .flatMap((machine) =>
        machine.moves
          .filter(({ signs }) => signs)
          .map((move) => ({ path: entityOf(machine.name).path, move: move.key, may: permissionOfMove(machine, move) })),
      )
      .filter(({ path }) => paths.has(`PUT ${path}/move`));
    const roles = [await server.rows.role({ permissions: [...new Set(moves.map(({ may }) => may))] })];
    await server.rows.user({ userName: 'everything', organizationId: lab.organizationId, roles });
    const token = await server.login('everything');
    let tried = 0;
    for (const { path, move } of moves) {
      const asked = { move, password: testPassword, reason: '抽查' };
      for (const [call, body] of [
        ['move', { ...asked, id: 1, version: 1, asSeen: undefined }],
        ['moveMany', { ...asked, rows: [{ id: 1, version: 1, asSeen: undefined }] }],
      ] as const) {
        if (!paths.has(`PUT ${path}/${call}`)) continue;
        const { status, body: said } = await server.ask<ErrorBody>('PUT', `${path}/${call}`, { token, body });
        // A move that another move makes is unknown here.
        if (said.code === 'unknownMove') continue;
        expect([status, said.errors?.[0]?.field], `${path}/${call} ${move}`).toEqual([400, 'asSeen']);
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(15);
  });
});
