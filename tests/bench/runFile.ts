import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { RunRead } from '@contract/features/laboratory/runs/runWire';
import type { Answer } from '@contract/wire';
import { migrate } from '@server/db/migrate';
import { labSheetRowTable, labSheetTable } from '@server/db/schema';
import { labRowsOf } from '../support/labRows';
import { type TestServer, testServer } from '../support/server';
import { type Line, median, round } from './line';
import { onPostgres } from './onPostgres';

/** 1,000 injections of five compounds. */
const samples = 1000;
const compounds = ['苯', '甲苯', '乙苯', '二甲苯', '苯乙烯'];

/** Creates a record of each compound with the same 1,000 samples; returns the samples' numbers. */
async function fill(server: TestServer, organizationId: number, analyst: number): Promise<string[]> {
  const lab = labRowsOf(server, organizationId);
  const method = await lab.method('苯系物 溶剂解吸-气相色谱法', 7, { resultRoute: 'solvent' });
  await lab.authorise(analyst, method);
  const { id: project } = await lab.project('testing');
  const first = await lab.sample({ project, sampleNo: 'N-1', hazard: await lab.hazard('噪声') });
  const names = Array.from({ length: samples }, (_, index) => `N-${index + 1}`);
  for (const [at, hazardName] of compounds.entries()) {
    const hazard = await lab.hazard(hazardName);
    await lab.item(method, hazard);
    const { id: curve } = await lab.curve({ method, hazard });
    const [sheet] = await server.database.orm
      .insert(labSheetTable)
      .values({
        sheetNo: `BENCH-${at + 1}`,
        project,
        method,
        methodKind: 'gasChromatography',
        layout: 'solvent',
        variant: 'ordinary',
        hazard,
        hazardName,
        state: 'drafting',
        analyst,
        curve,
        complete: false,
        organizationId,
      })
      .returning({ id: labSheetTable.id });
    for (let from = 0; from < samples; from += 500)
      await server.database.orm.insert(labSheetRowTable).values(
        names.slice(from, from + 500).map((sampleNo, rowSort) => ({
          sheet: sheet?.id ?? 0,
          sample: first.id,
          sampleNo,
          rowKind: 'sample',
          rowSort: from + rowSort,
          readings: {},
          censored: false,
          organizationId,
        })),
      );
  }
  return names;
}

async function upload(server: TestServer, token: string, content: string): Promise<string> {
  const form = new FormData();
  form.append('fileClass', 'document');
  form.append('file', new File([content], '序列.csv'));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await server.app.request('/api/file/upload', { method: 'POST', headers, body: form });
  return ((await answer.json()) as Answer<{ id: string }>).body?.id ?? '';
}

/** Time of a call, s, and its answer. */
async function timed<T>(call: () => Promise<T>): Promise<readonly [number, T]> {
  const started = performance.now();
  const answer = await call();
  return [(performance.now() - started) / 1000, answer];
}

async function measureOn(name: string, server: TestServer): Promise<Line[]> {
  try {
    const organizationId = await server.rows.organization();
    const permissions = ['labSheet:list', 'labSheet:add', 'labRun:list', 'labRun:add', 'labRun:edit'];
    const roles = [await server.rows.role({ permissions })];
    const analyst = await server.rows.user({ userName: 'analyst', organizationId, roles });
    const token = await server.login('analyst');
    const names = await fill(server, organizationId, analyst);
    const lines = names.flatMap((name, index) =>
      compounds.map((compound, of) => `${name},${compound},${(index * 5 + of + 1) / 10}`),
    );
    const file = await upload(server, token, `样品编号,组分,峰面积\n${lines.join('\n')}\n`);
    const body = { runDate: '2026-11-20', instrument: null, file, remark: null };
    const addAnswer = await server.ask<Answer<{ id: number }>>('POST', 'api/labRun/add', { token, body });
    const id = addAnswer.body.body?.id ?? 0;
    const [reads, writes]: [number[], number[]] = [[], []];
    for (let turn = 0; turn < 3; turn += 1) {
      const [read, look] = await timed(() => server.ask<RunRead>('GET', `api/labRun/read/${id}`, { token }));
      const matched = look.body.lines.filter(({ state }) => state === 'matched').length;
      if (matched !== lines.length) throw new Error(`${matched} of ${lines.length} lines matched`);
      reads.push(read);
      const [write, done] = await timed(() => server.ask('POST', 'api/labRun/write', { token, body: { id } }));
      if (done.status !== 200) throw new Error(done.text);
      writes.push(write);
      const [last] = await server.database.orm
        .select()
        .from(labSheetRowTable)
        .where(and(eq(labSheetRowTable.sampleNo, `N-${samples}`), isNull(labSheetRowTable.deleteTime)))
        .orderBy(asc(labSheetRowTable.id))
        .limit(1);
      if (last?.readings?.['frontResponse'] !== '499.6') throw new Error('the last line came to another sample');
      await server.ask('POST', 'api/labRun/undo', { token, body: { id } });
    }
    const line = (what: string, value: number, goal: number): Line => ({
      part: 'runFile',
      what: `${name}, a run's file of ${lines.length.toLocaleString('en')} lines: ${what}`,
      value: round(value, 2),
      unit: 's',
      goal,
    });
    return [
      line('read, matched and answered', median(reads), 1),
      line('written into five records and calculated', median(writes), 2),
    ];
  } finally {
    await server.close();
  }
}

/** A run's file of 5,000 lines: read, matched and answered; written into five records; taken back. */
export const measure = async (): Promise<Line[]> => [
  ...(await measureOn('PGlite', await testServer())),
  ...(await onPostgres(async (open, databaseUrl) => {
    const database = await open();
    await migrate(database);
    await database.close();
    const dataDir = await mkdtemp(join(tmpdir(), 'bench-run-'));
    return measureOn('PostgreSQL', await testServer({}, { dataDir, databaseUrl }));
  })),
];
