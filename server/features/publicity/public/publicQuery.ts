import { and, eq, gte, isNull, lt, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { publicityStatus, publicPageSizes } from '@contract/features/publicity/publicityWire';
import { isDay } from '@contract/schema';
import { parseMoment } from '@server/base/zone';
import { containsText } from '@server/crud/listQuery';
import { organizationTable } from '@server/db/schema';
import { badRequest } from '@server/http/errors';
import { asShown, maskPersonal, maskedColumn } from '../maskPersonalData';

export type PublicQuery = Readonly<Record<string, string | string[]>>;

/** Returns one value of the query, cut to a usual length; the first of a repeated value. */
export function queryValue(query: PublicQuery, name: string): string | undefined {
  const rawValue = query[name];
  const value = (Array.isArray(rawValue) ? rawValue[0] : rawValue)?.replaceAll('\0', '').trim();
  return value ? value.slice(0, 100) : undefined;
}

function parseWholeNumber(query: PublicQuery, name: string, fallback: number, maxValue: number): number {
  const value = queryValue(query, name);
  if (value === undefined) return fallback;
  if (!/^\d{1,9}$/.test(value)) throw badRequest(`参数${name}应为数字`);
  return Math.min(Number(value), maxValue);
}

/** Text that no mask changes. Most searches match it and need no masking of every row. */
const neverMasked = /^[^0-9０-９A-Za-z*+()（）\s-]*$/;

/**
 * Returns the condition that a masked text contains the keyword, as the public reads it (SEC-16).
 * @param mask mask of the answer
 */
export function maskedTextContains(column: AnyPgColumn, keyword: string, mask = maskPersonal): SQL {
  return neverMasked.test(keyword)
    ? containsText(column, keyword)
    : containsText(maskedColumn(column, mask), asShown(keyword));
}

/** Returns offset and limit of a page (QUALITY IN2). */
export function pageWindow(query: PublicQuery, defaultSize: number): { limit: number; offset: number } {
  const limit = Math.max(1, parseWholeNumber(query, 'size', defaultSize, publicPageSizes.most));
  return { limit, offset: parseWholeNumber(query, 'page', 0, 100_000) * limit };
}

/**
 * Returns the condition for the requested organization.
 * @throws Refusal 400 for a value that is not an id
 */
export function requestedOrganization(query: PublicQuery): SQL | undefined {
  const value = queryValue(query, 'organization');
  if (value === undefined) return undefined;
  if (!/^\d{1,9}$/.test(value)) throw badRequest('参数organization应为编号');
  return eq(organizationTable.id, Number(value));
}

/**
 * Returns the condition for publication between two days of the zone, both included.
 * @throws Refusal 400 for a value that is not a day
 */
export function publishedBetween(column: AnyPgColumn, query: PublicQuery, zone: string): SQL | undefined {
  const [from, to] = ['from', 'to'].map((name) => {
    const day = queryValue(query, name);
    if (day !== undefined && !isDay(day)) throw badRequest('日期应为年-月-日，例如2024-05-01');
    return day === undefined ? undefined : parseMoment(day, zone);
  });
  return and(from && gte(column, from), to && lt(column, new Date(to.getTime() + 86_400_000)));
}

interface PublicationColumns {
  readonly status: AnyPgColumn;
  readonly deleteTime: AnyPgColumn;
}

/**
 * Returns the condition for public rows: published, not deleted, of an enabled organization. The query joins the
 * organization.
 */
export const isPublic = ({ status, deleteTime }: PublicationColumns): SQL | undefined =>
  and(
    eq(status, publicityStatus.published),
    isNull(deleteTime),
    isNull(organizationTable.deleteTime),
    eq(organizationTable.enabled, '1'),
  );
