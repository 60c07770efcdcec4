import { and, desc, eq, type SQL } from 'drizzle-orm';
import { publicAddresses } from '@contract/features/publicity/pages/pageFrame';
import { pageAddress } from '@contract/features/publicity/pages/pageTree';
import { industryNewsTable, organizationTable, reportFormulaTable } from '@server/db/schema';
import type { Services } from '@server/services';
import { maskPersonal } from '../maskPersonalData';
import { isPublic } from '../public/publicQuery';
import { escapedHtml } from './htmlOfPage';

// Machine-readable lists of publications: all addresses, and the newest entries.

/** Highest number of entries of each kind; a sitemap holds at most 50,000 addresses (sitemaps.org). */
const maxInSitemap = 20_000;
const maxInFeed = 30;

interface FeedEntry {
  readonly id: number;
  readonly title: string;
  readonly publishTime: Date | null;
  readonly updateTime: Date | null;
  readonly organizationName: string;
}

async function publishedRows(
  { database: { orm } }: Services,
  subject: 'reports' | 'news',
  limit: number,
  condition?: SQL,
): Promise<FeedEntry[]> {
  const table = subject === 'reports' ? reportFormulaTable : industryNewsTable;
  return orm
    .select({
      id: table.id,
      title: table.title,
      publishTime: table.publishTime,
      updateTime: table.updateTime,
      organizationName: organizationTable.name,
    })
    .from(table)
    .innerJoin(organizationTable, eq(organizationTable.id, table.organizationId))
    .where(and(isPublic(table), condition))
    .orderBy(desc(table.publishTime), desc(table.id))
    .limit(limit);
}

const detailOf = { reports: publicAddresses.report, news: publicAddresses.article } as const;
const listOf = { reports: publicAddresses.list, news: publicAddresses.news } as const;

/**
 * Returns robots.txt.
 * @param origin origin of the sitemap's address; null leaves the sitemap out
 */
export const robotsText = (origin: string | null): string =>
  [
    'User-agent: *',
    'Allow: /orgReportFormula',
    'Allow: /industryNews',
    'Allow: /legal/',
    'Allow: /assets/',
    'Allow: /api/public/',
    'Disallow: /',
    ...(origin ? [`Sitemap: ${origin}/sitemap.xml`] : []),
    '',
  ].join('\n');

/** Returns the sitemap: all public addresses with the day of their last change. */
export async function sitemapText(services: Services, origin: string): Promise<string> {
  const [reports, news] = await Promise.all([
    publishedRows(services, 'reports', maxInSitemap),
    publishedRows(services, 'news', maxInSitemap),
  ]);
  const url = (address: string, changedAt: Date | null): string =>
    `<url><loc>${escapedHtml(origin + address)}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}</url>`;
  const rows = (subject: 'reports' | 'news', entries: readonly FeedEntry[]) =>
    entries.map((entry) => url(pageAddress(detailOf[subject], { id: entry.id }), entry.publishTime));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    url(listOf.reports, reports[0]?.publishTime ?? null),
    url(listOf.news, news[0]?.publishTime ?? null),
    url(publicAddresses.privacy, null),
    ...rows('reports', reports),
    ...rows('news', news),
    '</urlset>',
  ].join('\n');
}

/** Returns the newest entries of a list as an Atom feed (RFC 4287). */
export async function atomText(
  services: Services,
  subject: 'reports' | 'news',
  origin: string,
  title: string,
): Promise<string> {
  const feedEntries = await publishedRows(services, subject, maxInFeed);
  const updatedAt = feedEntries[0]?.publishTime ?? services.now();
  const self = `${origin}${listOf[subject]}/atom.xml`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="zh-CN">',
    `<title>${escapedHtml(title)}</title>`,
    `<id>${escapedHtml(origin + listOf[subject])}</id>`,
    `<updated>${updatedAt.toISOString()}</updated>`,
    `<link rel="self" href="${escapedHtml(self)}"/>`,
    `<link href="${escapedHtml(origin + listOf[subject])}"/>`,
    ...feedEntries.map((feedEntry) => {
      const address = escapedHtml(origin + pageAddress(detailOf[subject], { id: feedEntry.id }));
      const publishedAt = (feedEntry.publishTime ?? updatedAt).toISOString();
      return `<entry><title>${escapedHtml(maskPersonal(feedEntry.title))}</title><id>${address}</id><link href="${address}"/><published>${publishedAt}</published><updated>${publishedAt}</updated><author><name>${escapedHtml(feedEntry.organizationName)}</name></author></entry>`;
    }),
    '</feed>',
  ].join('\n');
}
