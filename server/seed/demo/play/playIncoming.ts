import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { reviewQuestions } from '@contract/features/projects/entities/contractReview';
import type { Page } from '@contract/wire';
import { registry } from '@server/app/resources';
import { approvalTable, builtInTable, hazardTable, incomingSampleTable, projectTable } from '@server/db/schema';
import { receiveIncoming } from '@server/features/laboratory/incoming/receiveIncoming';
import { arrangeTests, authoriseAnalyst, distributeTasks } from './assignTests';
import type { DayOf, DemoActors } from './demoActors';
import { projectKey } from './demoKeys';
import { broughtAndSigned, broughtTests } from './incomingTests';
import type { Test } from './labTests';
import { playLaboratory } from './playLaboratory';
import { playReport } from './playReport';
import { leadFume, plasticizer, silicaDust, sulfide, sulfuricAcid, xylene } from './valveTests';

const [benzene, toluene, leadDust] = ['苯', '甲苯', '铅尘'] as const;

interface BroughtPiece {
  readonly clientSampleNo: string;
  readonly sampleName: string;
  readonly sampleForm: string;
  readonly quantity: string;
  readonly storage: string;
  readonly sampleKind: 'sample' | 'blank';
  readonly hazard: string;
  readonly alongWith?: readonly string[];
  readonly standardVolume: string | null;
  /** Last storage day, in days from today. */
  readonly keepUntil?: number;
}

interface IncomingOrder {
  /** Keys that mark the order and the end of its play. */
  readonly orderKey: string;
  readonly playedKey: string;
  /** Index in `demoProjects` of the project whose methods are used. Older demonstrations lack this project. */
  readonly like?: number;
  /** Index among the customers' units. */
  readonly unit: number;
  /** Days from today: ordered, received, due. */
  readonly days: { readonly ordered: number; readonly received: number; readonly due: number };
  readonly remark: string;
  readonly deliverer: string;
  readonly pieces: readonly BroughtPiece[];
  /** Tests on the day after the distribution; empty if the tasks still wait. */
  readonly tests: readonly Test[];
  /** Number of people who approved the report; absent without a report. */
  readonly reportPassedBy?: number;
}

/** The client stated only the volumes of the tubes. */
const tubeSample = {
  sampleName: '活性炭管',
  sampleForm: '溶剂解吸型，100mg/50mg',
  quantity: '1支',
  storage: '4℃密封',
  hazard: benzene,
  alongWith: [toluene, xylene],
  keepUntil: 8,
} as const;
const filterSample = {
  sampleName: '微孔滤膜',
  sampleForm: '直径40mm，对折封装',
  quantity: '1片',
  storage: '常温',
} as const;
const solutionSample = {
  sampleName: '吸收液',
  sampleForm: '10mL具塞比色管',
  quantity: '10mL',
  storage: '4℃避光',
} as const;

/** One sample for each method that tests incoming samples. */
const broughtPieces: readonly Omit<BroughtPiece, 'clientSampleNo' | 'sampleKind'>[] = [
  { ...tubeSample, hazard: xylene, alongWith: [], standardVolume: '1.50' },
  { ...filterSample, hazard: plasticizer, standardVolume: '240' },
  { ...solutionSample, hazard: sulfide, standardVolume: '7.5' },
  { ...filterSample, sampleName: '浸渍滤膜', hazard: '二苯基甲烷二异氰酸酯', standardVolume: '240' },
  { ...solutionSample, hazard: '氯化氢及盐酸', standardVolume: '7.5' },
  {
    ...filterSample,
    sampleName: '沉降尘',
    sampleForm: '广口瓶',
    quantity: '2g',
    hazard: silicaDust,
    standardVolume: null,
  },
  { ...filterSample, hazard: leadFume, standardVolume: '420' },
  { ...filterSample, hazard: '砷及其无机化合物(按As计)', standardVolume: '420' },
  { ...solutionSample, hazard: '三氧化铬、铬酸盐、重铬酸盐(按Cr计)', standardVolume: '7.5' },
  { ...filterSample, hazard: '二氧化锡(按Sn计)', standardVolume: '240' },
  { ...filterSample, sampleName: '浸渍滤膜', hazard: '氟及其化合物(不含氟化氢)(按F计)', standardVolume: '75' },
  { ...filterSample, hazard: sulfuricAcid, standardVolume: '75' },
];

const incomingOrders: readonly IncomingOrder[] = [
  {
    // Six charcoal tubes, one of them a blank, and three filters with their blank.
    orderKey: 'demo:incoming',
    playedKey: 'demo:incoming:played',
    unit: 0,
    days: { ordered: -6, received: -5, due: 9 },
    remark: '企业自行采样，委托本机构检测',
    deliverer: '孙晓琳',
    tests: [],
    pieces: [
      ...['1.50', '1.50', '1.48', '1.52', '1.50'].map((standardVolume, index): BroughtPiece => ({
        ...tubeSample,
        clientSampleNo: `PC-${String(index + 1).padStart(2, '0')}`,
        sampleKind: 'sample',
        standardVolume,
      })),
      { ...tubeSample, clientSampleNo: 'PC-KB', sampleKind: 'blank', standardVolume: null },
      ...['LM-01', 'LM-02'].map((clientSampleNo): BroughtPiece => ({
        ...filterSample,
        clientSampleNo,
        sampleKind: 'sample',
        hazard: leadDust,
        standardVolume: null,
      })),
      { ...filterSample, clientSampleNo: 'LM-KB', sampleKind: 'blank', hazard: leadDust, standardVolume: null },
    ],
  },
  {
    orderKey: 'demo:incoming:methods',
    playedKey: 'demo:incoming:methods:played',
    like: 12,
    unit: 1,
    days: { ordered: -10, received: -9, due: 6 },
    remark: '委托方自行采样，采样体积由委托方提供',
    deliverer: '应永良',
    tests: broughtTests,
    pieces: broughtPieces.map((piece, index): BroughtPiece => ({
      ...piece,
      clientSampleNo: `W-${String(index + 1).padStart(2, '0')}`,
      sampleKind: 'sample',
    })),
  },
  {
    orderKey: 'demo:incoming:reported',
    playedKey: 'demo:incoming:reported:played',
    unit: 2,
    days: { ordered: -17, received: -16, due: 3 },
    remark: '企业自行采样，委托本机构检测',
    deliverer: '钟晓峰',
    tests: broughtAndSigned,
    reportPassedBy: 1,
    pieces: [
      ...['1.50', '1.51', '1.49'].map((standardVolume, index): BroughtPiece => ({
        ...tubeSample,
        hazard: xylene,
        alongWith: [],
        clientSampleNo: `X-${index + 1}`,
        sampleKind: 'sample',
        standardVolume,
      })),
      {
        ...tubeSample,
        hazard: xylene,
        alongWith: [],
        clientSampleNo: 'X-KB',
        sampleKind: 'blank',
        standardVolume: null,
      },
    ],
  },
];

/** Returns the order as the customer service enters it. After an interruption it returns the existing order. */
async function orderOf(
  actors: DemoActors,
  { orderKey, unit: unitIndex, days, remark }: IncomingOrder,
  dayOf: DayOf,
): Promise<number> {
  const { orm } = actors.services.database;
  const [recordedRow] = await orm
    .select({ rowId: builtInTable.rowId })
    .from(builtInTable)
    .where(eq(builtInTable.key, orderKey));
  if (recordedRow) return recordedRow.rowId;
  actors.at(`${dayOf(days.ordered)} 09:36:00`);
  const { content } = await actors.ask<Page<AnyRow>>('sales', 'GET', 'api/inspectUnit?size=30&sort=id,asc');
  const unit = content.slice(14).filter(({ customer }) => customer !== null)[unitIndex] ?? content[0];
  const project = await actors.ask<AnyRow>('sales', 'POST', 'api/project/add', {
    projectName: `${String(unit?.unitName)}来样检测`,
    belongInspect: unit?.id,
    customer: unit?.customer ?? null,
    type: 'LY',
    incoming: true,
    jcbgFlag: true,
    plannedOn: dayOf(days.ordered),
    dueOn: dayOf(days.due),
    remark,
  });
  await orm.insert(builtInTable).values({ key: orderKey, rowId: project.id }).onConflictDoNothing();
  return project.id;
}

async function reviewContract(actors: DemoActors, projectId: number, day: string, at: string): Promise<void> {
  actors.at(`${day} 10:05:00`);
  if (at === 'draft') await actors.ask('sales', 'PUT', 'api/project/move', { id: projectId, move: 'submitContract' });
  actors.at(`${day} 14:18:00`);
  const { review: reviewRow } = await actors.ask<{ review: AnyRow | null }>(
    'reviewer',
    'GET',
    `api/project/review/${projectId}`,
  );
  const reviewAnswers = Object.fromEntries(
    reviewQuestions.map((name) => [name, name === 'subcontract' ? 'na' : 'yes']),
  );
  if (!reviewRow)
    await actors.ask('reviewer', 'POST', 'api/contractReview/add', {
      project: projectId,
      ...reviewAnswers,
      conclusion: '同意承接',
    });
  await actors.ask('reviewer', 'PUT', 'api/project/move', { id: projectId, move: 'passIncoming' });
}

async function receiveSamples(
  actors: DemoActors,
  { pieces, deliverer, days }: IncomingOrder,
  projectId: number,
  dayOf: DayOf,
): Promise<void> {
  const { orm } = actors.services.database;
  actors.at(`${dayOf(days.received)} 09:12:00`);
  const names = [...new Set(pieces.flatMap(({ hazard, alongWith = [] }) => [hazard, ...alongWith]))];
  const hazards = await orm
    .select({ id: hazardTable.id, name: hazardTable.name })
    .from(hazardTable)
    .where(and(inArray(hazardTable.name, names), isNull(hazardTable.organizationId), isNull(hazardTable.deleteTime)));
  const idOf = (name: string) => hazards.find((hazard) => hazard.name === name)?.id;
  const waitingSamples = () =>
    orm
      .select({ id: incomingSampleTable.id, state: incomingSampleTable.state })
      .from(incomingSampleTable)
      .where(and(eq(incomingSampleTable.project, projectId), isNull(incomingSampleTable.deleteTime)));
  if (!(await waitingSamples()).length) {
    const rows = pieces.map(({ hazard, alongWith = [], keepUntil, ...piece }, index) => ({
      ...piece,
      project: projectId,
      rowSort: index + 1,
      condition: 'intact',
      deliverer,
      deliveredOn: dayOf(days.received),
      hazard: idOf(hazard),
      alongWith: alongWith.flatMap((name) => idOf(name) ?? []),
      ...(keepUntil === undefined ? {} : { keepUntil: dayOf(keepUntil) }),
    }));
    await actors.ask('sales', 'PUT', 'api/incomingSample/saveAll', { rows, removed: [] });
  }
  actors.at(`${dayOf(days.received)} 09:48:00`);
  const ids = (await waitingSamples()).filter(({ state }) => state === 'registered').map(({ id }) => id);
  const crudContext = { services: actors.services, registry };
  if (ids.length)
    await actors.signed('keeper', 'api/incomingSample/receive', (call) =>
      actors.services.database.transaction((tx) =>
        receiveIncoming(crudContext, tx, call, { project: projectId, rows: ids.map((id) => ({ id })) }),
      ),
    );
  await actors.ask('keeper', 'PUT', 'api/project/move', { id: projectId, move: 'receiveSamples' });
}

async function playOrder(actors: DemoActors, order: IncomingOrder, dayOf: DayOf): Promise<void> {
  const { orm } = actors.services.database;
  const projectId = await orderOf(actors, order, dayOf);
  const stageOf = async () =>
    (await orm.select({ stage: projectTable.stage }).from(projectTable).where(eq(projectTable.id, projectId)))[0]
      ?.stage ?? '';
  const at = await stageOf();
  if (at === 'draft' || at === 'contractReview') await reviewContract(actors, projectId, dayOf(order.days.ordered), at);
  if ((await stageOf()) === 'handOver') await receiveSamples(actors, order, projectId, dayOf);
  if (order.tests.length) {
    const arrangedOn = dayOf(order.days.received + 1);
    await arrangeTests(actors, projectId, arrangedOn, order.tests);
    await distributeTasks(actors, projectId, arrangedOn, await authoriseAnalyst(actors, projectId, dayOf));
    await playLaboratory(actors, projectId, dayOf(order.days.received + 2), order.tests);
  }
  if (order.reportPassedBy !== undefined) {
    const [existingApproval] = await orm
      .select({ id: approvalTable.id })
      .from(approvalTable)
      .where(eq(approvalTable.project, projectId))
      .limit(1);
    if (!existingApproval) await playReport(actors, projectId, dayOf, order.days.received, order.reportPassedBy);
  }
  await orm.insert(builtInTable).values({ key: order.playedKey, rowId: projectId }).onConflictDoNothing();
}

const dueOf = (recordedIds: ReadonlyMap<string, number>): readonly IncomingOrder[] =>
  recordedIds.size
    ? incomingOrders.filter(
        ({ playedKey, like }) =>
          !recordedIds.has(playedKey) && (like === undefined || recordedIds.has(projectKey(like))),
      )
    : [];

/**
 * Plays orders of incoming samples by the product's own calls: one up to received samples, one up to the analyst's
 * records, one up to a report at its second approver.
 */
export async function playIncoming(
  actors: DemoActors,
  dayOf: DayOf,
  recordedIds: ReadonlyMap<string, number>,
): Promise<void> {
  for (const order of dueOf(recordedIds)) await playOrder(actors, order, dayOf);
}

/** Checks whether an order has to be played: once, in a database with the demonstration. */
export const isIncomingDue = (recordedIds: ReadonlyMap<string, number>): boolean => dueOf(recordedIds).length > 0;
