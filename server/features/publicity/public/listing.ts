import { and, eq, gte, isNull, lt, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { publicityStatus, publicPageSizes } from '@contract/features/publicity/publicity';
import { isDay } from '@contract/schema';
import { parseMoment } from '@server/base/zone';
import { contains } from '@server/crud/query';
import { organizationTable } from '@server/db/schema';
import { badRequest } from '@server/http/errors';
import { asShown, maskPersonal, shownText } from '../masking';

export type PublicQuery = Readonly<Record<string, string | string[]>>;

/** One value of the query, cut to what anybody would type; a repeated one counts once. */
export function valueOf(query: PublicQuery, name: string): string | undefined {
  const given = query[name];
  const value = (Array.isArray(given) ? given[0] : given)?.replaceAll('\0', '').trim();
  return value ? value.slice(0, 100) : undefined;
}

function whole(query: PublicQuery, name: string, otherwise: number, most: number): number {
  const value = valueOf(query, name);
  if (value === undefined) return otherwise;
  if (!/^\d{1,9}$/.test(value)) throw badRequest(`参数${name}应为数字`);
  return Math.min(Number(value), most);
}

/** What no mask ever touches: of most searches, which so need no masked text of every row. */
const neverMasked = /^[^0-9０-９A-Za-z*+()（）\s-]*$/;

/**
 * Rows whose text holds the keyword where the public may read it (SEC-16).
 * @param mask what the answer is masked by
 */
export function containsShown(column: AnyPgColumn, keyword: string, mask = maskPersonal): SQL {
  return neverMasked.test(keyword) ? contains(column, keyword) : contains(shownText(column, mask), asShown(keyword));
}

/** From which row on, and how many (QUALITY IN2). */
export function windowOf(query: PublicQuery, usual: number): { limit: number; offset: number } {
  const limit = Math.max(1, whole(query, 'size', usual, publicPageSizes.most));
  return { limit, offset: whole(query, 'page', 0, 100_000) * limit };
}

/** The organisation that is asked for, of those whose publications are shown. */
export function organizationAsked(query: PublicQuery): SQL | undefined {
  const value = valueOf(query, 'organization');
  if (value === undefined) return undefined;
  if (!/^\d{1,9}$/.test(value)) throw badRequest('参数organization应为编号');
  return eq(organizationTable.id, Number(value));
}

/** Published between two days of the zone, both included. */
export function publishedBetween(column: AnyPgColumn, query: PublicQuery, zone: string): SQL | undefined {
  const [from, to] = ['from', 'to'].map((name) => {
    const day = valueOf(query, name);
    if (day !== undefined && !isDay(day)) throw badRequest('日期应为年-月-日，例如2024-05-01');
    return day === undefined ? undefined : parseMoment(day, zone);
  });
  return and(from && gte(column, from), to && lt(column, new Date(to.getTime() + 86_400_000)));
}

interface Publication {
  readonly status: AnyPgColumn;
  readonly deleteTime: AnyPgColumn;
}

/**
 * What the public may know of: published, not deleted, of an organisation that is still at work. Joined with the
 * organisation.
 */
export const isPublic = ({ status, deleteTime }: Publication): SQL | undefined =>
  and(
    eq(status, publicityStatus.published),
    isNull(deleteTime),
    isNull(organizationTable.deleteTime),
    eq(organizationTable.enabled, '1'),
  );
