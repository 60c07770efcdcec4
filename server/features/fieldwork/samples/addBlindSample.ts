import { and, eq, isNull } from 'drizzle-orm';
import { fixedDictionaries } from '@contract/dictionaries';
import { blindTexts } from '@contract/features/fieldwork/samples/blindSampleTexts';
import { pinyinOf } from '@server/base/pinyin';
import { formatDay } from '@server/base/zone';
import { findVisibleRows } from '@server/crud/operations';
import type { SaveContext } from '@server/crud/policy';
import { saveJoins } from '@server/crud/storedValues';
import type { Orm } from '@server/db/orm';
import { onlyRow } from '@server/db/readRows';
import { blindSampleTable, sampleTable } from '@server/db/schema';
import { measuredAtPlace } from '@server/features/laboratory/sheets/measuredAtPlace';
import { projectOf } from '@server/features/projects/projectStage';
import { invalid } from '@server/http/errors';
import { copyIncomingLine, copyTasks, nextIncomingNumber } from './blindInLaboratory';
import { nextSampleNumberLike } from './voidSamples';

type StoredSample = typeof sampleTable.$inferSelect;

const refuse = (message: string) => invalid([{ field: 'model', message }]);
/** Gap between the samples of one place, ms. */
const gapBetweenSamplesMs = 5 * 60_000;

/**
 * Returns times of the same length that follow the last sample of the place, else precede the first one; the times of
 * the model where neither lies on its day. Two samples of the same minutes would tell the analyst that one is blind.
 */
function timesBeside(
  { startTime, endTime }: Pick<StoredSample, 'startTime' | 'endTime'>,
  others: readonly Pick<StoredSample, 'startTime' | 'endTime'>[],
  { now, zone }: { readonly now: Date; readonly zone: string },
): Pick<StoredSample, 'startTime' | 'endTime'> {
  if (!startTime || !endTime) return { startTime, endTime };
  const length = endTime.getTime() - startTime.getTime();
  const lastEnd = Math.max(endTime.getTime(), ...others.flatMap((other) => other.endTime?.getTime() ?? []));
  const firstStart = Math.min(startTime.getTime(), ...others.flatMap((other) => other.startTime?.getTime() ?? []));
  for (const start of [lastEnd + gapBetweenSamplesMs, firstStart - gapBetweenSamplesMs - length]) {
    const [from, until] = [new Date(start), new Date(start + length)];
    const sameDay =
      formatDay(from, zone) === formatDay(startTime, zone) && formatDay(until, zone) === formatDay(endTime, zone);
    if (sameDay && until.getTime() <= now.getTime()) return { startTime: from, endTime: until };
  }
  return { startTime, endTime };
}

/** States in which a sample is in the laboratory and not tested yet. */
const inLaboratory: ReadonlySet<string | null> = new Set(['received', 'distributed', 'testing']);
const isOpen = (state: string | null): boolean => state === 'collected' || inLaboratory.has(state);
const stateLabel = (state: string | null): string =>
  fixedDictionaries.sampleState.find(({ value }) => value === state)?.label ?? '';

async function assertModel(tx: Orm, model: StoredSample, projectId: number): Promise<void> {
  if (model.project !== projectId) throw refuse(blindTexts.otherProject);
  if (model.sampleKind !== 'sample') throw refuse(blindTexts.onlySamples);
  if (!isOpen(model.state)) throw refuse(blindTexts.notOpen(model.sampleNo, stateLabel(model.state)));
  if ((await measuredAtPlace(tx, { ids: [model.id] })).has(model.id)) throw refuse(blindTexts.measured(model.sampleNo));
  const [blindRow] = await tx
    .select({ id: blindSampleTable.id })
    .from(blindSampleTable)
    .where(and(eq(blindSampleTable.sample, model.id), isNull(blindSampleTable.deleteTime)));
  if (blindRow) throw refuse(blindTexts.isBlind(model.sampleNo));
}

const samplesOfPlace = (tx: Orm, { project, samplingDay, hazard, siteNo }: StoredSample) =>
  tx
    .select({ startTime: sampleTable.startTime, endTime: sampleTable.endTime })
    .from(sampleTable)
    .where(
      and(
        eq(sampleTable.project, project),
        samplingDay === null ? isNull(sampleTable.samplingDay) : eq(sampleTable.samplingDay, samplingDay),
        eq(sampleTable.hazard, hazard),
        siteNo === null ? isNull(sampleTable.siteNo) : eq(sampleTable.siteNo, siteNo),
        isNull(sampleTable.deleteTime),
      ),
    );

/**
 * Adds the sample of a blind row: the next number of its place or its order, with the sampling data of its model. After
 * the reception it has the tasks of its model, and among incoming samples a line of the reception. Its rows have no
 * trace of who added them and leave no line of their own in the trail; the line of the blind row names the sample.
 * @returns the columns of the blind row that only the server writes
 * @throws Refusal 400 at `model`; 409 for a number outside the series
 */
export async function addBlindSample(
  draft: Readonly<Record<string, unknown>>,
  { services, registry, tx, call }: SaveContext,
): Promise<{ sample: number; sampleNo: string; modelNo: string }> {
  const resource = registry.named('sample');
  const [visibleModel] = await findVisibleRows({ services, registry, resource, call }, tx, [Number(draft.model)], true);
  if (!visibleModel) throw refuse(blindTexts.otherProject);
  const model = onlyRow(await tx.select().from(sampleTable).where(eq(sampleTable.id, visibleModel.id)));
  await assertModel(tx, model, Number(draft.project));
  const project = await projectOf(tx, registry, call, model.project);
  const { sampleNo, turn } = project.incoming
    ? { sampleNo: await nextIncomingNumber(services, tx, project, String(model.sampleKind)), turn: model.turn }
    : await nextSampleNumberLike(tx, project, model);
  const times = timesBeside(model, await samplesOfPlace(tx, model), {
    now: services.now(),
    zone: services.env.zone,
  });
  const { id: _id, version: _version, ...copied } = model;
  const recordedAt =
    model.recordedAt && times.endTime && times.endTime > model.recordedAt ? times.endTime : model.recordedAt;
  const isReceived = inLaboratory.has(model.state);
  const receipt = isReceived ? { state: 'received' } : { handOver: null };
  const row = { ...copied, ...pinyinOf(sampleNo), sampleNo, turn, ...times, recordedAt, ...receipt };
  const inserted = onlyRow(await tx.insert(sampleTable).values(row).returning());
  const { id } = inserted;
  await saveJoins(tx, resource, id, { collectors: visibleModel.collectors, alongWith: visibleModel.alongWith });
  if (isReceived) await copyTasks(tx, model, inserted);
  const clientSampleNo = project.incoming ? await copyIncomingLine(tx, model, id) : null;
  if (clientSampleNo !== null) await tx.update(sampleTable).set({ clientSampleNo }).where(eq(sampleTable.id, id));
  return { sample: id, sampleNo, modelNo: model.sampleNo };
}
