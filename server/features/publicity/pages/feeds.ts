import { and, desc, eq, type SQL } from 'drizzle-orm';
import { publicAddresses } from '@contract/features/publicity/pages/frame';
import { pageAddress } from '@contract/features/publicity/pages/tree';
import { industryNewsTable, organizationTable, reportFormulaTable } from '@server/db/schema';
import type { Services } from '@server/services';
import { maskPersonal } from '../masking';
import { isPublic } from '../public/listing';
import { escaped } from './html';

// Machine-readable lists of publications: all addresses, and the newest entries.

/** Highest number of entries of each kind; a sitemap holds at most 50,000 addresses (sitemaps.org). */
const mostInSitemap = 20_000;
const mostInFeed = 30;

interface Entry {
  readonly id: number;
  readonly title: string;
  readonly publishTime: Date | null;
  readonly updateTime: Date | null;
  readonly organizationName: string;
}

async function published(
  { database: { orm } }: Services,
  of: 'reports' | 'news',
  limit: number,
  where?: SQL,
): Promise<Entry[]> {
  const table = of === 'reports' ? reportFormulaTable : industryNewsTable;
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
    .where(and(isPublic(table), where))
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
    published(services, 'reports', mostInSitemap),
    published(services, 'news', mostInSitemap),
  ]);
  const url = (address: string, changed: Date | null): string =>
    `<url><loc>${escaped(origin + address)}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}</url>`;
  const rows = (of: 'reports' | 'news', entries: readonly Entry[]) =>
    entries.map((one) => url(pageAddress(detailOf[of], { id: one.id }), one.publishTime));
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
  of: 'reports' | 'news',
  origin: string,
  title: string,
): Promise<string> {
  const entries = await published(services, of, mostInFeed);
  const updated = entries[0]?.publishTime ?? services.now();
  const self = `${origin}${listOf[of]}/atom.xml`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="zh-CN">',
    `<title>${escaped(title)}</title>`,
    `<id>${escaped(origin + listOf[of])}</id>`,
    `<updated>${updated.toISOString()}</updated>`,
    `<link rel="self" href="${escaped(self)}"/>`,
    `<link href="${escaped(origin + listOf[of])}"/>`,
    ...entries.map((one) => {
      const address = escaped(origin + pageAddress(detailOf[of], { id: one.id }));
      const moment = (one.publishTime ?? updated).toISOString();
      return `<entry><title>${escaped(maskPersonal(one.title))}</title><id>${address}</id><link href="${address}"/><published>${moment}</published><updated>${moment}</updated><author><name>${escaped(one.organizationName)}</name></author></entry>`;
    }),
    '</feed>',
  ].join('\n');
}
