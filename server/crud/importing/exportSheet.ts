import { createHash } from 'node:crypto';
import { and, sql } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { chainTexts } from '@contract/features/system/auditChainReport';
import { longTaskTexts } from '@contract/features/system/jobs/longTasks';
import { rowToCells } from '@contract/workbook/sheetCells';
import { chainEnd } from '@server/audit/auditHashChain';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { formatMoment } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { badRequest } from '@server/http/errors';
import { rowsWithProgress } from '@server/http/longWorkProgress';
import { isOutsider } from '@server/http/viewer';
import { columnsOf } from '@server/workbook/workbookColumns';
import { textType, writeText } from '@server/workbook/writeText';
import { writeWorkbook, xlsxType } from '@server/workbook/writeWorkbook';
import { hiddenRowsCondition } from '../hiddenRows';
import { listQuery, type Query, withOrderJoins } from '../listQuery';
import type { OperationContext } from '../operations';
import { presentRows, wireColumns } from '../presentRows';
import { scopeOf } from '../rowScope';
import { withVisibleFields } from '../visibleFields';
import { sheetLookups } from './sheetLookups';

const rowsPerBatch = 1000;

/**
 * Yields rows in order, a thousand at a time. Memory does not grow with the export, and rows that are added meanwhile
 * shift nothing.
 * @param shouldTellApart whether rows with the same title are distinguished (`presentRows`)
 */
export async function* sheetRows(
  context: Pick<OperationContext, 'resource' | 'registry' | 'services' | 'call'>,
  ids: readonly number[],
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
  ids: readonly number[],
  shouldTellApart: boolean,
): Promise<Map<number, AnyRow>> {
  const storedRows = await orm
    .select(wireColumns(resource))
    .from(resource.table)
    .where(sql`${resource.columns.id} = any(${sql.param(ids)}::int[])`);
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

/**
 * Exports all matching rows (regardless of paging), or those with the given ids, as xlsx or txt (SPEC §7, Export).
 * @throws Refusal 400 for an invalid query
 */
export async function exportSheet(givenContext: OperationContext, query: Query): Promise<Response> {
  const { services, call } = givenContext;
  const resource = withVisibleFields(givenContext.resource, call.viewer);
  const context = { ...givenContext, resource };
  const { entity } = resource;
  const { orm } = services.database;
  const { page: _page, size: _size, format = 'xlsx', ...listQueryParts } = query;
  if (format !== 'xlsx' && format !== 'txt') throw badRequest('导出格式应为xlsx或txt');
  const scope = scopeOf(resource, call.viewer);
  const { where, orderBy, joins } = listQuery(resource, listQueryParts, services.env.zone, scope, context.registry);
  const matchingRows = await services.database.read(call.readAfter ?? null, (reader) =>
    withOrderJoins(reader.select({ id: resource.columns.id }).from(resource.table).$dynamic(), joins)
      .where(and(scope, hiddenRowsCondition(resource, call.viewer, listQueryParts), where))
      .orderBy(...orderBy),
  );
  const ids = matchingRows.map((row) => row.id as number);
  const lookups = await sheetLookups(context, orm);
  await services.database.transaction((tx) =>
    recordAudit(tx, actorOf(call), [
      {
        action: 'export',
        entity,
        title: `${ids.length}条`,
        after: { query: { ...listQueryParts }, count: ids.length },
      },
    ]),
  );
  const cells = (async function* () {
    const digest = createHash('sha256');
    const title = longTaskTexts.exporting(entity.label);
    const rows = sheetRows(context, ids, !isOutsider(call.viewer));
    for await (const row of rowsWithProgress(services, call.viewer.user.id, { title, total: ids.length, rows })) {
      const line = rowToCells(entity, row, lookups);
      digest.update(`${JSON.stringify(line)}\n`);
      yield line;
    }
    if (resource.policy.sealsExport) yield [await sealOf(context, ids.length, digest.digest('hex'))];
  })();
  const asText = format === 'txt';
  const columns = columnsOf(entity);
  const body = asText
    ? writeText(columns, cells)
    : writeWorkbook({ sheetName: entity.label, columns, rows: cells, frozenColumns: 1 });
  return fileResponse(
    body,
    asText ? textType : xlsxType,
    `${fileTimestamp(services.now(), services.env.zone)}-${entity.label}.${asText ? 'txt' : 'xlsx'}`,
  );
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
