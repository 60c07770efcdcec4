import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { labCheckTexts } from '@contract/features/laboratory/checks/checkTexts';
import type { Answer, ErrorBody } from '@contract/wire';
import { labCheckTable, labCurveTable, labRunInjectionTable, labRunTable, labSheetRowTable } from '@server/db/schema';
import { type RecordRows, recordRowsOf } from '../support/recordRows';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let token: string;
let lab: RecordRows;
let method: number;
let hazards: number[];
let run: number;
let names: string[];

beforeAll(async () => {
  server = await testServer();
  const organizationId = await server.rows.organization({ name: '甲检测中心' });
  const acts = ['list', 'add', 'del', 'edit'];
  const permissions = ['labSheet', 'labRun', 'labRunInjection', 'labRunFile', 'labCurve', 'labCheck'].flatMap((name) =>
    acts.map((act) => `${name}:${act}`),
  );
  const role = await server.rows.role({ permissions });
  const analyst = await server.rows.user({ userName: 'analyst', organizationId, roles: [role] });
  token = await server.login('analyst');
  lab = recordRowsOf(server, organizationId);
  method = await lab.method('苯系物 溶剂解吸-气相色谱法', 7, { resultRoute: 'solvent', curvePoints: 5 });
  await lab.authorise(analyst, method);
  hazards = [await lab.hazard('苯'), await lab.hazard('甲苯')];
  const [benzene = 0, toluene = 0] = hazards;
  for (const hazard of hazards) await lab.item(method, hazard, { lod: '0.5' });
  const { id: project } = await lab.project('testing');
  const task = { project, method, methodKind: 'gasChromatography', analyst };
  const one = await lab.task({ ...task, hazard: benzene, hazardName: '苯' });
  const two = await lab.task({ ...task, hazard: toluene, hazardName: '甲苯' });
  names = [one.sampleNo, two.sampleNo];
  const { body } = await server.ask<Answer<AnyRow[]>>('POST', 'api/labRun/propose', {
    token,
    body: { tasks: [one.id, two.id] },
  });
  run = Number(body.body?.[0]?.id);
});
afterAll(() => server.close());

const change = (kind: string, values: Partial<typeof labRunInjectionTable.$inferInsert>, name?: string) =>
  server.database.orm
    .update(labRunInjectionTable)
    .set(values)
    .where(
      and(
        eq(labRunInjectionTable.run, run),
        eq(labRunInjectionTable.injectionKind, kind),
        name === undefined ? undefined : eq(labRunInjectionTable.injectionName, name),
      ),
    );

async function addFile(content: string): Promise<void> {
  const form = new FormData();
  form.append('fileClass', 'document');
  form.append('file', new File([content], '序列.csv'));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await server.app.request('/api/file/upload', { method: 'POST', headers, body: form });
  const file = ((await answer.json()) as Answer<{ id: string }>).body?.id;
  const added = await server.ask('POST', 'api/labRunFile/add', { token, body: { run, file } });
  expect(added.status, added.text).toBe(200);
}
const act = async (step: 'write' | 'heads' | 'undo') => {
  const { status, text } = await server.ask('POST', `api/labRun/${step}`, { token, body: { id: run } });
  expect(status, text).toBe(200);
};
const checks = async () =>
  (
    await server.database.orm
      .select()
      .from(labCheckTable)
      .where(
        and(
          inArray(labCheckTable.checkKind, ['blank', 'parallel', 'spike', 'control']),
          isNull(labCheckTable.deleteTime),
        ),
      )
      .orderBy(asc(labCheckTable.checkKind), asc(labCheckTable.sheet), asc(labCheckTable.id))
  ).map(({ checkKind, sampleNo, values, computed, passes, problem }) => ({
    checkKind,
    sampleNo,
    values,
    result: computed?.['recovery'] ?? computed?.['z'] ?? null,
    source: computed?.['source'] ?? null,
    passes,
    problem: problem !== null,
  }));

it('blanks, parallels, spiked samples and control samples of an instrument run become checks of its records, calculated once the record has its curve, and removed when the readings are withdrawn', async () => {
  const standard = await lab.standard({ hazard: hazards[0] ?? 0 });
  await server.database.orm
    .update(labRunTable)
    .set({ stock: '100', finalVolume: '10', solutionVolume: '2.0' })
    .where(eq(labRunTable.id, run));
  for (const level of [1, 2, 3, 4, 5]) await change('standard', { standardVolume: String(level) }, `STD-${level}`);
  await change('spike', { standardVolume: '0.4' });
  await change('control', { standard });
  await server.database.orm.update(labSheetRowTable).set({ readings: { efficiency: '100' } });
  const [first = '', second = ''] = names;
  const lines = [
    ...[0, 1, 2, 3, 4, 5].map((level) => `STD-${level},苯,${level * 20}`),
    `${first},苯,40`,
    'SB-1,苯,0.2',
    `${first}-P,苯,41`,
    `${first}-JB,苯,78`,
    'QC-1,苯,51',
    'QC-1,甲苯,51',
    `${second}-JB,苯,78`,
  ];
  await addFile(`样品编号,组分,峰面积\n${lines.join('\n')}\n`);
  const curve = await server.ask<Answer<AnyRow>>('POST', 'api/labRun/curve', {
    token,
    body: { id: run, method, hazard: hazards[0] },
  });
  expect(curve.status, curve.text).toBe(200);
  await act('write');
  const control = { checkKind: 'control', sampleNo: '质控样 L24', source: null };
  const spike = { checkKind: 'spike', sampleNo: first };
  // Without a curve nothing is calculated, but no reading is lost. The control sample certifies benzene only, and the
  // other sample is not on the record of benzene.
  const uncalculated = { result: null, source: null, passes: false, problem: true };
  const blank = { ...uncalculated, checkKind: 'blank', sampleNo: 'SB-1', values: { response: '0.2' } };
  expect(await checks()).toEqual([
    blank,
    { ...control, values: { certified: '25.0', uncertainty: '1.2' }, result: null, passes: false, problem: true },
    { ...spike, values: { added: '40' }, result: null, source: null, passes: false, problem: true },
  ]);
  await server.database.orm.update(labCurveTable).set({ state: 'approved' });
  await act('heads');
  const calculated = [
    { ...blank, passes: true, problem: false },
    {
      ...control,
      values: { certified: '25.0', uncertainty: '1.2', found: '25.50' },
      result: '0.8',
      passes: true,
      problem: false,
    },
    {
      checkKind: 'parallel',
      sampleNo: first,
      values: { first: '26.67', second: '27.33' },
      result: null,
      source: 'record',
      passes: true,
      problem: false,
    },
    {
      ...spike,
      values: { unspiked: '40.00', added: '40', spiked: '78.00' },
      result: '95.0',
      source: 'record',
      passes: true,
      problem: false,
    },
  ];
  expect(await checks()).toEqual(calculated);
  await act('heads');
  expect(await checks()).toEqual(calculated);
  await act('undo');
  expect(await checks()).toEqual([]);
});

it('a control sample in a sequence has a certified value and components', async () => {
  const add = (standard: number) =>
    server.ask<ErrorBody>('POST', 'api/labRunInjection/add', {
      token,
      body: { run, injectionKind: 'control', injectionName: 'QC-9', standard },
    });
  const bare = await add(await lab.standard({ hazard: hazards[0] ?? 0, certified: null }));
  expect([bare.status, bare.text]).toEqual([400, expect.stringContaining(labCheckTexts.standardBare('质控样 L24'))]);
  expect((await add(await lab.standard())).status).toBe(400);
  const good = await add(await lab.standard({ hazard: hazards[0] ?? 0 }));
  expect(good.status, good.text).toBe(200);
});

it('the next instrument run takes over standard, control samples and volume of the spikes, but no expired lot', async () => {
  const { orm } = server.database;
  const expired = await lab.standard({ validUntil: '2020-01-01' });
  await orm.update(labRunTable).set({ standard: expired }).where(eq(labRunTable.id, run));
  const project = (await lab.project('testing')).id;
  const [{ analyst } = { analyst: 0 }] = await orm.select().from(labRunTable).where(eq(labRunTable.id, run));
  const next = async () => {
    const task = { project, method, methodKind: 'gasChromatography', analyst: analyst ?? 0 };
    const { id } = await lab.task({ ...task, hazard: hazards[0] ?? 0, hazardName: '苯' });
    const { body, text } = await server.ask<Answer<AnyRow[]>>('POST', 'api/labRun/propose', {
      token,
      body: { tasks: [id] },
    });
    expect(body.body?.length, text).toBe(1);
    const made = Number(body.body?.[0]?.id);
    const rows = await orm.select().from(labRunInjectionTable).where(eq(labRunInjectionTable.run, made));
    const of = (kind: string) => rows.find(({ injectionKind }) => injectionKind === kind);
    return [body.body?.[0]?.['standard'], of('spike')?.standardVolume, of('control')?.standard];
  };
  const [control] = await orm
    .select()
    .from(labRunInjectionTable)
    .where(and(eq(labRunInjectionTable.run, run), eq(labRunInjectionTable.injectionKind, 'control')))
    .orderBy(asc(labRunInjectionTable.rowSort));
  expect(await next()).toEqual([null, '0.4', control?.standard]);
});
