import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import type { Matter } from '@contract/features/customers/enterprise/matters';
import { samplePlanMachine } from '@contract/features/fieldwork/plan/samplePlanMachine';
import { reviewQuestions } from '@contract/features/projects/entities/contractReview';
import { demoTexts } from '@contract/features/system/serverTexts';
import type { Page } from '@contract/wire';
import { formatDay } from '@server/base/zone';
import {
  builtInTable,
  equipmentTable,
  equipmentUseTable,
  hazardTable,
  labMethodItemTable,
  labMethodTable,
  projectTable,
  sampleSiteHazardTable,
  sampleTable,
  samplingDayTable,
  siteWeatherTable,
} from '@server/db/schema';
import { handOverMoves, movedHandOver } from '@server/features/fieldwork/handOver/moves';
import { planMoves } from '@server/features/fieldwork/plan/moves';
import { registry } from '@server/resources';
import type { Services } from '@server/services';
import { hasRealPeople, isClosed, readNoted } from '../closeDemo';
import { archiving } from './archive';
import { isGovernanceDue, playGovernance } from './governance';
import { arrange, authorise, distribute } from './handing';
import { isIncomingDue, playIncoming } from './incoming';
import { playedKey, projectKey } from './keys';
import { laboratory } from './laboratory';
import { isOutsideDue, playOutside } from './outside';
import { pictureFor, textFor } from './picture';
import { publishing } from './publishing';
import { allot, type Allotment, type Pump, rangeOf, type Wanted } from './pumps';
import { reporting } from './reporting';
import { type Script, scripts } from './scripts';
import { openStage, type Stage } from './stage';
import { isStoreDue, playStore } from './store';

const day = 86_400_000;

interface Play {
  readonly stage: Stage;
  readonly script: Script;
  readonly project: number;
  /** Returns the `YYYY-MM-DD` a number of days from today. */
  readonly dayOf: (ahead: number) => string;
}

const head = async ({ stage, project }: Play, path: string): Promise<AnyRow> => {
  const answer = await stage.ask<Record<string, AnyRow>>('field', 'GET', `${path}/of/${project}`);
  return (answer.survey ?? answer.plan) as AnyRow;
};
const move = ({ stage, project }: Play, who: string, key: string): Promise<unknown> =>
  stage.ask(who, 'PUT', 'api/project/move', { id: project, move: key });

async function contract(play: Play): Promise<void> {
  const { stage, script, project, dayOf } = play;
  stage.at(`${dayOf(script.days.contract)} 09:12:00`);
  await move(play, 'sales', 'submitContract');
  stage.at(`${dayOf(script.days.contract)} 15:40:00`);
  const answers = Object.fromEntries(reviewQuestions.map((name) => [name, name === 'subcontract' ? 'na' : 'yes']));
  await stage.ask('reviewer', 'POST', 'api/contractReview/add', { project, ...answers, conclusion: '同意承接' });
  await move(play, 'reviewer', 'passContract');
}

/** Adds what the archive keeps of a survey: the employer's process, materials and layout, and a picture. */
async function surveyEvidence({ stage, script, project, dayOf }: Play): Promise<void> {
  const words = [`生产工艺：${script.process}`, `主要原辅料：${script.materials}`, `设备布局：${script.layout}`];
  await stage.ask('field', 'POST', 'api/surveyFile/add', {
    project,
    fileKind: 'materials',
    title: '生产工艺、原辅料与布局资料',
    content: await textFor(stage.services, project, '生产工艺、原辅料与布局资料.txt', words.join('\n')),
  });
  await stage.ask('field', 'POST', 'api/siteMedia/add', {
    project,
    activity: 'survey',
    place: script.rows[0]?.workshop ?? '',
    content: await pictureFor(stage.services, project, 'survey.jpg', 'media'),
    takenAt: `${dayOf(script.days.survey)} 10:40:00`,
    remark: '现场调查（演示图片）',
  });
}

async function survey(play: Play): Promise<void> {
  const { stage, script, project, dayOf } = play;
  stage.at(`${dayOf(script.days.survey)} 10:05:00`);
  const found = await head(play, 'api/siteSurvey');
  const { product, process, materials, layout, companion } = script;
  const { user } = await stage.ask<{ user: { id: number } }>('field', 'GET', 'auth/info');
  await stage.ask('field', 'PUT', 'api/siteSurvey/edit', {
    ...found,
    surveyedOn: dayOf(script.days.survey),
    surveyors: [user.id],
    companionName: companion,
    product,
    process,
    materials,
    layout,
    shiftSystem: '白班，每周5天',
  });
  const names = [...new Set(script.rows.map(({ hazard }) => hazard))];
  const hazards = await stage.services.database.orm
    .select({ id: hazardTable.id, name: hazardTable.name })
    .from(hazardTable)
    .where(and(inArray(hazardTable.name, names), isNull(hazardTable.organizationId), isNull(hazardTable.deleteTime)));
  const idOf = new Map(hazards.map(({ id, name }) => [name, id]));
  await stage.ask('field', 'PUT', 'api/siteHazard/saveAll', {
    rows: script.rows.map((row) => ({ ...row, project, hazard: idOf.get(row.hazard), worstKnown: true })),
    removed: [],
  });
  stage.at(`${dayOf(script.days.survey)} 15:40:00`);
  await surveyEvidence(play);
  stage.at(`${dayOf(script.days.survey)} 16:30:00`);
  await move(play, 'field', 'endSurvey');
}

const movedPlan = () => ({ machine: samplePlanMachine, resource: registry.named('samplePlan'), stateField: 'state' });

async function plan(play: Play): Promise<void> {
  const { stage, script, project, dayOf } = play;
  stage.at(`${dayOf(script.days.plan)} 14:20:00`);
  await stage.ask('field', 'POST', 'api/samplePlan/generate', { project, mode: 'replace' });
  const { content } = await stage.ask<Page<AnyRow>>('field', 'GET', `api/sampleSiteHazard?project=${project}&size=100`);
  const rows = content.flatMap((row) =>
    script.sampledAs?.[String(row['hazardName'])] ? [{ ...row, ...script.sampledAs[String(row['hazardName'])] }] : [],
  );
  if (rows.length) await stage.ask('field', 'PUT', 'api/sampleSiteHazard/saveAll', { rows, removed: [] });
  const found = await head(play, 'api/samplePlan');
  const edited = await stage.ask<AnyRow>('field', 'PUT', 'api/samplePlan/edit', {
    ...found,
    days: script.days.sampling.length,
    team: '周海涛、林思远',
    safety: '进入防爆区关闭手机，采样仪器使用防爆型。',
    remark: '点数与人数按调查当日的生产情况确定。',
  });
  await stage.sign('field', movedPlan(), planMoves, edited.id, 'submit');
}

async function planApproval(play: Play): Promise<void> {
  const { stage, script, dayOf } = play;
  const { id } = await head(play, 'api/samplePlan');
  stage.at(`${dayOf(script.days.approval)} 09:30:00`);
  await stage.sign('reviewer', movedPlan(), planMoves, id, 'review');
  stage.at(`${dayOf(script.days.approval)} 11:05:00`);
  await stage.sign('approver', movedPlan(), planMoves, id, 'approve');
}

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`;

/** Instruments besides the pumps: flow calibrator, weather meter, sound level meter. */
const beside = ['LL-001', 'QX-002', 'ZS-002'] as const;
const pumpKinds = ['sampler', 'dustSampler', 'personalSampler'];

/** Returns three flow readings with the collector mounted; their mean is the set flow. */
const readingsAround = (set: string): string[] =>
  ['0.998', '1', '1.002'].map((times) => String(Number((Number(set) * Number(times)).toFixed(4))));

/** Returns the flow after sampling: slightly lower for each pump, always within 5 % of the set flow. */
const afterOf = (set: string, pump: number): string =>
  String(Number((Number(set) * ([0.995, 0.99, 1, 0.985][pump % 4] ?? 1)).toFixed(4)));

interface Outing extends Allotment {
  /** Ids by number. */
  readonly beside: ReadonlyMap<string, number>;
}

const outFor = (
  {
    services: {
      database: { orm },
    },
  }: Stage,
  project: number,
) =>
  orm
    .select({
      id: equipmentUseTable.id,
      version: equipmentUseTable.version,
      equipment: equipmentUseTable.equipment,
      calibrator: equipmentUseTable.calibrator,
      flowSet: equipmentUseTable.flowSet,
      flowBefore: equipmentUseTable.flowBefore,
    })
    .from(equipmentUseTable)
    .where(
      and(eq(equipmentUseTable.project, project), isNull(equipmentUseTable.inAt), isNull(equipmentUseTable.deleteTime)),
    );

/** Enters the days of the visit, on the evening before the first. */
async function planDays({ stage, script, project, dayOf }: Play): Promise<void> {
  const { orm } = stage.services.database;
  const first = script.days.sampling[0] as number;
  const { user } = await stage.ask<{ user: { id: number } }>('field', 'GET', 'auth/info');
  for (const ahead of script.days.sampling) {
    const sampledOn = dayOf(ahead);
    stage.at(`${dayOf(first - 1)} 16:30:00`);
    const [known] = await orm
      .select({ id: samplingDayTable.id })
      .from(samplingDayTable)
      .where(
        and(
          eq(samplingDayTable.project, project),
          eq(samplingDayTable.sampledOn, sampledOn),
          isNull(samplingDayTable.deleteTime),
        ),
      );
    if (!known)
      await stage.ask<AnyRow>('field', 'POST', 'api/samplingDay/add', {
        project,
        sampledOn,
        production: '正常',
        collectors: [user.id],
      });
  }
}

/** Confirms the sampling days, where the client has an account. */
async function confirmDays({ stage, script, project, dayOf }: Play): Promise<void> {
  const seen = await stage.ask<Page<{ id: number }>>('enterprise', 'GET', 'api/enterprise/projects?size=100');
  if (!seen.content.some(({ id }) => id === project)) return;
  stage.at(`${dayOf((script.days.sampling[0] as number) - 1)} 17:05:00`);
  const matters = await stage.ask<Matter[]>('enterprise', 'GET', `api/enterprise/projects/${project}/matters`);
  for (const { id } of matters.filter(({ visitOn, state }) => visitOn !== null && state === 'open'))
    await stage.ask('enterprise', 'POST', `api/enterprise/matters/${id}/visit`, { agreed: true, content: '' });
}

/** Returns the samples that need a pump, and the pumps with valid calibration. */
async function outingOf({ stage, project }: Play): Promise<Outing> {
  const { orm } = stage.services.database;
  const rows = await orm
    .select({
      id: sampleTable.id,
      kind: sampleTable.sampleKind,
      mode: sampleTable.mode,
      day: samplingDayTable.sampledOn,
      flow: sampleSiteHazardTable.flow,
      minutes: sampleSiteHazardTable.minutes,
    })
    .from(sampleTable)
    .innerJoin(samplingDayTable, eq(samplingDayTable.id, sampleTable.samplingDay))
    .leftJoin(sampleSiteHazardTable, eq(sampleSiteHazardTable.id, sampleTable.sampleSiteHazardId))
    .where(and(eq(sampleTable.project, project), isNull(sampleTable.deleteTime)))
    .orderBy(asc(sampleTable.id));
  const wanted = rows.flatMap(({ id, kind, mode, day: on, flow, minutes }): Wanted[] =>
    kind === 'blank' || flow === null
      ? []
      : [{ id, day: on, personal: mode === 'personal', flow, minutes: minutes ?? 15 }],
  );
  const last =
    wanted
      .map((one) => one.day)
      .sort()
      .at(-1) ?? '';
  const tools = await orm
    .select()
    .from(equipmentTable)
    .where(
      and(
        or(inArray(equipmentTable.eqpKind, pumpKinds), inArray(equipmentTable.eqpNo, [...beside])),
        isNull(equipmentTable.deleteTime),
      ),
    )
    .orderBy(asc(equipmentTable.eqpNo));
  const today = formatDay(new Date(), stage.services.env.zone);
  const pumps = tools.flatMap(({ id, eqpNo, eqpKind, measures, calibrationDue }): Pump[] => {
    const range = rangeOf(measures);
    // The demonstration should show no certificate that expired by today.
    return pumpKinds.includes(eqpKind) &&
      range &&
      (calibrationDue === null || (calibrationDue >= last && calibrationDue >= today))
      ? [{ id, eqpNo, eqpKind, ...range }]
      : [];
  });
  return {
    ...allot(pumps, wanted),
    beside: new Map(tools.filter(({ eqpKind }) => !pumpKinds.includes(eqpKind)).map(({ id, eqpNo }) => [eqpNo, id])),
  };
}

async function takeInstruments({ stage, script, project, dayOf }: Play, outing: Outing): Promise<void> {
  const { orm } = stage.services.database;
  const wanted = [...outing.flows.keys(), ...outing.beside.values()];
  const rows = await orm
    .select({ id: equipmentTable.id, status: equipmentTable.status })
    .from(equipmentTable)
    .where(inArray(equipmentTable.id, wanted));
  const ready = rows.filter(({ status }) => status === 'in').map(({ id }) => id);
  stage.at(`${dayOf(script.days.sampling[0] as number)} 07:40:00`);
  if (ready.length)
    await stage.ask('field', 'POST', 'api/equipmentUse/out', { project, useKind: 'sampling', equipmentIds: ready });
  stage.at(`${dayOf(script.days.sampling[0] as number)} 07:55:00`);
  for (const { id, version, equipment } of await outFor(stage, project)) {
    const flowSet = outing.flows.get(equipment);
    if (flowSet !== undefined)
      await stage.ask('field', 'PUT', 'api/equipmentUse/flow', {
        id,
        version,
        calibrator: outing.beside.get('LL-001'),
        flowSet,
        flowReadings: readingsAround(flowSet),
      });
  }
}

async function bringBack({ stage, project }: Play, outing: Outing): Promise<void> {
  const out = await outFor(stage, project);
  for (const { id, version, equipment, calibrator, flowSet, flowBefore } of out) {
    const set = outing.flows.get(equipment);
    if (set !== undefined && calibrator !== null && flowBefore !== null)
      await stage.ask('field', 'PUT', 'api/equipmentUse/flow', {
        id,
        version,
        calibrator,
        flowSet,
        flowAfter: afterOf(set, equipment),
      });
  }
  if (out.length)
    await stage.ask('field', 'PUT', 'api/equipmentUse/back', { ids: out.map(({ id }) => id), inCondition: 'good' });
}

/** Lots of collectors by kind; the laboratory determines their efficiency. */
const collectorLots: Readonly<Record<string, string>> = {
  活性炭管: 'HXT-2609',
  热解吸管: 'RJX-2607',
  浸渍滤膜: 'JZM-2608',
};
const otherLot = 'CQ-2610';

async function sampleDay(play: Play, ahead: number, outing: Outing): Promise<void> {
  const { stage, script, project, dayOf } = play;
  const { orm } = stage.services.database;
  const sampledOn = dayOf(ahead);
  stage.at(`${sampledOn} 08:20:00`);
  const [noted] = await orm
    .select({ id: samplingDayTable.id })
    .from(samplingDayTable)
    .where(
      and(
        eq(samplingDayTable.project, project),
        eq(samplingDayTable.sampledOn, sampledOn),
        isNull(samplingDayTable.deleteTime),
      ),
    );
  const dayId = noted?.id ?? 0;
  const [weather] = await orm
    .select({ id: siteWeatherTable.id })
    .from(siteWeatherTable)
    .where(and(eq(siteWeatherTable.samplingDay, dayId), isNull(siteWeatherTable.deleteTime)));
  if (!weather)
    for (const hour of ['08:30:00', '13:30:00'])
      await stage.ask('field', 'POST', 'api/siteWeather/add', {
        project,
        samplingDay: dayId,
        measuredAt: `${sampledOn} ${hour}`,
        place: '车间外上风向',
        equipment: outing.beside.get('QX-002'),
        ...script.weather,
      });
  const samples = await orm
    .select({
      id: sampleTable.id,
      kind: sampleTable.sampleKind,
      mode: sampleTable.mode,
      medium: sampleTable.medium,
      flow: sampleSiteHazardTable.flow,
      minutes: sampleSiteHazardTable.minutes,
    })
    .from(sampleTable)
    .leftJoin(sampleSiteHazardTable, eq(sampleSiteHazardTable.id, sampleTable.sampleSiteHazardId))
    .where(and(eq(sampleTable.samplingDay, dayId), eq(sampleTable.state, 'planned'), isNull(sampleTable.deleteTime)))
    .orderBy(asc(sampleTable.id));
  const { user } = await stage.ask<{ user: { id: number } }>('field', 'GET', 'auth/info');
  const timed = samples.map((one) => ({
    ...one,
    turn: outing.turns.get(one.id),
    begin: outing.turns.get(one.id)?.begin ?? 8 * 60 + 40,
    lasts: one.minutes ?? 15,
  }));
  for (const { id, kind, mode, medium, flow, turn, begin, lasts } of timed.sort(
    (a, b) => a.begin + a.lasts - (b.begin + b.lasts),
  )) {
    stage.at(`${sampledOn} ${clock(Math.min(begin + lasts + 2, 20 * 60))}`);
    const times = { startTime: `${sampledOn} ${clock(begin)}`, endTime: `${sampledOn} ${clock(begin + lasts)}` };
    const drawn =
      turn && flow !== null
        ? { equipment: turn.pump.id, flowBefore: flow, flowAfter: afterOf(flow, turn.pump.id) }
        : {};
    const lot = medium === null ? {} : { collectorLot: collectorLots[medium] ?? otherLot };
    const common = { ...lot, ...times, production: '正常', collectors: [user.id] };
    const carried = mode === 'personal' ? { person: turn?.person ?? '王建平' } : {};
    await stage.ask('field', 'PUT', 'api/sample/record', {
      id,
      values: kind === 'blank' ? common : { ...common, ...drawn, controlsRunning: '正常', ppeWorn: '佩戴', ...carried },
    });
  }
}

async function sampling(play: Play): Promise<void> {
  const { stage, script, project, dayOf } = play;
  await planDays(play);
  await confirmDays(play);
  const outing = await outingOf(play);
  await takeInstruments(play, outing);
  for (const ahead of script.days.sampling) await sampleDay(play, ahead, outing);
  const last = dayOf(script.days.sampling.at(-1) as number);
  stage.at(`${last} 18:06:00`);
  const signature = script.signature === undefined ? null : await pictureFor(stage.services, project, script.signature);
  if (signature !== null)
    await stage.ask('field', 'POST', 'api/companion/add', {
      project,
      companionName: script.companion,
      position: '安全环保部经理',
      statement: '现场生产状况正常，采样过程属实。',
      signature,
      signedAt: `${last} 18:04:00`,
    });
  // Only pictures of these kinds are printed in a report.
  const takenAt = `${last} 10:12:00`;
  await stage.ask('field', 'POST', 'api/siteMedia/add', {
    project,
    activity: 'sampling',
    place: script.rows[0]?.workshop ?? '',
    content: await pictureFor(stage.services, project, 'sampling.jpg', 'media'),
    takenAt,
    remark: '定点采样（演示图片）',
  });
  stage.at(`${last} 18:12:00`);
  await bringBack(play, outing);
  await move(play, 'field', 'endSampling');
}

async function handOver(play: Play): Promise<void> {
  const { stage, script, project, dayOf } = play;
  const last = dayOf(script.days.sampling.at(-1) as number);
  stage.at(`${last} 18:40:00`);
  const { sheets, ready } = await stage.ask<{ sheets: AnyRow[]; ready: unknown[] }>(
    'field',
    'GET',
    `api/handOver/ofProject/${project}`,
  );
  let sheet = sheets.find(({ state }) => state === 'drafting' || state === 'waiting');
  if (!sheet && ready.length)
    sheet = await stage.ask<AnyRow>('field', 'POST', 'api/handOver/add', {
      project,
      place: '样品室',
      transport: '常温密封',
    });
  if (!sheet) return;
  const moved = movedHandOver(registry);
  if (sheet.state === 'drafting') await stage.sign('field', moved, handOverMoves, sheet.id, 'submit');
  stage.at(`${last} 19:05:00`);
  const { lines } = await stage.ask<{ lines: { sampleNo: string }[] }>(
    'keeper',
    'GET',
    `api/handOver/sheet/${sheet.id}`,
  );
  for (const { sampleNo } of lines)
    await stage.ask('keeper', 'PUT', 'api/handOver/count', { id: sheet.id, code: sampleNo });
  await stage.sign('keeper', moved, handOverMoves, sheet.id, 'receive');
}

/** Adds hazards that the laboratory's own methods test beyond the library. */
async function addItems({ stage, script: { ownItems = [], days }, dayOf }: Play): Promise<void> {
  const { orm } = stage.services.database;
  stage.at(`${dayOf(days.contract)} 08:30:00`);
  for (const [title, name] of ownItems) {
    const [method] = await orm
      .select({ id: labMethodTable.id })
      .from(labMethodTable)
      .where(and(eq(labMethodTable.title, title), isNull(labMethodTable.deleteTime)));
    const [hazard] = await orm
      .select({ id: hazardTable.id })
      .from(hazardTable)
      .where(and(eq(hazardTable.name, name), isNull(hazardTable.organizationId), isNull(hazardTable.deleteTime)));
    if (!method || !hazard) throw new Error(`the library has no ${title} or no ${name}`);
    const [known] = await orm
      .select({ id: labMethodItemTable.id })
      .from(labMethodItemTable)
      .where(
        and(
          eq(labMethodItemTable.method, method.id),
          eq(labMethodItemTable.hazard, hazard.id),
          isNull(labMethodItemTable.deleteTime),
        ),
      );
    if (!known)
      await stage.ask('admin', 'POST', 'api/labMethodItem/add', {
        method: method.id,
        hazard: hazard.id,
        dataCertainty: 'check',
      });
  }
}

const acts: Readonly<Record<string, (play: Play) => Promise<void>>> = {
  draft: contract,
  contractReview: contract,
  survey,
  planning: plan,
  planReview: planApproval,
  sampling,
};

async function playOne(play: Play): Promise<void> {
  const { stage, script, project } = play;
  const stageOf = async () =>
    (
      await stage.services.database.orm
        .select({ stage: projectTable.stage })
        .from(projectTable)
        .where(eq(projectTable.id, project))
    )[0]?.stage ?? '';
  await addItems(play);
  for (
    let now = await stageOf(), before = '';
    acts[now] && now !== before && now !== script.until;
    before = now, now = await stageOf()
  )
    await acts[now]?.(play);
  if ((await stageOf()) !== 'handOver') return;
  await handOver(play);
  const received = play.dayOf((script.days.sampling.at(-1) as number) + 1);
  await arrange(stage, project, received, script.tests ?? []);
  const analyst = await authorise(stage, project, play.dayOf);
  if (script.until === 'handOver') return;
  await distribute(stage, project, received, analyst);
  await move(play, 'keeper', 'receiveSamples');
  await laboratory(stage, project, play.dayOf((script.days.sampling.at(-1) as number) + 2), script.tests ?? []);
  if (script.until !== 'published') return;
  const last = script.days.sampling.at(-1) as number;
  await reporting(stage, project, play.dayOf, last);
  await archiving(stage, project, play.dayOf(last + 11));
  await publishing(stage, project, play.dayOf(last + 13));
}

/**
 * Moves the scripts' projects by the product's own calls. After an interruption each continues from its stage; finished
 * ones are recorded and never repeated.
 */
export async function playDemo(services: Services): Promise<void> {
  const { orm } = services.database;
  const noted = await readNoted(orm);
  const open = scripts.filter(
    (script) => noted.has(projectKey(script.project)) && !noted.has(playedKey(script.project)),
  );
  if (!open.length && !isIncomingDue(noted) && !isGovernanceDue(noted) && !isStoreDue(noted) && !isOutsideDue(noted))
    return;
  // Nothing is played where real people work, or with closed accounts.
  if (isClosed(noted) || (await hasRealPeople(orm, noted))) {
    services.log.warn(demoTexts.notPlayed);
    return;
  }
  const stage = openStage(services);
  const dayOf = (ahead: number) => formatDay(new Date(services.now().getTime() + ahead * day), services.env.zone);
  for (const script of open) {
    const project = noted.get(projectKey(script.project)) as number;
    await playOne({ stage, script, project, dayOf });
    await orm
      .insert(builtInTable)
      .values({ key: playedKey(script.project), rowId: project })
      .onConflictDoNothing();
  }
  if (isIncomingDue(noted)) await playIncoming(stage, dayOf, noted);
  if (isGovernanceDue(noted)) await playGovernance(stage, noted, dayOf);
  if (isStoreDue(noted)) await playStore(stage, dayOf);
  if (isOutsideDue(noted)) await playOutside(stage, dayOf, noted);
}
