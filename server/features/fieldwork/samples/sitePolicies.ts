import { and, eq, isNotNull, isNull, or } from 'drizzle-orm';
import { mediaStages } from '@contract/features/fieldwork/samples/mediaStages';
import { airFaults } from '@contract/features/fieldwork/samples/sampleReadings';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import { meanWindSpeed, windFaults } from '@contract/features/fieldwork/samples/windReadings';
import { findVisibleRows } from '@server/crud/operations';
import type { Policy, SaveContext } from '@server/crud/policy';
import type { Orm } from '@server/db/orm';
import { sampleTable, samplingDayTable } from '@server/db/schema';
import { projectPart, whileSampling } from '@server/features/projects/projectPart';
import { invalid } from '@server/http/errors';
import { dayOf } from './recordSample';
import { resetSample } from './resetSample';
import { samplesBy, storeReadings } from './storeReadings';

/** Requires that the sampling day of a row belongs to the project of the row. */
async function assertOwnDay(tx: Orm, draft: Readonly<Record<string, unknown>>): Promise<void> {
  if (draft.samplingDay === null || draft.samplingDay === undefined) return;
  const days = samplingDayTable;
  const [day] = await tx
    .select({ id: days.id })
    .from(days)
    .where(
      and(eq(days.id, Number(draft.samplingDay)), eq(days.project, Number(draft.project)), isNull(days.deleteTime)),
    );
  if (!day) throw invalid([{ field: 'samplingDay', message: siteTexts.noSuchDay }]);
}

async function assertOwnSample(tx: Orm, draft: Readonly<Record<string, unknown>>): Promise<void> {
  if (draft.sample === null || draft.sample === undefined) return;
  const [sampleRow] = await tx
    .select({ id: sampleTable.id })
    .from(sampleTable)
    .where(
      and(
        eq(sampleTable.id, Number(draft.sample)),
        eq(sampleTable.project, Number(draft.project)),
        isNull(sampleTable.deleteTime),
      ),
    );
  if (!sampleRow) throw invalid([{ field: 'sample', message: siteTexts.wrongProject }]);
}

/** Returns the time of recording by the server's clock, which is set once; the phone's time is stored beside it. */
const recordingTime = ({ services, before }: SaveContext) => (before ? {} : { recordedAt: services.now() });

/** Save rules of samples: their day creates them, and only `record` writes them, never a form. */
export const samplePolicy: Policy = projectPart(whileSampling, {
  disabledOperations: ['add', 'edit', 'del', 'restore', 'import'],
  resets: resetSample,
});

export const siteWeatherPolicy: Policy = projectPart(whileSampling, {
  disabledOperations: ['restore'],
  async beforeSave(draft, context) {
    await assertOwnDay(context.tx, draft);
    const faults = airFaults({ temperature: String(draft.temperature), pressure: String(draft.pressure) });
    if (draft.humidity !== null && draft.humidity !== undefined && Number(draft.humidity) > 100)
      faults.push({ field: 'humidity', message: siteTexts.badHumidity });
    faults.push(...windFaults(draft));
    if (faults.length) throw invalid(faults);
    const windSpeed = meanWindSpeed(draft);
    return { ...recordingTime(context), ...(windSpeed === null ? {} : { windSpeed }) };
  },
  // Samples taken before the barometer was read get the reading now; samples with a corrected reading get the new
  // values.
  async afterSave(row, { services, registry, tx, call, before }) {
    const operationContext = { services, registry, resource: registry.named('sample'), call };
    const movedIds =
      before && (['temperature', 'pressure', 'measuredAt'] as const).some((name) => before[name] !== row[name])
        ? await samplesBy(operationContext, tx, before)
        : [];
    if (movedIds.length)
      for (const sample of await findVisibleRows(operationContext, tx, movedIds, false))
        await storeReadings(
          operationContext,
          tx,
          sample,
          { temperature: null, pressure: null },
          await dayOf(tx, sample),
        );
    const waitingSamples = await tx
      .select({ id: sampleTable.id })
      .from(sampleTable)
      .where(
        and(
          eq(sampleTable.samplingDay, Number(row.samplingDay)),
          eq(sampleTable.state, 'planned'),
          eq(sampleTable.sampleKind, 'sample'),
          isNull(sampleTable.deleteTime),
          isNotNull(sampleTable.startTime),
          isNotNull(sampleTable.endTime),
          or(isNull(sampleTable.temperature), isNull(sampleTable.pressure)),
        ),
      )
      .orderBy(sampleTable.id)
      .for('update');
    if (!waitingSamples.length) return;
    for (const sample of await findVisibleRows(
      operationContext,
      tx,
      waitingSamples.map(({ id }) => id),
      false,
    ))
      await storeReadings(operationContext, tx, sample, {}, await dayOf(tx, sample));
  },
});

export const companionPolicy: Policy = projectPart(whileSampling, {
  disabledOperations: ['restore'],
  async beforeSave(draft, context) {
    await assertOwnDay(context.tx, draft);
    return recordingTime(context);
  },
});

export const siteMediaPolicy: Policy = projectPart(
  { ...whileSampling, stages: mediaStages },
  {
    disabledOperations: ['restore'],
    async beforeSave(draft, context) {
      await assertOwnSample(context.tx, draft);
      return recordingTime(context);
    },
  },
);
