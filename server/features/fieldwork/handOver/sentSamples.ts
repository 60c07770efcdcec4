import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import {
  isOverdue,
  keepUntilOf,
  type SheetLine,
  type SheetSample,
} from '@contract/features/fieldwork/handOver/handOverSheet';
import { formatDay, formatMoment } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { handOverLineTable, hazardTable, labMethodTable, sampleTable, samplingDayTable } from '@server/db/schema';
import type { Services } from '@server/services';

interface FoundSample extends SheetSample {
  readonly project: number;
  readonly handOver: number | null;
}

interface SampleRow {
  readonly id: number;
  readonly version: number;
  readonly location: string | null;
  readonly sampleNo: string;
  readonly sampleKind: string;
  readonly state: string | null;
  readonly stateReason: string | null;
  readonly hazard: number;
  readonly tested: string | null;
  readonly hazardTitle: string;
  readonly methodName: string | null;
  readonly methodKind: string | null;
  readonly standardNo: string | null;
  readonly medium: string | null;
  readonly place: string | null;
  readonly startTime: Date | null;
  readonly dayOn: string | null;
  readonly keptStorage: string | null;
  readonly condition: string | null;
  readonly storageDays: number | null;
  readonly keptUntil: string | null;
  readonly project: number;
  readonly handOver: number | null;
}

/**
 * Returns samples with the data on a sheet. Storage conditions and storage time are from the method library (DOMAIN
 * §1.11).
 */
export async function findSamples(
  services: Pick<Services, 'env' | 'now'>,
  orm: Orm,
  condition: SQL | undefined,
): Promise<FoundSample[]> {
  const { zone } = services.env;
  const today = formatDay(services.now(), zone);
  // The inferred type of the joins is less exact than that of the columns.
  const rows: readonly SampleRow[] = await orm
    .select({
      id: sampleTable.id,
      version: sampleTable.version,
      location: sampleTable.location,
      sampleNo: sampleTable.sampleNo,
      sampleKind: sampleTable.sampleKind,
      state: sampleTable.state,
      stateReason: sampleTable.stateReason,
      hazard: sampleTable.hazard,
      tested: sampleTable.hazardName,
      hazardTitle: hazardTable.name,
      methodName: labMethodTable.title,
      methodKind: labMethodTable.methodKind,
      standardNo: labMethodTable.standardNo,
      medium: sampleTable.medium,
      place: sampleTable.place,
      startTime: sampleTable.startTime,
      dayOn: samplingDayTable.sampledOn,
      keptStorage: sampleTable.storage,
      condition: labMethodTable.storageCondition,
      storageDays: labMethodTable.storageDays,
      keptUntil: sampleTable.keepUntil,
      project: sampleTable.project,
      handOver: sampleTable.handOver,
    })
    .from(sampleTable)
    .innerJoin(hazardTable, eq(hazardTable.id, sampleTable.hazard))
    .leftJoin(labMethodTable, eq(labMethodTable.id, sampleTable.method))
    .leftJoin(samplingDayTable, eq(samplingDayTable.id, sampleTable.samplingDay))
    .where(and(isNull(sampleTable.deleteTime), condition))
    .orderBy(asc(sampleTable.sampleNo))
    .limit(5000);
  return rows.map(({ tested, hazardTitle, startTime, dayOn, keptStorage, condition, keptUntil, ...row }) => {
    const sampledOn = startTime ? formatDay(startTime, zone) : dayOn;
    const keepUntil = keptUntil ?? keepUntilOf(sampledOn, row.storageDays);
    const state = String(row.state);
    return {
      ...row,
      state,
      hazardName: tested || hazardTitle,
      sampledOn,
      storage: keptStorage ?? condition,
      keepUntil,
      overdue: isOverdue(state, keepUntil, today),
    };
  });
}

/** Returns the lines of a sheet with their samples, sorted by number. */
export async function linesOf(
  services: Pick<Services, 'env' | 'now'>,
  orm: Orm,
  sheetId: number,
): Promise<SheetLine[]> {
  const lines = await orm
    .select()
    .from(handOverLineTable)
    .where(and(eq(handOverLineTable.handOver, sheetId), isNull(handOverLineTable.deleteTime)))
    .orderBy(asc(handOverLineTable.sampleNo));
  const samples = lines.length
    ? await findSamples(
        services,
        orm,
        inArray(
          sampleTable.id,
          lines.map(({ sample }) => sample),
        ),
      )
    : [];
  const byId = new Map(samples.map((storedSample) => [storedSample.id, storedSample]));
  return lines.flatMap((line) => {
    const sample = byId.get(line.sample);
    if (!sample) return [];
    const { project: _project, handOver: _handOver, ...sampleRest } = sample;
    return [
      {
        ...sampleRest,
        lineId: line.id,
        lineVersion: line.version,
        condition: line.condition,
        checkedAt: line.checkedAt && formatMoment(line.checkedAt, services.env.zone),
        reason: line.reason,
      },
    ];
  });
}
