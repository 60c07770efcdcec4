import {
  and,
  asc,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import type { ChosenSample } from '@contract/features/fieldwork/samples/personChoice';
import { requiresDurationCheck } from '@contract/features/fieldwork/samples/sampleReadings';
import { siteInstrumentMisfit } from '@contract/features/fieldwork/samples/siteInstrumentFitness';
import {
  type ElsewhereSample,
  type SiteSampleFacts,
  type TimedSample,
  simultaneousUseProblem,
} from '@contract/features/fieldwork/samples/siteWarnings';
import type { FieldError } from '@contract/schema';
import { formatMoment, parseMoment } from '@server/base/zone';
import type { OperationContext } from '@server/crud/operations';
import type { Orm } from '@server/db/orm';
import {
  equipmentTable,
  projectTable,
  sampleCollectorsTable,
  samplingDayCollectorsTable,
  sampleTable,
} from '@server/db/schema';

// Finds samples of any project that use the same pump or the same sampling person as the samples of a site.

const samplesTable = sampleTable;

/** Moves a moment by a number of days; no sample takes longer than one day. */
const shiftDays = (moment: string, days: number, zone: string): Date =>
  new Date(parseMoment(moment, zone).getTime() + days * 86_400_000);

/** Returns who took the samples: the people named on the sample, else on its day. */
async function collectorsOf(
  orm: Orm,
  rows: readonly { readonly id: number; readonly samplingDay: number | null }[],
): Promise<(row: { readonly id: number; readonly samplingDay: number | null }) => number[]> {
  const [ownCollectors, ofDay] = [sampleCollectorsTable, samplingDayCollectorsTable];
  const days = [...new Set(rows.flatMap(({ samplingDay }) => samplingDay ?? []))];
  const collectorRows = rows.length
    ? await orm
        .select({ owner: ownCollectors.ownerId, person: ownCollectors.targetId })
        .from(ownCollectors)
        .where(
          inArray(
            ownCollectors.ownerId,
            rows.map(({ id }) => id),
          ),
        )
    : [];
  const byDay = days.length
    ? await orm.select({ owner: ofDay.ownerId, person: ofDay.targetId }).from(ofDay).where(inArray(ofDay.ownerId, days))
    : [];
  return ({ id, samplingDay }) => {
    const personIds = collectorRows.filter(({ owner }) => owner === id).map(({ person }) => person);
    return personIds.length
      ? personIds
      : byDay.filter(({ owner }) => owner === samplingDay).map(({ person }) => person);
  };
}

/** Maximum number of samples of other projects that are compared. */
const maxElsewhere = 500;

async function timedSamples(
  orm: Orm,
  zone: string,
  condition: SQL | undefined,
  maxSamples = maxElsewhere,
): Promise<(ElsewhereSample & SiteSampleFacts & ChosenSample)[]> {
  const rows = await orm
    .select({
      id: samplesTable.id,
      sampleNo: samplesTable.sampleNo,
      project: samplesTable.project,
      projectCode: projectTable.code,
      sampleKind: samplesTable.sampleKind,
      state: samplesTable.state,
      mode: samplesTable.mode,
      workshop: samplesTable.workshop,
      place: samplesTable.place,
      siteNo: samplesTable.siteNo,
      person: samplesTable.person,
      personChoice: samplesTable.personChoice,
      equipment: samplesTable.equipment,
      startTime: samplesTable.startTime,
      endTime: samplesTable.endTime,
      plannedMinutes: samplesTable.plannedMinutes,
      samplingDay: samplesTable.samplingDay,
      hazard: samplesTable.hazard,
      method: samplesTable.method,
      hoursPerDay: samplesTable.hoursPerDay,
    })
    .from(samplesTable)
    .innerJoin(projectTable, eq(projectTable.id, samplesTable.project))
    .where(
      and(
        eq(samplesTable.sampleKind, 'sample'),
        ne(samplesTable.state, 'voided'),
        isNotNull(samplesTable.startTime),
        isNull(samplesTable.deleteTime),
        isNull(projectTable.deleteTime),
        condition,
      ),
    )
    .orderBy(asc(samplesTable.startTime), asc(samplesTable.id))
    .limit(maxSamples);
  const collectors = await collectorsOf(orm, rows);
  return rows.map((row) => ({
    ...row,
    projectCode: row.projectCode ?? String(row.project),
    collectors: collectors(row),
    startTime: row.startTime && formatMoment(row.startTime, zone),
    endTime: row.endTime && formatMoment(row.endTime, zone),
  }));
}

/** Returns the started samples of a site, with the people who took them. */
export const samplesOfSite = (orm: Orm, zone: string, projectId: number): Promise<(SiteSampleFacts & ChosenSample)[]> =>
  timedSamples(orm, zone, eq(samplesTable.project, projectId), 5_000);

interface ProjectSite {
  readonly project: number;
  readonly organizationId: number | null;
  /** Sampling days, each `YYYY-MM-DD`. */
  readonly days: readonly string[];
  readonly tools: readonly number[];
  readonly people: readonly number[];
}

/**
 * Returns samples of other projects of the organization near the site's days that share a sampler or a sampling
 * person.
 */
export async function simultaneousSamples(
  orm: Orm,
  zone: string,
  { project, organizationId, days, tools, people }: ProjectSite,
): Promise<ElsewhereSample[]> {
  const [first, last] = [[...days].sort()[0], [...days].sort().at(-1)];
  if (!first || !last || (!tools.length && !people.length)) return [];
  const [ownCollectors, ofDay] = [sampleCollectorsTable, samplingDayCollectorsTable];
  const ownCollectorRows = orm
    .select({ is: sql`1` })
    .from(ownCollectors)
    .where(eq(ownCollectors.ownerId, samplesTable.id));
  const byPerson = people.length
    ? or(
        exists(
          orm
            .select({ is: sql`1` })
            .from(ownCollectors)
            .where(and(eq(ownCollectors.ownerId, samplesTable.id), inArray(ownCollectors.targetId, [...people]))),
        ),
        and(
          notExists(ownCollectorRows),
          exists(
            orm
              .select({ is: sql`1` })
              .from(ofDay)
              .where(and(eq(ofDay.ownerId, samplesTable.samplingDay), inArray(ofDay.targetId, [...people]))),
          ),
        ),
      )
    : undefined;
  const aroundDay = and(
    gte(samplesTable.startTime, shiftDays(`${first} 00:00:00`, -1, zone)),
    lt(samplesTable.startTime, shiftDays(`${last} 00:00:00`, 2, zone)),
  );
  const shares = or(tools.length ? inArray(samplesTable.equipment, [...tools]) : undefined, byPerson);
  return timedSamples(
    orm,
    zone,
    and(
      organizationId === null ? isNull(samplesTable.organizationId) : eq(samplesTable.organizationId, organizationId),
      ne(samplesTable.project, project),
      aroundDay,
      shares,
    ),
  );
}

/**
 * Returns the faults of a sample's instrument, unless a remark explains them: it does not suit the factor, or it is
 * used at another post or worn by another person at the same time. This is checked while a sample is taken, and when
 * its times, instrument or wearer change.
 */
export async function instrumentFaults(
  { services }: OperationContext,
  tx: Orm,
  before: AnyRow,
  row: Readonly<Record<string, unknown>>,
): Promise<FieldError[]> {
  const hasChanged = (names: readonly string[]) => names.some((name) => (before[name] ?? null) !== (row[name] ?? null));
  if (!row.equipment) return [];
  const equipmentId = Number(row.equipment);
  const { eqpNo, eqpName, eqpKind, purpose } = equipmentTable;
  const [instrument] = await tx
    .select({ eqpNo, eqpName, eqpKind, purpose })
    .from(equipmentTable)
    .where(eq(equipmentTable.id, equipmentId));
  const fault = (message: string | null | undefined) => (message ? [{ field: 'equipment', message }] : []);
  const misfitText = instrument && hasChanged(['equipment', 'remark']) ? siteInstrumentMisfit(instrument, row) : null;
  if (misfitText) return fault(misfitText);
  const isTouched = requiresDurationCheck(before, row) || hasChanged(['equipment', 'person', 'remark']);
  if (!isTouched || !row.startTime) return [];
  const otherSamples = await timedSamples(
    tx,
    services.env.zone,
    and(
      eq(samplesTable.equipment, equipmentId),
      ne(samplesTable.id, before.id),
      gte(samplesTable.startTime, shiftDays(String(row.startTime), -1, services.env.zone)),
    ),
  );
  return fault(
    simultaneousUseProblem({ collectors: [], ...row } as unknown as TimedSample, otherSamples, instrument?.eqpNo ?? ''),
  );
}
