import type { AnyRow } from '@contract/entity';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import type { Answer, ErrorBody } from '@contract/wire';
import type { Timeline } from '@contract/workflow/workflowWire';
import { labRowsOf } from './labRows';
import { missingChecks } from './missingChecks';
import { testPassword } from './rows';
import type { Answered, TestServer } from './server';
import { sendForm } from './uploads';

const permissions = [
  ...['list', 'add', 'edit', 'del', 'restore', 'reset'].flatMap((action) =>
    ['labSheet', 'labSheetRow', 'labCheck', 'labDetection', 'labAttachment', 'labPeak'].map(
      (entity) => `${entity}:${action}`,
    ),
  ),
  'project:list',
  'labCurve:approve',
  'record:submit',
  'record:review',
  'record:approve',
  'record:return',
  'record:correct',
];

export type Who = 'analyst' | 'reviewer' | 'approver';

/** Returns a laboratory whose people fill in and sign records by the product's own calls. */
export async function signingLab(server: TestServer) {
  const organizationId = await server.rows.organization({ name: '甲检测中心' });
  const role = await server.rows.role({ permissions });
  const people = {} as Record<Who, { id: number; token: string }>;
  for (const [name, nickName] of [
    ['analyst', '李检测'],
    ['reviewer', '赵复核'],
    ['approver', '钱审核'],
  ] as const) {
    people[name] = {
      id: await server.rows.user({ userName: name, nickName, organizationId, roles: [role] }),
      token: await server.login(name),
    };
  }
  const lab = labRowsOf(server, organizationId);
  const hazard = await lab.hazard('甲苯');
  const method = await lab.method('苯系物 溶剂解吸-气相色谱法', 7, { resultRoute: 'solvent', blanksPerBatch: 0 });
  await lab.item(method, hazard);
  const curve = (await lab.curve({ method, hazard })).id;
  await lab.points(curve, [
    ['10', '12.35'],
    ['50', '61.02'],
    ['100', '123.9'],
    ['250', '306.8'],
    ['500', '616.4'],
  ]);
  const instrument = (await lab.instrument({ eqpName: '气相色谱仪', eqpKind: 'laboratory' })).id;
  await lab.authorise(people.analyst.id, method);

  const ask = <B = ErrorBody & Answer<AnyRow>>(
    method_: string,
    path: string,
    body?: unknown,
    who: Who = 'analyst',
    headers: Record<string, string> = {},
  ): Promise<Answered<B>> =>
    server.ask<B>(method_, path, { token: people[who].token, headers, ...(body === undefined ? {} : { body }) });
  async function good<B = Answer<AnyRow>>(
    method_: string,
    path: string,
    body?: unknown,
    who: Who = 'analyst',
  ): Promise<B> {
    const answer = await ask<B>(method_, path, body, who);
    if (answer.status !== 200) throw new Error(`${method_} ${path}: ${answer.text}`);
    return answer.body;
  }
  const work = (id: number) => good<LabWork>('GET', `api/labSheet/work/${id}`);
  /** Worked example GC-SOLV-1 of DOMAIN §4.5. */
  const worked = { frontResponse: '98.60', backResponse: '2.10', solutionVolume: '1.0', efficiency: '96.2' };

  return {
    organizationId,
    people,
    lab,
    curve,
    ask,
    good,
    work,
    /** Creates a draft record of so many samples, complete and ready for its first signature. */
    async ready(samples = 1, project?: number): Promise<{ id: number; project: number }> {
      const at = project ?? (await lab.project('testing')).id;
      const tasks = [];
      for (let one = 0; one < samples; one += 1)
        tasks.push(
          (await lab.task({ project: at, hazard, hazardName: '甲苯', method, analyst: people.analyst.id })).id,
        );
      const id = Number((await good('POST', 'api/labSheet/start', { tasks })).body?.id);
      const { rows, sheet } = await work(id);
      await good('PUT', 'api/labSheetRow/saveAll', {
        rows: rows.map((row) => ({ id: row.id, version: row.version, ...worked })),
        removed: [],
      });
      await good('PUT', 'api/labSheet/edit', {
        ...(await work(id)).sheet,
        instrument,
        envTemperature: '22.5',
        envHumidity: '48',
        efficiencySource: '方法验证报告',
        checkReasons: missingChecks('本批仅一个样品，随同批质控'),
        version: sheet.version,
      });
      return { id, project: at };
    },
    async attach(
      sheet: number,
      name = '谱图.csv',
      content = '样品名,峰面积\n1,98.60\n',
    ): Promise<{ id: number; file: string }> {
      const sent = await sendForm<Answer<{ id: string }>>(server, 'api/file/upload', {
        token: people.analyst.token,
        name,
        content: new TextEncoder().encode(content),
        fields: { fileClass: 'document' },
      });
      const file = sent.body.body?.id ?? '';
      const made = await good('POST', 'api/labAttachment/add', {
        sheet,
        attachmentKind: 'rawData',
        file,
        curve: null,
        sample: null,
        remark: null,
      });
      return { id: Number(made.body?.id), file };
    },
    move: (id: number, move: string, who: Who, more: Record<string, unknown> = {}) =>
      ask('PUT', 'api/labSheet/move', { id, move, password: testPassword, ...more }, who),
    moveMany: (ids: readonly number[], move: string, who: Who, more: Record<string, unknown> = {}) =>
      ask<ErrorBody>('PUT', 'api/labSheet/moveMany', { ids, move, password: testPassword, ...more }, who),
    timeline: (id: number) => good<Timeline>('GET', `api/labSheet/timeline/${id}`),
    /** Returns the state of each signature, in order. */
    async states(id: number): Promise<[string, string | undefined][]> {
      return (await good<Timeline>('GET', `api/labSheet/timeline/${id}`)).steps
        .filter(({ signed }) => signed)
        .map(({ move, signature }) => [move, signature?.state]);
    },
    /** Runs SQL past every trigger, as a database superuser can. */
    tamper: (...statements: string[]) =>
      server.database.execute(
        ['begin', 'set local session_replication_role = replica', ...statements, 'commit'].join('; '),
      ),
  };
}

export type SigningLab = Awaited<ReturnType<typeof signingLab>>;
