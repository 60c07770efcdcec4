import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm';
import { type FieldGap, fieldGapsOf } from '@contract/features/fieldwork/samples/fieldGaps';
import { formatDay } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import {
  companionTable,
  equipmentTable,
  sampleCollectorsTable,
  sampleTable,
  samplingDayCollectorsTable,
  samplingDayTable,
  siteWeatherTable,
} from '@server/db/schema';
import { samplingStaffFrom } from '@server/features/fieldwork/samples/samplingStaff';
import { wasDoneBefore } from '@server/features/projects/earlierWork';
import { isNotBlindSample } from '@server/features/projects/ordinarySamples';
import { stepsByRow } from '@server/workflow/stepHistory';

type CollectorLink = typeof sampleCollectorsTable | typeof samplingDayCollectorsTable;

async function ownersWithCollectors(
  orm: Orm,
  linkTable: CollectorLink,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (!ids.length) return new Set();
  return new Set(
    (
      await orm
        .selectDistinct({ owner: linkTable.ownerId })
        .from(linkTable)
        .where(inArray(linkTable.ownerId, [...ids]))
    ).map(({ owner }) => owner),
  );
}

/**
 * Returns the recorded collectors of each sample: the people named on the sample, else on its day, else the person
 * who recorded the sample as taken.
 */
async function whoTook(
  orm: Orm,
  zone: string,
  samples: readonly { readonly id: number; readonly day: number | null }[],
): Promise<(sample: { readonly id: number; readonly day: number | null }) => readonly string[]> {
  const ids = samples.map(({ id }) => id);
  const [namedSamples, ofDay] = [
    await ownersWithCollectors(orm, sampleCollectorsTable, ids),
    await ownersWithCollectors(
      orm,
      samplingDayCollectorsTable,
      samples.flatMap(({ day }) => day ?? []),
    ),
  ];
  const steps = await stepsByRow(orm, zone, 'sample', ids);
  return ({ id, day }) =>
    namedSamples.has(id) || (day !== null && ofDay.has(day)) ? ['named'] : samplingStaffFrom(steps, [id]);
}

/** Returns the samples of a project with their instrument. */
async function samplesWithInstrument(orm: Orm, project: { readonly id: number; readonly incoming: boolean | null }) {
  const [sample, toolTable] = [sampleTable, equipmentTable];
  return orm
    .select({
      id: sample.id,
      sampleNo: sample.sampleNo,
      day: sample.samplingDay,
      state: sample.state,
      workshop: sample.workshop,
      place: sample.place,
      plannedFlow: sample.plannedFlow,
      flow: sample.flow,
      eqpNo: toolTable.eqpNo,
      eqpName: toolTable.eqpName,
      calibrationKind: toolTable.calibrationKind,
      calibrationDue: toolTable.calibrationDue,
    })
    .from(sample)
    .leftJoin(toolTable, eq(toolTable.id, sample.equipment))
    .where(
      and(
        eq(sample.project, project.id),
        eq(sample.sampleKind, 'sample'),
        ne(sample.state, 'voided'),
        isNotBlindSample(sample.id),
        isNull(sample.deleteTime),
      ),
    )
    .orderBy(asc(sample.id));
}

/** Returns the gaps in the field work of a project; empty for samples taken by others. */
export async function fieldGapsOfProject(
  orm: Orm,
  zone: string,
  project: { readonly id: number; readonly incoming: boolean | null },
): Promise<FieldGap[]> {
  // The scans show the work that was done before a job was taken over.
  if (project.incoming || (await wasDoneBefore(orm, project.id, 'sampling'))) return [];
  const samples = await samplesWithInstrument(orm, project);
  const days = await orm
    .select({ id: samplingDayTable.id, sampledOn: samplingDayTable.sampledOn })
    .from(samplingDayTable)
    .where(and(eq(samplingDayTable.project, project.id), isNull(samplingDayTable.deleteTime)))
    .orderBy(asc(samplingDayTable.sampledOn), asc(samplingDayTable.id));
  const weather = await orm
    .selectDistinct({ day: siteWeatherTable.samplingDay })
    .from(siteWeatherTable)
    .where(and(eq(siteWeatherTable.project, project.id), isNull(siteWeatherTable.deleteTime)));
  const companions = await orm
    .select({ day: companionTable.samplingDay, signedAt: companionTable.signedAt })
    .from(companionTable)
    .where(and(eq(companionTable.project, project.id), isNull(companionTable.deleteTime)));
  // A signature without a day covers all days up to the day of the signature.
  const signedFor = ({ day, signedAt }: (typeof companions)[number]): number[] =>
    day !== null ? [day] : days.filter(({ sampledOn }) => sampledOn <= formatDay(signedAt, zone)).map(({ id }) => id);
  const collectorsOf = await whoTook(orm, zone, samples);
  return fieldGapsOf({
    days,
    samples: samples.map(({ eqpNo, eqpName, calibrationKind, calibrationDue, plannedFlow, flow, state, ...one }) => ({
      ...one,
      taken: state !== 'planned',
      pumped: plannedFlow !== null || flow !== null,
      collectors: collectorsOf(one),
      equipment: eqpNo === null || eqpName === null ? null : { eqpNo, eqpName, calibrationKind, calibrationDue },
    })),
    weatherDays: new Set(weather.map(({ day }) => day)),
    companionDays: new Set(companions.flatMap(signedFor)),
  });
}
