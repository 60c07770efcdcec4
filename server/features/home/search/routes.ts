import { and, desc, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type SearchResult, isSearchable, maxFound, searchKinds } from '@contract/features/home/searchKinds';
import { mayAny, permissionOf } from '@contract/permissions';
import { listQuery } from '@server/crud/listQuery';
import type { Registry, Resource } from '@server/crud/resource';
import { scopeOf } from '@server/crud/rowScope';
import { withVisibleFields } from '@server/crud/visibleFields';
import { enterpriseVisible } from '@server/features/projects/enterpriseVisible';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';

/** Condition for exact numbers, which come first: a scanned CY-1 is listed before CY-10 to CY-19. */
const isExactNumber = ({ columns, entity }: Resource, keyword: string) =>
  sql`(lower(${columns[entity.titleField]}::text) = ${keyword.toLowerCase()})`;

/** Condition for titles that begin with the keyword; they are listed before titles that contain it. */
function titleBegins({ columns, entity }: Resource, keyword: string) {
  const searchText = keyword.toLowerCase();
  return sql`(starts_with(lower(${columns[entity.titleField]}::text), ${searchText}) or starts_with(${columns.initials}, ${searchText}))`;
}

/** Routes of the search over all data that a person may list (SPEC §6 says whose rows). */
export function searchRoutes({ database, env }: Services, registry: Registry): Route[] {
  return [
    route({
      method: 'GET',
      path: 'api/search',
      permission: 'signedIn',
      tag: '系统',
      summary: '搜索：本人可查看的单位、项目、报告、样品、人员、设备与批次，按编号、名称或拼音',
      query: { keyword: '编号、名称、拼音或首字母，至少两个字符或一个汉字' },
      async handle({ viewer, query }): Promise<SearchResult[]> {
        const keyword = String(query.keyword ?? '')
          .trim()
          .slice(0, 100);
        if (!isSearchable(keyword)) return [];
        const foundRows: SearchResult[] = [];
        for (const kind of searchKinds) {
          const resource = withVisibleFields(registry.named(kind.viewedEntity ?? kind.entity), viewer);
          const mayList = (name: string) => mayAny(viewer.permissions, [permissionOf({ name }, 'list')]);
          if (!mayList(kind.entity) || (kind.viewedEntity && mayList(kind.viewedEntity))) continue;
          const { columns, entity, table } = resource;
          const column = (name: string) => columns[name] as AnyPgColumn;
          const rows = await database.orm
            .select({
              id: column('id'),
              title: column(entity.titleField),
              detail: column(kind.detailField),
              project: kind.project ? column(kind.project) : sql<null>`null`,
            })
            .from(table)
            .where(
              and(
                kind.entity === 'enterpriseProject' ? enterpriseVisible(registry, viewer) : scopeOf(resource, viewer),
                listQuery(resource, { keyword }, env.zone).where,
              ),
            )
            .orderBy(desc(isExactNumber(resource, keyword)), desc(titleBegins(resource, keyword)), desc(columns.id))
            .limit(maxFound);
          foundRows.push(
            ...rows.map(({ id, title, detail, project }) => ({
              entity: kind.entity,
              id: Number(id),
              title: String(title ?? ''),
              detail: detail === null ? null : String(detail),
              project: project === null ? null : Number(project),
            })),
          );
        }
        return foundRows;
      },
    }),
  ];
}
