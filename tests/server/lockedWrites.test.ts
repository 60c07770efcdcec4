import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { samplePlanMachine } from '@contract/features/fieldwork/plan/samplePlanMachine';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { projectTexts } from '@contract/features/projects/projectTexts';
import {
  labAttachmentTable,
  labCheckTable,
  labDetectionTable,
  labPeakTable,
  labSheetTable,
  projectTable,
  samplePlanTable,
  sampleSiteHazardTable,
} from '@server/db/schema';
import { hashOf } from '@server/signing/canonicalJson';
import { contentOf } from '@server/signing/signedContent';
import { expectClosed, lockedStates } from '../support/closedWrites';
import { measured } from '../support/measured';
import { testPassword } from '../support/rows';
import { type TestServer, testServer } from '../support/server';
import { type SigningLab, signingLab } from '../support/signedRecords';

// QUALITY SIG5: no call writes what is signed, in any locked state.

let server: TestServer;
let lab: SigningLab;
beforeAll(async () => {
  server = await testServer();
  lab = await signingLab(server);
});
afterAll(() => server.close());

const only = <T>([row]: readonly T[]): T => {
  if (!row) throw new Error('nothing was inserted');
  return row;
};

describe('signed record (SIG5, AZ1)', () => {
  let calls: Record<string, unknown>;
  let id: number;
  const hash = async () => hashOf((await contentOf(server.database.orm, 'labSheet', id, 'submit'))?.parts);

  beforeAll(async () => {
    const { orm } = server.database;
    const made = await lab.ready();
    ({ id } = made);
    const attachment = await lab.attach(id);
    const [gone, part] = [
      await lab.attach(id, '已删.csv', '样品名,峰面积\n3,1\n'),
      { sheet: id, organizationId: lab.organizationId },
    ];
    await orm.update(labAttachmentTable).set({ deleteTime: new Date() }).where(eq(labAttachmentTable.id, gone.id));
    const check = only(
      await orm
        .insert(labCheckTable)
        .values({
          ...part,
          checkKind: 'parallel',
          sampleNo: 'S-P',
          values: { first: '50.1', second: '50.3' },
          computed: {},
          judged: true,
          passes: true,
        })
        .returning(),
    );
    const detection = only(
      await orm
        .insert(labDetectionTable)
        .values({ ...part, values: {}, computed: {}, applied: false })
        .returning(),
    );
    const peak = only(
      await orm
        .insert(labPeakTable)
        .values({
          ...part,
          attachment: attachment.id,
          line: 1,
          state: 'parked',
          values: { 峰面积: '1' },
          sampleName: 'QC-1',
        })
        .returning(),
    );
    const stored = only(await orm.select().from(labAttachmentTable).where(eq(labAttachmentTable.id, attachment.id)));
    const { sheet, rows } = await lab.good<LabWork>('GET', `api/labSheet/work/${id}`);
    const [row] = rows;
    const other = await lab.ready(1, made.project);
    const { rows: otherRows } = await lab.work(other.id);
    const head = { id, version: sheet.version };
    const move = { move: 'submit', password: testPassword };
    const checkBody = { sheet: id, checkKind: 'parallel', sampleNo: 'X', values: { first: '1', second: '1' } };
    const attachmentBody = {
      sheet: id,
      attachmentKind: 'rawData',
      file: attachment.file,
      curve: null,
      sample: null,
      remark: '改',
    };
    calls = {
      'PUT api/labSheet/edit': { ...sheet, envHumidity: '50' },
      'DELETE api/labSheet/delete': [id],
      'PUT api/labSheet/move': { ...head, ...move },
      'PUT api/labSheet/moveMany': { ids: [id], ...move },
      'POST api/labSheet/start': { tasks: [row?.task] },
      'POST api/labSheet/startTogether': { tasks: [row?.task] },
      'PUT api/labSheet/together': { rows: [head] },
      'PUT api/labSheet/apart': { rows: [head] },
      'PUT api/labSheet/addTasks': { sheet: id, tasks: [otherRows[0]?.task] },
      'PUT api/labSheet/addParallels': { sheet: id, rows: [row?.id] },
      'PUT api/labSheet/takeOff': { sheet: id, rows: [{ id: row?.id, version: row?.version }] },
      'PUT api/labSheetRow/saveAll': {
        rows: [{ id: row?.id, version: row?.version, frontResponse: '1' }],
        removed: [],
      },
      'POST api/labSheetRow/reset': { id: row?.id },
      'POST api/labCheck/add': checkBody,
      'PUT api/labCheck/edit': { ...checkBody, id: check.id, version: check.version },
      'DELETE api/labCheck/delete': [check.id],
      'PUT api/labCheck/saveAll': {
        rows: [{ id: check.id, version: check.version, values: { first: '9', second: '9' } }],
        removed: [],
      },
      'POST api/labDetection/add': { sheet: id, values: {}, applied: false },
      'PUT api/labDetection/edit': {
        sheet: id,
        id: detection.id,
        version: detection.version,
        values: {},
        applied: false,
        remark: '改',
      },
      'DELETE api/labDetection/delete': [detection.id],
      'POST api/labAttachment/add': attachmentBody,
      'PUT api/labAttachment/edit': { ...attachmentBody, id: stored.id, version: stored.version },
      'DELETE api/labAttachment/delete': [stored.id],
      'PUT api/labAttachment/restore': [gone.id],
      'POST api/labPeak/take': {
        attachment: attachment.id,
        sampleColumn: 0,
        valueColumn: 1,
        peakColumn: null,
        peakName: null,
        reading: 'frontResponse',
      },
      'PUT api/labPeak/settle': { id: peak.id, reason: '质控样' },
    };
  });

  it('a signed record accepts 0 of all write calls (409 each) in every locked state', async () => {
    const states = lockedStates(recordMachine);
    let tried = 0;
    for (const state of states) {
      await server.database.orm.update(labSheetTable).set({ state }).where(eq(labSheetTable.id, id));
      tried += await expectClosed({
        server,
        token: lab.people.analyst.token,
        calls,
        pattern: /^api\/(labSheet|labSheetRow|labCheck|labDetection|labAttachment|labPeak)\//,
        hash,
        state,
      });
    }
    expect(states.length).toBeGreaterThan(2);
    measured(`记录：${Object.keys(calls).length} 个写接口 × ${states.length} 个锁定状态，${tried} 次均 409，散列不变`);
  });
});

describe('signed plan (SIG5, AZ1)', () => {
  let calls: Record<string, unknown>;
  let token: string;
  let project: number;
  let plan: AnyRow;
  const hash = async () => hashOf((await contentOf(server.database.orm, 'samplePlan', plan.id, 'submit'))?.parts);

  beforeAll(async () => {
    const { orm } = server.database;
    const permissions = ['list', 'add', 'edit', 'del', 'restore', 'reset'].flatMap((action) => [
      `samplePlan:${action}`,
      `sampleSiteHazard:${action}`,
    ]);
    await server.rows.user({
      userName: 'field',
      organizationId: lab.organizationId,
      roles: [await server.rows.role({ permissions: [...permissions, 'samplePlan:submit', 'project:list'] })],
    });
    token = await server.login('field');
    project = (await lab.lab.project('planReview')).id;
    const of = { project, organizationId: lab.organizationId };
    plan = only(
      await orm
        .insert(samplePlanTable)
        .values({ ...of, basis: 'GBZ 159-2004', days: 1, state: 'awaitingReview' })
        .returning(),
    ) as unknown as AnyRow;
    const hazard = await lab.lab.hazard('苯');
    const written = {
      ...of,
      place: '喷漆岗',
      hazard,
      mode: 'area',
      period: 'short',
      points: 1,
      samplesPerDay: 1,
      days: 1,
      blanks: 2,
    };
    const row = only(await orm.insert(sampleSiteHazardTable).values(written).returning());
    const gone = only(
      await orm
        .insert(sampleSiteHazardTable)
        .values({ ...written, place: '已删', deleteTime: new Date() })
        .returning(),
    );
    const body = {
      project,
      place: '调漆岗',
      hazard,
      mode: 'area',
      period: 'short',
      points: 1,
      samplesPerDay: 1,
      days: 1,
      blanks: 2,
      alongWith: [],
    };
    calls = {
      'PUT api/samplePlan/edit': { id: plan.id, version: plan.version, project, basis: '改', days: 1 },
      'PUT api/samplePlan/move': { id: plan.id, move: 'submit', password: testPassword },
      'POST api/samplePlan/generate': { project, mode: 'append' },
      'POST api/sampleSiteHazard/add': body,
      'PUT api/sampleSiteHazard/edit': { ...body, id: row.id, version: row.version },
      'DELETE api/sampleSiteHazard/delete': [row.id],
      'PUT api/sampleSiteHazard/restore': [gone.id],
      'POST api/sampleSiteHazard/reset': { id: row.id },
      'PUT api/sampleSiteHazard/saveAll': { rows: [{ id: row.id, version: row.version, place: '改' }], removed: [] },
    };
  });

  it('a signed sampling plan accepts 0 of all write calls (409 each) in every locked state', async () => {
    const states = lockedStates(samplePlanMachine);
    let tried = 0;
    for (const state of states) {
      await server.database.orm.update(samplePlanTable).set({ state }).where(eq(samplePlanTable.id, plan.id));
      await server.database.orm
        .update(projectTable)
        .set({ stage: state === 'approved' ? 'sampling' : 'planReview' })
        .where(eq(projectTable.id, project));
      tried += await expectClosed({
        server,
        token,
        calls,
        pattern: /^api\/(samplePlan|sampleSiteHazard)\//,
        hash,
        state,
      });
    }
    expect(states.length).toBeGreaterThan(1);
    measured(`方案：${Object.keys(calls).length} 个写接口 × ${states.length} 个锁定状态，${tried} 次均 409，散列不变`);
  });

  it('the header of a signed sampling plan is locked by the plan’s own state, whatever the stage of its project', async () => {
    const before = await hash();
    for (const state of lockedStates(samplePlanMachine)) {
      await server.database.orm.update(samplePlanTable).set({ state }).where(eq(samplePlanTable.id, plan.id));
      await server.database.orm.update(projectTable).set({ stage: 'planning' }).where(eq(projectTable.id, project));
      const { status, body } = await server.ask<{ message: string }>('PUT', 'api/samplePlan/edit', {
        token,
        body: calls['PUT api/samplePlan/edit'],
      });
      expect([state, status, body.message]).toEqual([state, 409, projectTexts.planLocked]);
    }
    expect(await hash()).toBe(before);
  });
});
