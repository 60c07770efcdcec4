import { and, asc, desc, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { mayAny, permissionOf } from '@contract/permissions';
import type { Orm } from '@server/db/orm';
import { notFound } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';
import { hiddenRowsCondition } from './hiddenRows';
import { listQuery, type Query, titleOrder } from './listQuery';
import { choiceName } from './presentRows';
import type { Registry, Resource } from './resource';
import { undeletedRows, scopeOf } from './rowScope';
import { withVisibleFields } from './visibleFields';

const titlesBody = z.object({ titles: z.array(z.string().max(500)).min(1).max(2000) });

/** Entities without options, e.g. because nobody selects a row of the audit trail. */
const unlistedEntities = new Set(['auditLog', 'announcementSend']);

/**
 * Returns the order that sorts titles that begin with the word, its pinyin or its initials before titles that contain
 * it: `b` and `ben` find 苯 before 丁苯.
 */
function startsWith({ columns, entity }: Resource, keyword: string): SQL {
  const word = keyword.trim().toLowerCase();
  const begins = [sql`lower(${columns[entity.titleField]}::text)`, columns.initials, columns.pinyin].map(
    (text) => sql`starts_with(coalesce(${text}, ''), ${word})`,
  );
  return sql`(${sql.join(begins, sql` or `)})`;
}

const narrowingKinds: ReadonlySet<string | undefined> = new Set(['ref', 'dict']);

/** Returns the conditions of a query that name references or states of the rows, e.g. the people of one unit. */
const narrowingConditions = ({ entity }: Resource, query: Query): Query =>
  Object.fromEntries(
    Object.entries(query).filter(
      ([name]) => Object.hasOwn(entity.fields, name) && narrowingKinds.has(entity.fields[name]?.kind),
    ),
  );

/** Maximum number of texts that a field offers. */
const maxTexts = 200;

/** Returns the texts of visible rows in a column, most frequent first. */
async function textsOf(orm: Orm, target: Resource, column: AnyPgColumn, viewer: Viewer): Promise<string[]> {
  const rows = await orm
    .select({ text: column })
    .from(target.table)
    .where(and(undeletedRows(target), scopeOf(target, viewer), sql`${column} <> ''`))
    .groupBy(column)
    .orderBy(sql`count(*) desc`, asc(column))
    .limit(maxTexts);
  return rows.map(({ text }) => String(text));
}

/** Returns the entity whose rows are offered; 404 for one without options. */
function offeredBy(registry: Registry, name: string | undefined): Resource {
  const target = registry.all.find(({ entity }) => entity.name === name && !unlistedEntities.has(entity.name));
  if (!target) throw notFound();
  return target;
}

/** Returns ids and names for a select: 50 that fit the keyword, or those of the given ids. */
async function choicesOf({ database, env }: Services, registry: Registry, call: Call<unknown>) {
  const target = withVisibleFields(offeredBy(registry, call.params.entity), call.viewer);
  const { columns, table } = target;
  const { keyword, ids } = call.query;
  const { where } = listQuery(
    target,
    { ...narrowingConditions(target, call.query), ...(keyword ? { keyword } : {}), ...(ids ? { ids } : {}) },
    env.zone,
  );
  return database.orm
    .select({ id: columns.id, name: choiceName(target) })
    .from(table)
    .where(and(scopeOf(target, call.viewer), hiddenRowsCondition(target, call.viewer, ids ? { ids } : {}), where))
    .orderBy(
      ...(typeof keyword === 'string' && keyword ? [desc(startsWith(target, keyword))] : []),
      asc(titleOrder(target)),
      asc(columns.id),
    )
    .limit(ids ? 1000 : 50);
}

/** Returns texts that a field offers: those that rows already have, and the titles that it suggests. */
async function suggestedTexts(orm: Orm, registry: Registry, { params, viewer }: Call<unknown>): Promise<string[]> {
  const target = withVisibleFields(offeredBy(registry, params.entity), viewer);
  const field = params.field ?? '';
  const suggestion = Object.hasOwn(target.entity.suggestions ?? {}, field)
    ? target.entity.suggestions?.[field]
    : undefined;
  const isClosed = !suggestion || !mayAny(viewer.permissions, [permissionOf(target.entity, 'list')]);
  if (isClosed) throw notFound();
  const ownTexts = await textsOf(orm, target, target.columns[field] as AnyPgColumn, viewer);
  if (suggestion === 'own') return ownTexts;
  const titledTarget = offeredBy(registry, suggestion.titlesOf);
  const title = titledTarget.columns[titledTarget.entity.titleField] as AnyPgColumn;
  return [...new Set([...(await textsOf(orm, titledTarget, title, viewer)), ...ownTexts])];
}

/** Returns the visible rows with the titles; a title of several rows returns each of them. */
async function choicesByTitle(
  orm: Orm,
  registry: Registry,
  { body, params, viewer }: Call<z.infer<typeof titlesBody>>,
): Promise<readonly { readonly id: number; readonly name: string }[]> {
  const target = offeredBy(registry, params.entity);
  const { columns, entity, table } = target;
  const title = columns[entity.titleField] as AnyPgColumn;
  const choiceTitle = choiceName(target);
  const titles = [...new Set(body.titles)];
  const scope = and(scopeOf(target, viewer), hiddenRowsCondition(target, viewer, {}));
  const foundRows = await orm
    .select({ id: columns.id, name: title, shown: choiceTitle })
    .from(table)
    .where(
      and(
        entity.apartBy === undefined
          ? inArray(title, titles)
          : or(inArray(title, titles), inArray(choiceTitle, titles)),
        undeletedRows(target),
        scope,
      ),
    )
    .orderBy(asc(columns.id));
  // A row with a common title is also found by the name that distinguishes it.
  const namedRows = foundRows.flatMap(({ id, name, shown: distinctName }) =>
    [...new Set([String(name), distinctName])]
      .filter((candidate) => titles.includes(candidate))
      .map((candidate) => ({ id: Number(id), name: candidate })),
  );
  const unknownTitles = titles.filter((wantedTitle) => !namedRows.some(({ name }) => name === wantedTitle));
  return [
    ...namedRows,
    ...(unknownTitles.length ? ((await target.policy.alsoCalled?.(orm, unknownTitles, scope)) ?? []) : []),
  ];
}

/**
 * Returns the routes for ids and titles of selects. They require only a session, because forms need the titles of
 * referenced rows. The scope still applies.
 */
export function optionRoutes(services: Services, registry: Registry): Route[] {
  const { orm } = services.database;
  const common = { permission: 'signedIn', tag: '系统' } as const;
  return [
    route({
      ...common,
      method: 'GET',
      path: 'api/options/:entity',
      summary: '下拉选项：本人可见范围内的编号与名称',
      query: { keyword: '关键字，最多返回50条', ids: '已选编号' },
      handle: (call) => choicesOf(services, registry, call),
    }),
    route({
      ...common,
      method: 'GET',
      path: 'api/options/:entity/texts/:field',
      summary: '文本项可选用的内容：本人可见的数据中已有的，及其引用的名称',
      handle: (call) => suggestedTexts(orm, registry, call),
    }),
    route({
      ...common,
      method: 'POST',
      path: 'api/options/:entity/byTitle',
      summary: '按名称或别名查编号：粘贴多行时一次查完，同名的都返回',
      body: titlesBody,
      handle: (call) => choicesByTitle(orm, registry, call),
    }),
  ];
}
