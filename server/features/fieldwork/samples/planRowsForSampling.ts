import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { factorCodes, codeInNumber, type PlanRow } from '@contract/features/fieldwork/plan/plannedSamples';
import type { Orm } from '@server/db/orm';
import {
  hazardTable,
  labMethodTable,
  sampleSiteHazardAlongWithTable,
  sampleSiteHazardTable,
  sampleTable,
  samplingDayTable,
} from '@server/db/schema';
import { sampleRuleOf } from './sampleNumberRule';

const planRowTable = sampleSiteHazardTable;

/** Columns of a plan row that its samples need. */
const planColumns = {
  id: planRowTable.id,
  siteHazardId: planRowTable.siteHazardId,
  siteNo: planRowTable.siteNo,
  workshop: planRowTable.workshop,
  place: planRowTable.place,
  hazard: planRowTable.hazard,
  method: planRowTable.method,
  mode: planRowTable.mode,
  period: planRowTable.period,
  points: planRowTable.points,
  samplesPerDay: planRowTable.samplesPerDay,
  days: planRowTable.days,
  blanks: planRowTable.blanks,
  hoursPerDay: planRowTable.hoursPerDay,
  medium: planRowTable.medium,
  flow: planRowTable.flow,
  minutes: planRowTable.minutes,
};

/**
 * Returns the undeleted rows of a project's plan in order; an empty medium, flow or time is filled in from the
 * method.
 */
export async function planRowsForSampling(tx: Orm, projectId: number): Promise<PlanRow[]> {
  const rows = await tx
    .select(planColumns)
    .from(planRowTable)
    .where(and(eq(planRowTable.project, projectId), isNull(planRowTable.deleteTime)))
    .orderBy(sql`${planRowTable.rowSort} nulls last`, asc(planRowTable.id));
  const hazards = await byId(
    rows.map(({ hazard }) => hazard),
    (ids) =>
      tx.select({ id: hazardTable.id, name: hazardTable.name }).from(hazardTable).where(inArray(hazardTable.id, ids)),
  );
  const methods = await byId(
    rows.flatMap(({ method }) => method ?? []),
    (ids) => tx.select().from(labMethodTable).where(inArray(labMethodTable.id, ids)),
  );
  const alongNames = await alongOf(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...row,
    hazardName: [hazards.get(row.hazard)?.name ?? '', ...(alongNames.get(row.id) ?? [])].join('、').slice(0, 500),
    ...samplerSettings(row, row.method === null ? undefined : methods.get(row.method)),
  }));
}

/** Returns medium, flow and time of a plan row, those of the method where the row has none. */
function samplerSettings(
  row: Pick<typeof planRowTable.$inferSelect, 'period' | 'medium' | 'flow' | 'minutes'>,
  library: typeof labMethodTable.$inferSelect | undefined,
) {
  const isLongTerm = row.period === 'long';
  return {
    medium: row.medium ?? library?.medium ?? null,
    flow: row.flow ?? (isLongTerm ? library?.longFlow : library?.shortFlow) ?? null,
    minutes: row.minutes ?? (isLongTerm ? library?.longMinutes : library?.shortMinutes) ?? null,
  };
}

async function byId<R extends { readonly id: number }>(
  ids: readonly number[],
  select: (ids: number[]) => Promise<R[]>,
): Promise<ReadonlyMap<number, R>> {
  const wantedIds = [...new Set(ids)];
  return new Map((wantedIds.length ? await select(wantedIds) : []).map((row) => [row.id, row]));
}

async function alongOf(tx: Orm, rowIds: readonly number[]): Promise<ReadonlyMap<number, string[]>> {
  const names = new Map<number, string[]>();
  if (!rowIds.length) return names;
  const join = sampleSiteHazardAlongWithTable;
  const alongRows = await tx
    .select({ owner: join.ownerId, name: hazardTable.name })
    .from(join)
    .innerJoin(hazardTable, eq(hazardTable.id, join.targetId))
    .where(inArray(join.ownerId, [...rowIds]))
    .orderBy(asc(join.ownerId), asc(join.position));
  for (const { owner, name } of alongRows) names.set(owner, [...(names.get(owner) ?? []), name]);
  return names;
}

/** Returns the factor codes of a project: the codes in its numbers, and the own codes of further hazards. */
export async function codesOf(
  tx: Orm,
  project: { id: number; code: string },
  rows: readonly PlanRow[],
): Promise<Map<number, string>> {
  const usedCodes = await tx
    .select({
      hazard: sampleTable.hazard,
      no: sql<string>`min(${sampleTable.sampleNo})`,
      dayNo: samplingDayTable.dayNo,
    })
    .from(sampleTable)
    .innerJoin(samplingDayTable, eq(samplingDayTable.id, sampleTable.samplingDay))
    .where(eq(sampleTable.project, project.id))
    .groupBy(sampleTable.hazard, samplingDayTable.dayNo);
  const rule = await sampleRuleOf(tx, project.id);
  const knownCodes = new Map(
    usedCodes.flatMap(({ hazard, no, dayNo }) => {
      const code = dayNo === null ? undefined : codeInNumber(no, project.code, dayNo, rule);
      return code ? [[hazard, code] as const] : [];
    }),
  );
  const ids = [...new Set(rows.map(({ hazard }) => hazard))];
  const hazards = ids.length
    ? await tx
        .select({ id: hazardTable.id, code: hazardTable.code, initials: hazardTable.initials })
        .from(hazardTable)
        .where(inArray(hazardTable.id, ids))
    : [];
  const inOrder = ids.flatMap((id) => hazards.filter((candidate) => candidate.id === id));
  return factorCodes(inOrder, knownCodes);
}
