import { reviewQuestions } from '@contract/entities/project/contractReview';
import type { AnyRow } from '@contract/entity';
import type { Page } from '@contract/wire';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { receiveIncoming } from '../../../../modules/incomingSamples/receive';
import { registry } from '../../../../resources';
import { builtInTable, hazardTable, incomingSampleTable, projectTable } from '../../../schema';
import type { Stage } from './stage';

/** Under what the order of incoming samples is noted, and that its play was brought to its end. */
const orderKey = 'demo:incoming';
const playedKey = 'demo:incoming:played';

const [benzene, toluene, xylene, lead] = ['苯', '甲苯', '二甲苯(全部异构体)', '铅尘(按Pb计)'] as const;

/** What was brought: six charcoal tubes with a blank among them, three filters with theirs. The client told the volumes of the tubes alone. */
const pieces = [
  ...['1.50', '1.50', '1.48', '1.52', '1.50'].map((standardVolume, at) => ({ clientSampleNo: `PC-${String(at + 1).padStart(2, '0')}`, tube: true, sampleKind: 'sample', standardVolume })),
  { clientSampleNo: 'PC-KB', tube: true, sampleKind: 'blank', standardVolume: null },
  ...['LM-01', 'LM-02'].map((clientSampleNo) => ({ clientSampleNo, tube: false, sampleKind: 'sample', standardVolume: null })),
  { clientSampleNo: 'LM-KB', tube: false, sampleKind: 'blank', standardVolume: null },
];

type DayOf = (ahead: number) => string;

/** The order as the customer service takes it; begun anew after an interruption, it is the same one. */
async function orderOf(stage: Stage, dayOf: DayOf): Promise<number> {
  const { orm } = stage.services.database;
  const [noted] = await orm.select({ rowId: builtInTable.rowId }).from(builtInTable).where(eq(builtInTable.key, orderKey));
  if (noted) return noted.rowId;
  stage.at(`${dayOf(-6)} 09:36:00`);
  const { content } = await stage.ask<Page<AnyRow>>('sales', 'GET', 'api/inspectUnit?size=30&sort=id,asc');
  const unit = content.slice(14).find(({ customer }) => customer !== null) ?? content[0];
  const project = await stage.ask<AnyRow>('sales', 'POST', 'api/project/add', {
    projectName: `${String(unit?.unitName)}来样检测`, belongInspect: unit?.id, customer: unit?.customer ?? null, type: 'LY', incoming: true, jcbgFlag: true, plannedOn: dayOf(-6), dueOn: dayOf(9),
    remark: '企业自行采样，委托本机构检测',
  });
  await orm.insert(builtInTable).values({ key: orderKey, rowId: project.id }).onConflictDoNothing();
  return project.id;
}

async function review(stage: Stage, project: number, dayOf: DayOf, at: string): Promise<void> {
  stage.at(`${dayOf(-6)} 10:05:00`);
  if (at === 'draft') await stage.ask('sales', 'PUT', 'api/project/move', { id: project, move: 'submitContract' });
  stage.at(`${dayOf(-6)} 14:18:00`);
  const { review: found } = await stage.ask<{ review: AnyRow | null }>('reviewer', 'GET', `api/project/review/${project}`);
  const answers = Object.fromEntries(reviewQuestions.map((name) => [name, name === 'subcontract' ? 'na' : 'yes']));
  if (!found) await stage.ask('reviewer', 'POST', 'api/contractReview/add', { project, ...answers, conclusion: '同意承接' });
  await stage.ask('reviewer', 'PUT', 'api/project/move', { id: project, move: 'passIncoming' });
}

async function receive(stage: Stage, project: number, dayOf: DayOf): Promise<void> {
  const { orm } = stage.services.database;
  stage.at(`${dayOf(-5)} 09:12:00`);
  const hazards = await orm.select({ id: hazardTable.id, name: hazardTable.name }).from(hazardTable).where(and(inArray(hazardTable.name, [benzene, toluene, xylene, lead]), isNull(hazardTable.organizationId), isNull(hazardTable.deleteTime)));
  const idOf = (name: string) => hazards.find((one) => one.name === name)?.id;
  const waiting = () => orm.select({ id: incomingSampleTable.id, state: incomingSampleTable.state }).from(incomingSampleTable).where(and(eq(incomingSampleTable.project, project), isNull(incomingSampleTable.deleteTime)));
  if (!(await waiting()).length) {
    const rows = pieces.map(({ clientSampleNo, tube, sampleKind, standardVolume }, at) => ({
      project, rowSort: at + 1, clientSampleNo, sampleKind, standardVolume, condition: 'intact', deliverer: '孙晓琳', deliveredOn: dayOf(-5),
      ...(tube
        ? { sampleName: '活性炭管', sampleForm: '溶剂解吸型，100mg/50mg', quantity: '1支', hazard: idOf(benzene), alongWith: [toluene, xylene].flatMap((name) => idOf(name) ?? []), storage: '4℃密封', keepUntil: dayOf(8) }
        : { sampleName: '微孔滤膜', sampleForm: '直径40mm，对折封装', quantity: '1片', hazard: idOf(lead), storage: '常温' }),
    }));
    await stage.ask('sales', 'PUT', 'api/incomingSample/saveAll', { rows, removed: [] });
  }
  stage.at(`${dayOf(-5)} 09:48:00`);
  const ids = (await waiting()).filter(({ state }) => state === 'registered').map(({ id }) => id);
  const ground = { services: stage.services, registry };
  if (ids.length) await stage.signed('keeper', 'api/incomingSample/receive', (call) => stage.services.database.transaction((tx) => receiveIncoming(ground, tx, call, { project, ids })));
  await stage.ask('keeper', 'PUT', 'api/project/move', { id: project, move: 'receiveSamples' });
}

/** An order of incoming samples from its review to samples that the keeper has received, by the product's own calls. */
export async function playIncoming(stage: Stage, dayOf: DayOf): Promise<void> {
  const { orm } = stage.services.database;
  const project = await orderOf(stage, dayOf);
  const stageOf = async () => (await orm.select({ stage: projectTable.stage }).from(projectTable).where(eq(projectTable.id, project)))[0]?.stage ?? '';
  const at = await stageOf();
  if (at === 'draft' || at === 'contractReview') await review(stage, project, dayOf, at);
  if ((await stageOf()) === 'handOver') await receive(stage, project, dayOf);
  await orm.insert(builtInTable).values({ key: playedKey, rowId: project }).onConflictDoNothing();
}

/** Whether it is still to be played: in a database that was filled with the demonstration, and once. */
export const isIncomingDue = (noted: ReadonlyMap<string, number>): boolean => noted.size > 0 && !noted.has(playedKey);
