import { and, count, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { fixedDictionaries } from '@contract/dictionaries';
import {
  publicityStatus,
  publicityTexts,
  publicPageSizes,
  type PublicNeighbour,
  type PublicNews,
  type PublicNewsBrief,
  type PublicNewsPage,
} from '@contract/features/publicity/publicityWire';
import { picturesIn, plainText } from '@contract/fields/richText';
import { formatMoment } from '@server/base/zone';
import { safeRichText, withChangedText } from '@server/crud/safeRichText';
import { industryNewsTable as news, organizationTable } from '@server/db/schema';
import { publicPictureDimensions } from '@server/files/pictures/pictureSizes';
import { storedFile } from '@server/files/sendFile';
import { badRequest, notFound, Refusal } from '@server/http/errors';
import type { Services } from '@server/services';
import { maskIdentity, maskPersonal } from '../maskPersonalData';
import {
  maskedTextContains,
  isPublic,
  requestedOrganization,
  publishedBetween,
  type PublicQuery,
  queryValue,
  pageWindow,
} from './publicQuery';

const newsColumns = {
  id: news.id,
  title: news.title,
  category: news.category,
  source: news.source,
  author: news.author,
  summary: news.summary,
  cover: news.cover,
  topped: news.topped,
  contactsPublic: news.contactsPublic,
  publishTime: news.publishTime,
  viewCount: news.viewCount,
  organizationName: organizationTable.name,
};
/** Beginning of the content, for articles without a summary. */
const contentBeginning = sql<string>`left(${news.content}, 1500)`;

interface StoredNews extends Omit<PublicNewsBrief, 'summary' | 'publishTime' | 'viewCount'> {
  readonly summary: string | null;
  readonly opening: string;
  readonly contactsPublic: boolean;
  readonly publishTime: Date | null;
  readonly viewCount: number | null;
}

const maskFor = ({ contactsPublic }: Pick<StoredNews, 'contactsPublic'>) =>
  contactsPublic ? maskIdentity : maskPersonal;

const shortenText = (text: string): string => (text.length > 120 ? `${text.slice(0, 118)}……` : text);

// Selects fields one by one, so that additional selected columns are not published.
function briefOf(row: StoredNews, zone: string): PublicNewsBrief {
  const mask = maskFor(row);
  // Removes a tag that was cut in the middle.
  const summary =
    row.summary ?? shortenText(plainText(safeRichText(row.opening.replace(/<[^<>]*$/, ''))).replaceAll('\n', ' '));
  return {
    id: row.id,
    title: mask(row.title),
    category: row.category,
    source: row.source && mask(row.source),
    author: row.author && mask(row.author),
    summary: mask(summary),
    cover: row.cover,
    topped: row.topped,
    publishTime: row.publishTime ? formatMoment(row.publishTime, zone) : '',
    viewCount: row.viewCount ?? 0,
    organizationName: row.organizationName,
  };
}

const publisherJoin = eq(organizationTable.id, news.organizationId);
/** Compares the text in its masked form, as the article shows it. */
const containsKeyword = (column: AnyPgColumn, keyword: string): SQL =>
  sql`case when ${news.contactsPublic} then ${maskedTextContains(column, keyword, maskIdentity)}
    else ${maskedTextContains(column, keyword)} end`;
const newestFirst = [desc(news.topped), desc(news.publishTime), desc(news.id)];

/**
 * Returns a page of the published news.
 * @throws Refusal 400 for an unknown category
 */
export async function listNews(
  { database: { orm }, env: { zone } }: Services,
  query: PublicQuery,
): Promise<PublicNewsPage> {
  const { limit, offset } = pageWindow(query, publicPageSizes.news);
  const [keyword, category] = [queryValue(query, 'keyword'), queryValue(query, 'category')];
  if (category && !fixedDictionaries.newsCategory.some(({ value }) => value === category))
    throw badRequest('没有这个分类');
  const searchCondition = and(
    isPublic(news),
    keyword
      ? or(...[news.title, news.summary, news.source].map((column) => containsKeyword(column, keyword)))
      : undefined,
    category ? eq(news.category, category) : undefined,
    publishedBetween(news.publishTime, query, zone),
    requestedOrganization(query),
  );
  const [rows, [totalRow]] = await Promise.all([
    orm
      .select({ ...newsColumns, opening: contentBeginning })
      .from(news)
      .innerJoin(organizationTable, publisherJoin)
      .where(searchCondition)
      .orderBy(...newestFirst)
      .limit(limit)
      .offset(offset),
    orm.select({ total: count() }).from(news).innerJoin(organizationTable, publisherJoin).where(searchCondition),
  ]);
  return { content: rows.map((row) => briefOf(row, zone)), totalElements: totalRow?.total ?? 0 };
}

async function missingNewsRefusal({ database: { orm } }: Services, id: number): Promise<Refusal> {
  const [newsRow] = await orm
    .select({ status: news.status })
    .from(news)
    .where(and(eq(news.id, id), isNull(news.deleteTime)));
  return newsRow?.status === publicityStatus.withdrawn
    ? new Refusal(404, 'withdrawn', publicityTexts.goneNews)
    : notFound(publicityTexts.missingNews);
}

/** Returns the sizes of the pictures in a text, so that the page reserves their space before they load. */
async function picturesOf(services: Services, content: string): Promise<PublicNews['pictures']> {
  const pictureSizes = await Promise.all(
    picturesIn(content)
      .slice(0, 50)
      .map(async (id) => {
        const pictureFile = await storedFile(services, id)
          .then((file) => publicPictureDimensions(services, file, 'text'))
          .catch(() => undefined);
        return pictureFile ? ([[id, pictureFile]] as const) : [];
      }),
  );
  return Object.fromEntries(pictureSizes.flat());
}

/**
 * Returns a published article.
 * @throws Refusal 404
 */
export async function readNews(services: Services, id: number): Promise<PublicNews> {
  const {
    database: { orm },
    env: { zone },
  } = services;
  const [row] = await orm
    .select({ ...newsColumns, opening: contentBeginning, content: news.content, sourceUrl: news.sourceUrl })
    .from(news)
    .innerJoin(organizationTable, publisherJoin)
    .where(and(eq(news.id, id), isPublic(news)));
  if (!row) throw await missingNewsRefusal(services, id);
  const neighbour = async (condition: SQL, sortOrder: SQL[]): Promise<PublicNeighbour | null> => {
    const [neighbourRow] = await orm
      .select({ id: news.id, title: news.title, contactsPublic: news.contactsPublic })
      .from(news)
      .innerJoin(organizationTable, publisherJoin)
      .where(and(isPublic(news), condition))
      .orderBy(...sortOrder)
      .limit(1);
    return neighbourRow ? { id: neighbourRow.id, title: maskFor(neighbourRow)(neighbourRow.title) } : null;
  };
  const publishedAt = row.publishTime ?? services.now();
  const [newerArticle, olderArticle] = await Promise.all([
    neighbour(sql`(${news.publishTime}, ${news.id}) > (${publishedAt.toISOString()}::timestamptz, ${id})`, [
      sql`${news.publishTime}`,
      sql`${news.id}`,
    ]),
    neighbour(sql`(${news.publishTime}, ${news.id}) < (${publishedAt.toISOString()}::timestamptz, ${id})`, [
      desc(news.publishTime),
      desc(news.id),
    ]),
  ]);
  // Cleaned again, because a row may have been written without the API.
  const content = withChangedText(safeRichText(row.content), maskFor(row));
  return {
    ...briefOf(row, zone),
    sourceUrl: row.sourceUrl,
    content,
    pictures: await picturesOf(services, content),
    newer: newerArticle,
    older: olderArticle,
  };
}

/** Counts a view. The version of the row does not change. */
export async function countNewsView({ database: { orm } }: Services, id: number): Promise<void> {
  await orm
    .update(news)
    .set({ viewCount: sql`coalesce(${news.viewCount}, 0) + 1` })
    .where(eq(news.id, id));
}

/**
 * Returns the given file id if the published article contains this picture: as its cover, or in its text.
 * @throws Refusal 404
 */
export async function assertNewsPicture({ database: { orm } }: Services, id: number, picture: string): Promise<string> {
  const [row] = await orm
    .select({ cover: news.cover, content: news.content })
    .from(news)
    .innerJoin(organizationTable, publisherJoin)
    .where(and(eq(news.id, id), isPublic(news)));
  if (!row || (row.cover !== picture && !picturesIn(safeRichText(row.content)).includes(picture))) throw notFound();
  return picture;
}
