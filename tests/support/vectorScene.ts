import { parseResult } from '@contract/arithmetic/numbers/censoredResults';
import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import type { JudgedPost } from '@contract/features/reports/judgement/judgeResults';
import type { Answer } from '@contract/wire';
import { hazardLimitTable, siteHazardTable } from '@server/db/schema';
import { dayFromNow } from './fieldRows';
import { type LabRows, labRowsOf } from './labRows';
import type { Insert } from './rows';
import type { TestServer } from './server';

// Plays a post of a worked example through the product: project, survey, days, samples, records by the product's own
// calls, and what the report says of it.

/** A sample of a post. */
export interface SceneSample {
  /** Resulting concentration, `<` before a minimum; readings of a form for a record other than air. */
  readonly value: string | Readonly<Record<string, string>>;
  readonly minutes: string;
  readonly period?: 'short' | 'long';
  /** Hours that it represents. */
  readonly hours?: string;
  /** `HH:mm`. */
  readonly start?: string;
  readonly person?: string;
  readonly siteNo?: string;
  readonly restUnexposed?: boolean;
  /** Days after the first one. */
  readonly day?: number;
  /** Index of the scene's hazard; the first by default. */
  readonly hazard?: number;
  readonly volume?: string;
  readonly temperature?: string;
  readonly pressure?: string;
}

export interface SceneHazard {
  readonly name: string;
  readonly category?: string;
  readonly jointEffect?: string;
  /** Kind of limit, value, and further columns. */
  readonly limits: readonly (readonly [kind: string, value: string, more?: Partial<Insert<typeof hazardLimitTable>>])[];
}

export interface Scene {
  readonly hazards: readonly SceneHazard[];
  readonly samples: readonly SceneSample[];
  /** Hours a day and days a week at the post. */
  readonly hoursPerDay?: string;
  readonly daysPerWeek?: string;
  readonly survey?: Partial<Insert<typeof siteHazardTable>>;
  /** Day of the first sampling, `YYYY-MM-DD`; yesterday by default. */
  readonly sampledOn?: string;
  /** How the record calculates, if not as plain chromatography. */
  readonly record?: {
    readonly methodKind: string;
    readonly resultRoute?: string;
    readonly standardNo?: string;
    readonly loq?: string;
    readonly readings?: (sample: SceneSample) => Readonly<Record<string, string>>;
    readonly blanks?: readonly Readonly<Record<string, string>>[];
    readonly settings?: Readonly<Record<string, string>>;
  };
}

export interface Played {
  readonly posts: readonly JudgedPost[];
  readonly work: LabWork;
}

const isText = (value: SceneSample['value']): value is string => typeof value === 'string';
const boundsOf = (samples: readonly SceneSample[]): string[] => [
  ...new Set(samples.flatMap(({ value }) => (isText(value) && value.startsWith('<') ? [value.slice(1)] : []))),
];

/** Returns volumes in L with which a record of one quantification limit gives exactly each sample's own minimum. */
function volumesOf(samples: readonly SceneSample[]): {
  readonly loq: string;
  readonly volumeOf: (value: string) => string;
} {
  const bounds = boundsOf(samples);
  const loq = bounds.reduce((product, bound) => product.times(bound), new Decimal(1));
  if (!bounds.length) return { loq: '0.001', volumeOf: () => '10' };
  return {
    loq: loq.toString(),
    volumeOf: (value) => (value.startsWith('<') ? loq.dividedBy(value.slice(1)).toString() : '1000'),
  };
}

export interface VectorPlayer {
  readonly play: (scene: Scene) => Promise<Played>;
}

/** Returns the testers of each kind of method, and the calls that take a scene to the report. */
export async function vectorPlayer(server: TestServer): Promise<VectorPlayer> {
  const { orm } = server.database;
  const organizationId = await server.rows.organization({ name: '甲检测中心' });
  const lab: LabRows = labRowsOf(server, organizationId);
  const permissions = [
    'labSheet:list',
    'labSheet:add',
    'labSheet:edit',
    'labSheetRow:list',
    'labSheetRow:edit',
    'report:list',
    'project:list',
  ];
  const analyst = await server.rows.user({
    userName: 'analyst',
    nickName: '李检测',
    organizationId,
    roles: [await server.rows.role({ permissions })],
  });
  const token = await server.login('analyst');
  let serial = 0;

  async function good<B>(verb: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<B> {
    const answer = await server.ask<B>(verb, path, { token, ...(body ? { body } : {}) });
    if (answer.status !== 200) throw new Error(`${verb} ${path}: ${answer.text}`);
    return answer.body;
  }

  async function addHazard(
    { name, category = 'chemical', jointEffect, limits }: SceneHazard,
    project: number,
  ): Promise<{ id: number; title: string }> {
    const title = `${name}${(serial += 1)}`;
    const id = await lab.hazard(title, {
      category,
      ...(jointEffect ? { jointEffect: `${jointEffect}${project}` } : {}),
    });
    for (const [kind, value, more] of limits) {
      await orm.insert(hazardLimitTable).values({
        hazard: id,
        limitName: title,
        kind,
        value,
        unit: 'mg/m³',
        standard: 'GBZ 2.1-2019',
        effectiveFrom: '2020-04-01',
        dataCertainty: 'sure',
        organizationId,
        ...more,
      });
    }
    return { id, title };
  }

  /** Creates one record of a hazard: starts its tasks and saves its readings, by the product's calls. */
  async function test(
    scene: Scene,
    at: number,
    project: number,
    dayOf: (offset: number) => Promise<number>,
  ): Promise<LabWork> {
    const given = scene.hazards[at];
    if (!given) throw new Error('no hazard');
    const { id: hazard, title } = await addHazard(given, project);
    const own = scene.samples.filter((sample) => (sample.hazard ?? 0) === at);
    const {
      methodKind = 'gasChromatography',
      resultRoute = 'solvent',
      standardNo = 'GBZ/T 300',
      loq: ownLoq,
      blanks = [],
      settings,
    } = scene.record ?? {};
    const { loq, volumeOf } = volumesOf(own);
    const method = await lab.method(`${title}检测方法`, null, {
      methodKind,
      resultRoute,
      standardNo,
      blanksPerBatch: 0,
    });
    const analysed = methodKind !== 'genericTest' && methodKind !== 'dust';
    const quantified = ownLoq ?? loq;
    const lod = new Decimal(quantified).times('0.3').toString();
    await lab.item(
      method,
      hazard,
      analysed
        ? { lod, loq: quantified, lodUnit: 'μg/mL', minConc: null }
        : { lod: null, lodUnit: null, minConc: null },
    );
    await lab.authorise(analyst, method);
    if (analysed) await lab.curve({ method, hazard, methodKind, a: '0', b: '1', low: '0.0000001', high: '100000000' });
    const { hoursPerDay = '8', daysPerWeek = '5', survey = {} } = scene;
    const exposed = {
      project,
      hazard,
      workshop: '车间',
      post: '岗位',
      hoursPerDay,
      daysPerWeek,
      worstKnown: true,
      fixedPost: true,
      organizationId,
      ...survey,
    };
    const [row] = await orm.insert(siteHazardTable).values(exposed).returning({ id: siteHazardTable.id });
    const tasks: number[] = [];
    const readings = new Map<number, Readonly<Record<string, string>>>();
    for (const sample of own) {
      const {
        value,
        minutes,
        period = 'long',
        hours = null,
        start = '09:00',
        person = null,
        siteNo = '01',
        restUnexposed = false,
      } = sample;
      const volume = sample.volume ?? (isText(value) ? volumeOf(value) : null);
      const day = await dayOf(sample.day ?? 0);
      const startTime = new Date(`${dayFromNow(-1)}T${start}:00+08:00`);
      const task = await lab.task(
        { project, hazard, hazardName: title, method, methodKind, analyst, volume },
        {
          samplingDay: day,
          workshop: '车间',
          place: '岗位',
          siteNo,
          person,
          mode: person ? 'personal' : 'area',
          period,
          minutes,
          representedHours: hours,
          hoursPerDay,
          restUnexposed,
          startTime,
          siteHazardId: row?.id ?? null,
          temperature: sample.temperature ?? '20',
          pressure: sample.pressure ?? '101.3',
        },
      );
      tasks.push(task.id);
      readings.set(
        task.sample,
        scene.record?.readings?.(sample) ?? (isText(value) ? plain(value, volume ?? '1') : value),
      );
    }
    for (const blank of blanks) {
      const task = await lab.task(
        { project, hazard, hazardName: title, method, methodKind, analyst, volume: null, sampleKind: 'blank' },
        { samplingDay: await dayOf(0), sampleKind: 'blank' },
      );
      tasks.push(task.id);
      readings.set(task.sample, blank);
    }
    const started = await good<Answer<{ id: number }>>('POST', 'api/labSheet/start', { tasks });
    const id = started.body?.id ?? 0;
    const work = await good<LabWork>('GET', `api/labSheet/work/${id}`);
    if (settings) await good('PUT', 'api/labSheet/edit', { ...work.sheet, settings });
    const rows = work.rows.map(({ id: rowId, version, sample }) => ({ id: rowId, version, ...readings.get(sample) }));
    await good('PUT', 'api/labSheetRow/saveAll', { rows, removed: [] });
    return good<LabWork>('GET', `api/labSheet/work/${id}`);
  }

  return {
    async play(scene) {
      const project = (await lab.project('testing')).id;
      const days = new Map<number, number>();
      const dayOf = async (offset: number): Promise<number> => {
        const first = new Date(`${scene.sampledOn ?? dayFromNow(-1)}T00:00:00Z`);
        const sampledOn = new Date(first.getTime() + offset * 86_400_000).toISOString().slice(0, 10);
        const known = days.get(offset) ?? (await lab.day(project, sampledOn, offset + 1));
        days.set(offset, known);
        return known;
      };
      const works: LabWork[] = [];
      for (const at of scene.hazards.keys()) works.push(await test(scene, at, project, dayOf));
      const { posts } = await good<{ posts: JudgedPost[] }>('GET', `api/report/results/${project}`);
      return { posts, work: works[0] as LabWork };
    },
  };
}

/**
 * Returns readings of one tube that give a concentration: the content equals the reading, with 1 mL and full recovery.
 */
function plain(value: string, volume: string): Record<string, string> {
  const { num, censored } = parseResult(value);
  const frontResponse = censored ? '0' : new Decimal(num).times(volume).toString();
  return { frontResponse, backResponse: '0', solutionVolume: '1', efficiency: '100' };
}
