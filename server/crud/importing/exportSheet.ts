import { createHash } from 'node:crypto';
import { and, sql } from 'drizzle-orm';
import type { AnyRow, Entity } from '@contract/entity';
import { chainTexts } from '@contract/features/system/auditChainReport';
import { longTaskTexts } from '@contract/features/system/jobs/longTasks';
import { rowToCells, withColumns, withSheet } from '@contract/workbook/sheetCells';
import { chainEnd } from '@server/audit/auditHashChain';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { formatMoment } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { badRequest } from '@server/http/errors';
import { rowsWithProgress } from '@server/http/longWorkProgress';
import { isOutsider } from '@server/http/viewer';
import type { Services } from '@server/services';
import { columnsOf } from '@server/workbook/workbookColumns';
import { textType, writeText } from '@server/workbook/writeText';
import { writeWorkbook, xlsxType } from '@server/workbook/writeWorkbook';
import { hiddenRowsCondition } from '../hiddenRows';
import { listQuery, parameterValues, type Query, quotedName, withOrderJoins } from '../listQuery';
import type { OperationContext } from '../operations';
import { presentRows, wireColumns } from '../presentRows';
import { scopeOf } from '../rowScope';
import { withVisibleFields } from '../visibleFields';
import { sheetLookups } from './sheetLookups';

const rowsPerBatch = 1000;

/** A number, or a random id (files). */
type RowId = number | string;

/**
 * Yields rows in order, a thousand at a time. Memory does not grow with the export, and rows that are added meanwhile
 * shift nothing.
 * @param shouldTellApart whether rows with the same title are distinguished (`presentRows`)
 */
export async function* sheetRows(
  context: Pick<OperationContext, 'resource' | 'registry' | 'services' | 'call'>,
  ids: readonly RowId[],
  shouldTellApart: boolean,
): AsyncGenerator<AnyRow> {
  const { database } = context.services;
  for (let from = 0; from < ids.length; from += rowsPerBatch) {
    const part = ids.slice(from, from + rowsPerBatch);
    const readPart = (orm: Orm) => rowsById(context, orm, part, shouldTellApart);
    let byId = await database.read(context.call.readAfter ?? null, readPart);
    // A replica may be behind the server that named the ids.
    if (byId.size < part.length) byId = await readPart(database.orm);
    for (const id of part) {
      const row = byId.get(id);
      if (row) yield row;
    }
  }
}

async function rowsById(
  { resource, registry, services }: Pick<OperationContext, 'resource' | 'registry' | 'services'>,
  orm: Orm,
  ids: readonly RowId[],
  shouldTellApart: boolean,
): Promise<Map<RowId, AnyRow>> {
  const storedRows = await orm
    .select(wireColumns(resource))
    .from(resource.table)
    .where(
      sql`${resource.columns.id} = any(${sql.param(ids)}::${sql.raw(typeof ids[0] === 'number' ? 'int' : 'uuid')}[])`,
    );
  const rows = await presentRows(orm, registry, resource, storedRows, services.env.zone, shouldTellApart);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Returns the last line of a sealed export. The audit trail contains the digest of the export; the line contains the
 * end of the chain after that entry.
 */
async function sealOf(
  { services, call, resource: { entity } }: OperationContext,
  count: number,
  sha256: string,
): Promise<string> {
  await services.database.transaction((tx) =>
    recordAudit(tx, actorOf(call), [
      { action: 'export', entity, title: chainTexts.exported(count), after: { count, sha256 } },
    ]),
  );
  const end = await chainEnd(services.database.orm);
  return chainTexts.seal({
    count,
    sha256,
    end: end && { seq: call.viewer.organizationId === null ? end.seq : null, hash: end.hash },
    by: actorOf(call).userName ?? '',
    at: formatMoment(services.now(), services.env.zone),
  });
}

type ExportFormat = 'xlsx' | 'txt';

/** Parameters of every export, besides those of its list. */
export const exportParameters = {
  ids: '只导出这些编号',
  columns: '要导出的列，逗号分隔，按此顺序；不填时为全部列',
  format: 'xlsx（默认）或txt',
};

/**
 * Parses the format of an export.
 * @throws Refusal 400
 */
export function formatOf(format: string | string[] = 'xlsx'): ExportFormat {
  if (format !== 'xlsx' && format !== 'txt') throw badRequest('导出格式应为xlsx或txt');
  return format;
}

/**
 * Returns the entity with the columns to export: those that the person's list shows, else all. A column that the viewer
 * may not see is left out.
 * @param visible the entity with the fields that the viewer may see
 * @throws Refusal 400 for a column that no row has
 */
export function entityToExport(entity: Entity, visible: Entity, columns: string | string[] | undefined): Entity {
  const names = [
    ...new Set(
      parameterValues(columns)
        .flatMap((text) => text.split(','))
        .filter(Boolean),
    ),
  ];
  const unknown = names.find((name) => !withColumns(entity, [name]).sheet?.length);
  if (unknown !== undefined) throw badRequest(`没有${quotedName(unknown)}这一列`);
  const chosen = withColumns(visible, names);
  return chosen.sheet?.length ? chosen : withSheet(visible);
}

/**
 * Records an export in the audit trail.
 * @param query conditions of the exported list
 * @param count number of exported rows
 */
export const recordExport = (
  { services, call, entity }: Pick<OperationContext, 'services' | 'call'> & { readonly entity: Entity },
  query: Query,
  count: number,
): Promise<void> =>
  services.database.transaction((tx) =>
    recordAudit(tx, actorOf(call), [
      { action: 'export', entity, title: `${count}条`, after: { query: { ...query }, count } },
    ]),
  );

/**
 * Returns the file of an export, which is written while its rows are read.
 * @param format `xlsx` or `txt`
 * @param cells rows of the file, without the header
 */
export function sheetResponse(
  { now, env }: Pick<Services, 'now' | 'env'>,
  entity: Entity,
  format: ExportFormat,
  cells: AsyncIterable<readonly (string | number | null)[]>,
): Response {
  const columns = columnsOf(entity);
  const body =
    format === 'txt'
      ? writeText(columns, cells)
      : writeWorkbook({ sheetName: entity.label, columns, rows: cells, frozenColumns: 1 });
  return fileResponse(
    body,
    format === 'txt' ? textType : xlsxType,
    `${fileTimestamp(now(), env.zone)}-${entity.label}.${format}`,
  );
}

/** Returns the ids of all rows that match the query, in its order. */
async function matchingIds(context: OperationContext, query: Query): Promise<RowId[]> {
  const { resource, services, call, registry } = context;
  const scope = scopeOf(resource, call.viewer);
  const { where, orderBy, joins } = listQuery(resource, query, services.env.zone, scope, registry);
  const matchingRows = await services.database.read(call.readAfter ?? null, (reader) =>
    withOrderJoins(reader.select({ id: resource.columns.id }).from(resource.table).$dynamic(), joins)
      .where(and(scope, hiddenRowsCondition(resource, call.viewer, query), where))
      .orderBy(...orderBy),
  );
  return matchingRows.map((row) => row.id as RowId);
}

/**
 * Exports all matching rows (regardless of paging), or those with the given ids, as xlsx or txt (SPEC §7, Export).
 * @throws Refusal 400 for an invalid query
 */
export async function exportSheet(givenContext: OperationContext, query: Query): Promise<Response> {
  const { services, call } = givenContext;
  const { page: _page, size: _size, format, columns, ...listQueryParts } = query;
  const visible = withVisibleFields(givenContext.resource, call.viewer);
  const { displayFields = {} } = visible.policy;
  const withDisplayed = (entity: Entity): Entity => ({ ...entity, fields: { ...entity.fields, ...displayFields } });
  const entity = entityToExport(
    withDisplayed(givenContext.resource.entity),
    columns === undefined ? visible.entity : withDisplayed(visible.entity),
    columns,
  );
  const fileFormat = formatOf(format);
  const context = { ...givenContext, resource: visible };
  const ids = await matchingIds(context, listQueryParts);
  const lookups = await sheetLookups({ ...context, resource: { ...visible, entity } }, services.database.orm);
  await recordExport({ services, call, entity }, listQueryParts, ids.length);
  const cells = (async function* () {
    const digest = createHash('sha256');
    const title = longTaskTexts.exporting(entity.label);
    const rows = sheetRows(context, ids, !isOutsider(call.viewer));
    for await (const row of rowsWithProgress(services, call.viewer.user.id, { title, total: ids.length, rows })) {
      const line = rowToCells(entity, row, lookups);
      digest.update(`${JSON.stringify(line)}\n`);
      yield line;
    }
    if (visible.policy.sealsExport) yield [await sealOf(context, ids.length, digest.digest('hex'))];
  })();
  return sheetResponse(services, entity, fileFormat, cells);
}

/** Formats a moment for a file name: `2024-05-01_083000`. */
export const fileTimestamp = (moment: Date, zone: string): string =>
  formatMoment(moment, zone).replace(' ', '_').replaceAll(':', '');

/**
 * Returns a download response with a file name.
 * @param type media type
 * @param name file name with its extension
 */
export function fileResponse(body: ReadableStream<Uint8Array>, type: string, name: string): Response {
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    },
  });
}
