import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import type { ClientMatter } from '@contract/features/customers/enterprise/clientMatters';
import type { Page } from '@contract/wire';
import { formatDay } from '@server/base/zone';
import {
  equipmentTable,
  equipmentUseTable,
  sampleSiteHazardTable,
  sampleTable,
  samplingDayTable,
  siteWeatherTable,
} from '@server/db/schema';
import { assignPumps, type Allotment, type Pump, rangeOf, type PlannedSample } from './assignPumps';
import { fieldTeam, type DemoActors } from './demoActors';
import { pictureFor } from './demoPictures';
import { moveProject, type PlayedProject } from './playedProject';
import { playSheets } from './playSheets';

// Plays the visit on site: days, instruments, samples, companion and picture.

const timeOfDay = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`;

/** Numbers of the instruments besides the pumps: flow calibrator, weather meter, sound level meter. */
const extraInstruments = ['LL-001', 'QX-002', 'ZS-002'] as const;
const pumpKinds = ['sampler', 'dustSampler', 'personalSampler'];

/** Returns three flow readings with the collector mounted; their mean is the set flow. */
const readingsAround = (set: string): string[] =>
  ['0.998', '1', '1.002'].map((times) => String(Number((Number(set) * Number(times)).toFixed(4))));

/** Returns the flow after sampling: slightly lower for each pump, always within 5 % of the set flow. */
const afterOf = (set: string, pump: number): string =>
  String(Number((Number(set) * ([0.995, 0.99, 1, 0.985][pump % 4] ?? 1)).toFixed(4)));

interface SamplingOuting extends Allotment {
  /** Ids of the other instruments by their number. */
  readonly otherInstruments: ReadonlyMap<string, number>;
}

const outFor = (
  {
    services: {
      database: { orm },
    },
  }: DemoActors,
  projectId: number,
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
      and(
        eq(equipmentUseTable.project, projectId),
        isNull(equipmentUseTable.inAt),
        isNull(equipmentUseTable.deleteTime),
      ),
    );

/** Reasons for the choice of the first wearers of a day; all others are chosen at random. */
const personChoices = ['highest', 'longest'];
/** Workers with dosimeters, which need no pump. */
const wearerNames = ['袁志刚', '曹月琴', '彭建华', '谢春兰', '唐海峰', '董素珍'];

/** Enters the days of the visit on the evening before the first. */
async function planDays({ actors, script, project, dayOf }: PlayedProject): Promise<void> {
  const { orm } = actors.services.database;
  const first = script.days.sampling[0] as number;
  const team = await fieldTeam(actors);
  for (const daysAhead of script.days.sampling) {
    const sampledOn = dayOf(daysAhead);
    actors.at(`${dayOf(first - 1)} 16:30:00`);
    const [existingDay] = await orm
      .select({ id: samplingDayTable.id })
      .from(samplingDayTable)
      .where(
        and(
          eq(samplingDayTable.project, project),
          eq(samplingDayTable.sampledOn, sampledOn),
          isNull(samplingDayTable.deleteTime),
        ),
      );
    if (!existingDay)
      await actors.ask<AnyRow>('field', 'POST', 'api/samplingDay/add', {
        project,
        sampledOn,
        production: '正常',
        collectors: team,
      });
  }
}

/** Confirms the sampling days if the client has an account. */
async function confirmDays({ actors, script, project, dayOf }: PlayedProject): Promise<void> {
  const clientProjects = await actors.ask<Page<{ id: number }>>(
    'enterprise',
    'GET',
    'api/enterprise/projects?size=100',
  );
  if (!clientProjects.content.some(({ id }) => id === project)) return;
  actors.at(`${dayOf((script.days.sampling[0] as number) - 1)} 17:05:00`);
  const clientMatters = await actors.ask<ClientMatter[]>(
    'enterprise',
    'GET',
    `api/enterprise/projects/${project}/matters`,
  );
  for (const { id } of clientMatters.filter(({ visitOn, state }) => visitOn !== null && state === 'open'))
    await actors.ask('enterprise', 'POST', `api/enterprise/matters/${id}/visit`, { agreed: true, content: '' });
}

/** Returns the samples of a project that need a pump. */
async function wantedSamples({ actors, project }: PlayedProject): Promise<PlannedSample[]> {
  const { orm } = actors.services.database;
  const rows = await orm
    .select({
      id: sampleTable.id,
      kind: sampleTable.sampleKind,
      mode: sampleTable.mode,
      day: samplingDayTable.sampledOn,
      flow: sampleSiteHazardTable.flow,
      minutes: sampleSiteHazardTable.minutes,
      medium: sampleTable.medium,
      siteNo: sampleTable.siteNo,
      hazard: sampleTable.hazard,
    })
    .from(sampleTable)
    .innerJoin(samplingDayTable, eq(samplingDayTable.id, sampleTable.samplingDay))
    .leftJoin(sampleSiteHazardTable, eq(sampleSiteHazardTable.id, sampleTable.sampleSiteHazardId))
    .where(and(eq(sampleTable.project, project), isNull(sampleTable.deleteTime)))
    .orderBy(asc(sampleTable.id));
  return rows.flatMap(({ id, kind, mode, day: on, flow, minutes, medium, siteNo, hazard }): PlannedSample[] =>
    kind === 'blank' || flow === null
      ? []
      : [
          {
            id,
            day: on,
            personal: mode === 'personal',
            flow,
            minutes: minutes ?? 15,
            spacingKey: /吸收/.test(medium ?? '') ? `${siteNo} ${hazard}` : null,
          },
        ],
  );
}

/** Returns the samples that need a pump, and the pumps with valid calibration. */
async function outingOf(playedProject: PlayedProject): Promise<SamplingOuting> {
  const { actors } = playedProject;
  const { orm } = actors.services.database;
  const plannedSamples = await wantedSamples(playedProject);
  const last =
    plannedSamples
      .map((sample) => sample.day)
      .sort()
      .at(-1) ?? '';
  const instrumentRows = await orm
    .select()
    .from(equipmentTable)
    .where(
      and(
        or(inArray(equipmentTable.eqpKind, pumpKinds), inArray(equipmentTable.eqpNo, [...extraInstruments])),
        isNull(equipmentTable.deleteTime),
      ),
    )
    .orderBy(asc(equipmentTable.eqpNo));
  const today = formatDay(new Date(), actors.services.env.zone);
  const pumps = instrumentRows.flatMap(({ id, eqpNo, eqpKind, measures, calibrationDue }): Pump[] => {
    const range = rangeOf(measures);
    // The demonstration must not show a certificate that has expired today.
    return pumpKinds.includes(eqpKind) &&
      range &&
      (calibrationDue === null || (calibrationDue >= last && calibrationDue >= today))
      ? [{ id, eqpNo, eqpKind, ...range }]
      : [];
  });
  return {
    ...assignPumps(pumps, plannedSamples),
    otherInstruments: new Map(
      instrumentRows.filter(({ eqpKind }) => !pumpKinds.includes(eqpKind)).map(({ id, eqpNo }) => [eqpNo, id]),
    ),
  };
}

async function takeInstruments({ actors, project }: PlayedProject, day: string, outing: SamplingOuting): Promise<void> {
  const { orm } = actors.services.database;
  const equipmentIds = [...outing.flows.keys(), ...outing.otherInstruments.values()];
  const rows = await orm
    .select({ id: equipmentTable.id, status: equipmentTable.status })
    .from(equipmentTable)
    .where(inArray(equipmentTable.id, equipmentIds));
  const readyIds = rows.filter(({ status }) => status === 'in').map(({ id }) => id);
  actors.at(`${day} 07:40:00`);
  if (readyIds.length)
    await actors.ask('field', 'POST', 'api/equipmentUse/out', { project, useKind: 'sampling', equipmentIds: readyIds });
  actors.at(`${day} 07:55:00`);
  for (const { id, version, equipment } of await outFor(actors, project)) {
    const flowSet = outing.flows.get(equipment);
    if (flowSet !== undefined)
      await actors.ask('field', 'PUT', 'api/equipmentUse/flow', {
        id,
        version,
        calibrator: outing.otherInstruments.get('LL-001'),
        flowSet,
        flowReadings: readingsAround(flowSet),
      });
  }
}

async function returnFromSite({ actors, project }: PlayedProject, outing: SamplingOuting): Promise<void> {
  const usesOut = await outFor(actors, project);
  for (const { id, version, equipment, calibrator, flowSet, flowBefore } of usesOut) {
    const set = outing.flows.get(equipment);
    if (set !== undefined && calibrator !== null && flowBefore !== null)
      await actors.ask('field', 'PUT', 'api/equipmentUse/flow', {
        id,
        version,
        calibrator,
        flowSet,
        flowAfter: afterOf(set, equipment),
      });
  }
  if (usesOut.length)
    await actors.ask('field', 'PUT', 'api/equipmentUse/back', {
      rows: await outFor(actors, project),
      inCondition: 'good',
    });
}

/** Records the weather of a sampling day in the morning and after noon, if nobody has. */
async function recordWeather(
  { actors, script, project }: PlayedProject,
  sampledOn: string,
  dayId: number,
  outing: SamplingOuting,
): Promise<void> {
  const { orm } = actors.services.database;
  const [weather] = await orm
    .select({ id: siteWeatherTable.id })
    .from(siteWeatherTable)
    .where(and(eq(siteWeatherTable.samplingDay, dayId), isNull(siteWeatherTable.deleteTime)));
  if (!weather)
    for (const hour of ['08:30:00', '13:30:00'])
      await actors.ask('field', 'POST', 'api/siteWeather/add', {
        project,
        samplingDay: dayId,
        measuredAt: `${sampledOn} ${hour}`,
        place: '车间外上风向',
        equipment: outing.otherInstruments.get('QX-002'),
        ...script.weather,
      });
}

/** Returns a function that gives a wearer the reason for which the person is sampled that day. */
function choosePeople() {
  const people: string[] = [];
  return (person = '') => {
    if (!people.includes(person)) people.push(person);
    return { person, personChoice: personChoices[people.indexOf(person)] ?? 'random' };
  };
}

/** Lots of collectors by kind; the laboratory determines their efficiency. */
const collectorLots: Readonly<Record<string, string>> = {
  活性炭管: 'HXT-2609',
  热解吸管: 'RJX-2607',
  浸渍滤膜: 'JZM-2608',
};
const otherLot = 'CQ-2610';

async function sampleDay(playedProject: PlayedProject, daysAhead: number, outing: SamplingOuting): Promise<void> {
  const { actors, project, dayOf } = playedProject;
  const { orm } = actors.services.database;
  const sampledOn = dayOf(daysAhead);
  actors.at(`${sampledOn} 08:20:00`);
  const [dayRow] = await orm
    .select({ id: samplingDayTable.id })
    .from(samplingDayTable)
    .where(
      and(
        eq(samplingDayTable.project, project),
        eq(samplingDayTable.sampledOn, sampledOn),
        isNull(samplingDayTable.deleteTime),
      ),
    );
  const dayId = dayRow?.id ?? 0;
  await recordWeather(playedProject, sampledOn, dayId, outing);
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
  const team = await fieldTeam(actors);
  const wornIds = samples
    .filter(({ id, mode }) => mode === 'personal' && !outing.assignments.has(id))
    .map(({ id }) => id);
  const timedSamples = samples.map((sample) => ({
    ...sample,
    turn: outing.assignments.get(sample.id),
    begin: outing.assignments.get(sample.id)?.startMinute ?? 8 * 60 + 40,
    lasts: sample.minutes ?? 15,
  }));
  const wearerOf = choosePeople();
  for (const { id, kind, mode, medium, flow, turn, begin, lasts } of timedSamples.sort(
    (a, b) => a.begin + a.lasts - (b.begin + b.lasts),
  )) {
    actors.at(`${sampledOn} ${timeOfDay(Math.min(begin + lasts + 2, 20 * 60))}`);
    const times = {
      startTime: `${sampledOn} ${timeOfDay(begin)}`,
      endTime: `${sampledOn} ${timeOfDay(begin + lasts)}`,
    };
    const pumpValues =
      turn && flow !== null
        ? { equipment: turn.pump.id, flowBefore: flow, flowAfter: afterOf(flow, turn.pump.id) }
        : {};
    const lot = medium === null ? {} : { collectorLot: collectorLots[medium] ?? otherLot };
    const commonValues = { ...lot, ...times, production: '正常', collectors: team };
    const wearer =
      mode === 'personal' ? wearerOf(turn?.person ?? wearerNames[wornIds.indexOf(id) % wearerNames.length]) : {};
    await actors.ask('field', 'PUT', 'api/sample/record', {
      id,
      values:
        kind === 'blank'
          ? commonValues
          : { ...commonValues, ...pumpValues, controlsRunning: '正常', ppeWorn: '佩戴', ...wearer },
    });
  }
}

export async function playSampling(playedProject: PlayedProject): Promise<void> {
  const { actors, script, project, dayOf } = playedProject;
  await planDays(playedProject);
  await confirmDays(playedProject);
  const outing = await outingOf(playedProject);
  const last = dayOf(script.days.sampling.at(-1) as number);
  // The flow is checked on each day, so the instruments are returned every evening.
  for (const daysAhead of script.days.sampling) {
    const day = dayOf(daysAhead);
    await takeInstruments(playedProject, day, outing);
    await sampleDay(playedProject, daysAhead, outing);
    if (day === last) continue;
    actors.at(`${day} 18:12:00`);
    await returnFromSite(playedProject, outing);
  }
  actors.at(`${last} 18:06:00`);
  const signature =
    script.signature === undefined ? null : await pictureFor(actors.services, project, script.signature);
  if (signature !== null)
    await actors.ask('field', 'POST', 'api/companion/add', {
      project,
      companionName: script.companion,
      position: '安全环保部经理',
      statement: '现场生产状况正常，采样过程属实。',
      signature,
      signedAt: `${last} 18:04:00`,
    });
  // Only pictures of these kinds are printed in a report.
  const takenAt = `${last} 10:12:00`;
  await actors.ask('field', 'POST', 'api/siteMedia/add', {
    project,
    activity: 'sampling',
    place: script.rows[0]?.workshop ?? '',
    content: await pictureFor(actors.services, project, 'sampling.jpg', 'media'),
    takenAt,
    remark: '定点采样（演示图片）',
  });
  actors.at(`${last} 18:12:00`);
  await returnFromSite(playedProject, outing);
  await playSheets(playedProject, 'endSampling', last);
  actors.at(`${last} 18:12:00`);
  await moveProject(playedProject, 'field', 'endSampling');
}
