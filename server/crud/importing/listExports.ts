import { maxPageSize } from '@contract/constants';
import type { AnyRow } from '@contract/entity';
import { longTaskTexts } from '@contract/features/system/jobs/longTasks';
import type { Answer, Page } from '@contract/wire';
import { rowToCells } from '@contract/workbook/sheetCells';
import { rowsWithProgress } from '@server/http/longWorkProgress';
import { type Call, readQuery, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { type Query, parameterValues } from '../listQuery';
import type { Registry } from '../resource';
import { entityToExport, exportParameters, formatOf, recordExport, sheetResponse } from './exportSheet';
import { dictionariesOf } from './sheetLookups';

// Exports of lists that have a call of their own: the server composes or calculates their rows, so no table has them.

/** Page of a person's own notices, which the specification names otherwise (SPEC §7). */
interface NoticePage {
  readonly records: readonly AnyRow[];
  readonly total: number;
}

type ListRoute = Route & Required<Pick<Route, 'exported'>>;

/** Returns the address of one page of a list, by the parameters that the list has for pages. */
function addressOfPage(listRoute: ListRoute, url: string, query: Query, page: number, size: number): string {
  const address = new URL(url);
  address.search = '';
  for (const [name, value] of Object.entries(query))
    for (const text of parameterValues(value)) address.searchParams.append(name, text);
  const [pageName, sizeName] = listRoute.query?.['pageNumber'] ? ['pageNumber', 'pageSize'] : ['page', 'size'];
  address.searchParams.set(pageName, String(page));
  address.searchParams.set(sizeName, String(size));
  return address.href;
}

const isRows = (answer: object): answer is readonly AnyRow[] => Array.isArray(answer);

/** Asks the list for a page, as a browser does. */
async function readListPage(
  listRoute: ListRoute,
  call: Call<unknown>,
  query: Query,
  page: number,
): Promise<Page<AnyRow>> {
  const size = listRoute.exported.pageSize ?? maxPageSize;
  const url = addressOfPage(listRoute, call.request.url, query, page, size);
  // The viewer is a getter, so the call is not spread.
  const pageCall = Object.create(call, {
    request: { value: new Request(url, { headers: call.request.headers, signal: call.request.signal }) },
    query: { value: readQuery(url) },
  }) as Call<never>;
  const answer = (await listRoute.handle(pageCall)) as Page<AnyRow> | Answer<NoticePage> | readonly AnyRow[];
  // A list without pages answers all its rows.
  if (isRows(answer)) return { content: [...answer], totalElements: answer.length };
  return 'content' in answer
    ? answer
    : { content: [...(answer.body?.records ?? [])], totalElements: answer.body?.total ?? 0 };
}

async function* rowsOf(
  listRoute: ListRoute,
  call: Call<unknown>,
  query: Query,
  first: Page<AnyRow>,
  ids: ReadonlySet<string>,
) {
  let { content } = first;
  for (let page = 1, read = content.length; ; page += 1) {
    for (const row of content) if (!ids.size || ids.has(String(row.id))) yield withTexts(listRoute, row);
    if (!content.length || read >= first.totalElements) return;
    ({ content } = await readListPage(listRoute, call, query, page));
    read += content.length;
  }
}

const withTexts = ({ exported: { texts = {} } }: ListRoute, row: AnyRow): AnyRow => ({
  ...row,
  ...Object.fromEntries(Object.entries(texts).map(([name, textOf]) => [name, textOf(row)])),
});

async function exportList(services: Services, registry: Registry, listRoute: ListRoute, call: Call<unknown>) {
  const { columns, ids: givenIds, format, page: _page, size: _size, ...query } = readQuery(call.request.url);
  const entity = entityToExport(listRoute.exported.entity, listRoute.exported.entity, columns);
  const fileFormat = formatOf(format);
  const ids = new Set(
    parameterValues(givenIds)
      .flatMap((text) => text.split(','))
      .filter(Boolean),
  );
  const first = await readListPage(listRoute, call, query, 0);
  const total = ids.size || first.totalElements;
  const { orm } = services.database;
  const dictionaries = await dictionariesOf({ registry, resource: { entity }, call }, orm, false);
  await recordExport({ services, call, entity }, query, total);
  const lookups = { dict: (name: string) => dictionaries.get(name) ?? [] };
  const rows = rowsOf(listRoute, call, query, first, ids);
  const cells = (async function* () {
    const title = longTaskTexts.exporting(entity.label);
    for await (const row of rowsWithProgress(services, call.viewer.user.id, { title, total, rows }))
      yield rowToCells(entity, row, lookups);
  })();
  return sheetResponse(services, entity, fileFormat, cells);
}

/**
 * Returns the exports of lists with a call of their own. Whoever may read such a list may export it.
 * @param routes all routes of the server; only those with `exported` get an export
 */
export const listExportRoutes = (services: Services, registry: Registry, routes: readonly Route[]): Route[] =>
  routes
    .filter((listRoute): listRoute is ListRoute => listRoute.exported !== undefined)
    .map((listRoute) =>
      route({
        method: 'GET',
        path: `${listRoute.path}/export`,
        permission: listRoute.permission,
        ...(listRoute.tag === undefined ? {} : { tag: listRoute.tag }),
        summary: `导出${listRoute.exported.entity.label}：查询条件同列表`,
        query: exportParameters,
        handle: (call) => exportList(services, registry, listRoute, call),
      }),
    );
