import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import type { BlindQuality, ProjectQuality, SheetQuality } from '@contract/features/archive/archiveWire';
import type { CheckSummary } from '@contract/features/laboratory/checks/checkSummary';
import { methodRoutes, type MethodKey } from '@contract/features/laboratory/methods/methodCatalogue';
import { checkTablesOf } from '@contract/features/laboratory/paper/checkTables';
import type { RecordParts } from '@contract/features/laboratory/paper/recordParts';
import { sheetOf } from '@contract/features/laboratory/sheets/labWork';
import type { CrudContext } from '@server/crud/crudContext';
import { presentRows, wireColumns } from '@server/crud/presentRows';
import type { Orm } from '@server/db/orm';
import { blindSampleTable, labCheckTable, labMethodTable, sampleTable } from '@server/db/schema';
import { hasChecks, summaryOfSheet } from '@server/features/laboratory/sheets/sheetChecks';
import { isNotBlindSample } from '@server/features/projects/ordinarySamples';
import { partsOf } from '@server/features/records/readableParts';
import type { Call } from '@server/http/route';

async function checksOf({ services, registry }: CrudContext, orm: Orm, sheets: readonly number[]): Promise<AnyRow[]> {
  if (!sheets.length) return [];
  const resource = registry.named('labCheck');
  const rows = await orm
    .select(wireColumns(resource))
    .from(resource.table)
    .where(and(inArray(labCheckTable.sheet, [...sheets]), isNull(labCheckTable.deleteTime)))
    .orderBy(asc(labCheckTable.id));
  return presentRows(orm, registry, resource, rows, services.env.zone);
}

/**
 * Removes the requirements from the summary of a method without quality control (DOMAIN §8.1: weighing, outsourced).
 * The analyst's remark stays.
 */
const shownSummary = (methodKind: unknown, summary: CheckSummary): CheckSummary =>
  hasChecks(methodKind as MethodKey)
    ? summary
    : { ...summary, lines: [], faults: [], missing: [], unexplained: [], advice: [], stops: null };

/** Returns the judged blind samples of a project. */
async function judgedBlinds(orm: Orm, projectId: number): Promise<BlindQuality[]> {
  const blindTable = blindSampleTable;
  const rows = await orm
    .select({
      id: blindTable.id,
      sampleNo: blindTable.sampleNo,
      blindKind: blindTable.blindKind,
      outcome: blindTable.outcome,
      modelNo: blindTable.modelNo,
      material: blindTable.material,
      judgement: blindTable.judgement,
    })
    .from(blindTable)
    .where(and(eq(blindTable.project, projectId), isNotNull(blindTable.judgedAt), isNull(blindTable.deleteTime)))
    .orderBy(asc(blindTable.sampleNo), asc(blindTable.id));
  return rows.map((row) => ({
    ...row,
    sampleNo: row.sampleNo ?? '',
    outcome: row.outcome ?? '',
    modelNo: row.modelNo ?? '',
    judgement: row.judgement ?? '',
  }));
}

/**
 * Returns the required quality control of a project and its result for each record, by the judgement that is stored
 * with the records.
 */
export async function qualityOf(
  context: CrudContext,
  orm: Orm,
  call: Call<unknown>,
  projectId: number,
): Promise<ProjectQuality> {
  const rows = (await partsOf(context, orm, call, 'labSheet', projectId)).filter(({ state }) => state !== 'corrected');
  const samples = await orm
    .select({ kind: sampleTable.sampleKind, state: sampleTable.state })
    .from(sampleTable)
    .where(and(eq(sampleTable.project, projectId), isNotBlindSample(sampleTable.id), isNull(sampleTable.deleteTime)));
  const livingSamples = samples.filter(({ state }) => state !== 'voided');
  const ids = [...new Set(rows.map(({ method }) => Number(method)))];
  const methods = new Map(
    (ids.length
      ? await orm
          .select({ id: labMethodTable.id, title: labMethodTable.title, no: labMethodTable.standardNo })
          .from(labMethodTable)
          .where(inArray(labMethodTable.id, ids))
      : []
    ).map(({ id, title, no }) => [id, title.includes(no) ? title : `${no} ${title}`]),
  );
  const checks = await checksOf(
    context,
    orm,
    rows.map(({ id }) => id),
  );
  const sheets: SheetQuality[] = [];
  for (const row of rows) {
    const { id, sheetNo, hazard, hazardName, method, methodKind, variant, state, analystName } = row;
    const ownRoutes = methodRoutes.filter(
      (methodRoute) => methodRoute.method === methodKind && methodRoute.variant === variant,
    );
    const route = ownRoutes.find(({ kind }) => kind === 'spike') ?? ownRoutes.find(({ kind }) => kind === 'detail');
    sheets.push({
      id,
      sheetNo: String(sheetNo ?? ''),
      hazard: Number(hazard),
      hazardName: String(hazardName ?? ''),
      method: Number(method),
      methodTitle: methods.get(Number(method)) ?? '',
      methodKind: (methodKind as string | null) ?? null,
      state: String(state),
      analystName: (analystName as string | null | undefined) ?? null,
      summary: shownSummary(methodKind, await summaryOfSheet(orm, id)),
      tables: checkTablesOf(
        sheetOf({ methodKind: (methodKind as string | null) ?? null }).checks,
        checks.filter((check) => check.sheet === id) as unknown as RecordParts['checks'],
      ),
      path: route ? `${route.path}?belongProject=${projectId}&phyId=${id}` : null,
    });
  }
  return {
    samples: livingSamples.filter(({ kind }) => kind !== 'blank').length,
    blanks: livingSamples.filter(({ kind }) => kind === 'blank').length,
    sheets,
    blinds: await judgedBlinds(orm, projectId),
  };
}
