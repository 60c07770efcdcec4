import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Context, Hono, type Next } from 'hono';
import { getCookie } from 'hono/cookie';
import { tokenCookie } from '@contract/constants';
import { findMethodRoute } from '@contract/features/laboratory/methods/methodCatalogue';
import { messagePage } from '@contract/features/publicity/pages/messagePage';
import { publicAddresses } from '@contract/features/publicity/pages/pageFrame';
import { directories, findRoute, withoutEndSlashes } from '@contract/routes';
import { addressOf } from '@server/http/callerAddress';
import { Refusal, refusalOf } from '@server/http/errors';
import { apiPath, filePath } from '@server/http/staticFiles';
import { publicOrigin } from '@server/print/publicOrigin';
import type { Services } from '@server/services';
import { publicRateLimits } from '../public/publicRateLimits';
import { menuAddresses } from './menuAddresses';
import { htmlDocumentOf, publicFiles } from './pageDocument';
import { plainBrand, publicBrand } from './publicBrand';
import { isPublicPage, unknownAddressPage, type PublicPage, publicPage } from './publicPage';
import { atomText, robotsText, sitemapText } from './siteFeeds';

const gzipText = promisify(gzip);

/** Responds with text, compressed for clients that accept it. */
async function respondText(
  context: Context,
  text: string,
  status: number,
  headers: Record<string, string>,
): Promise<Response> {
  const acceptsGzip = /\bgzip\b/.test(context.req.header('accept-encoding') ?? '');
  const responseHeaders = {
    'cache-control': 'public, max-age=300',
    vary: 'Accept-Encoding',
    ...headers,
    ...(acceptsGzip ? { 'content-encoding': 'gzip' } : {}),
  };
  return new Response(acceptsGzip ? new Uint8Array(await gzipText(text)) : text, { status, headers: responseHeaders });
}

/** Normalises a path: `/orgReportFormula/index/` becomes `/orgReportFormula`. */
const plainPath = (path: string): string => findRoute(path)?.path ?? withoutEndSlashes(path);

const unavailablePage = (refusal: Refusal): PublicPage => ({
  status: 404,
  title: '暂时无法显示',
  description: refusal.message,
  main: [
    messagePage({
      title: '暂时无法显示',
      text: refusal.message,
      ways: [{ href: publicAddresses.list, label: '查看全部公示' }],
    }),
  ],
  address: null,
  hidden: true,
});

const appearanceOf = (context: Context): 'light' | 'dark' | undefined => {
  const appearance = getCookie(context, 'appearance');
  return appearance === 'light' || appearance === 'dark' ? appearance : undefined;
};

/** Responds with a page in the brand of its organization. */
async function answerPage(
  services: Services,
  files: ReturnType<typeof publicFiles>,
  context: Context,
  path: string,
  page: PublicPage,
  status: number = page.status,
): Promise<Response> {
  const { brand, favicon, theme, organizationId } = await publicBrand(services, page.organizationId).catch(
    () => plainBrand,
  );
  const origin =
    page.address === null
      ? null
      : await publicOrigin(services, services.database.orm, page.organizationId ?? organizationId);
  const absoluteUrl = (address: string | undefined): string | null =>
    address && origin ? `${origin}/${address.replace(/^\//, '')}` : null;
  const head = {
    title: page.title,
    description: page.description,
    type: page.type ?? 'website',
    canonical: absoluteUrl(page.address ?? undefined),
    image: absoluteUrl(page.image),
    hidden: page.hidden === true,
    publishedAt: page.publishedAt ?? null,
    feed: absoluteUrl(page.feed),
  } as const;
  const html = htmlDocumentOf(
    {
      head,
      brand,
      favicon,
      theme,
      path,
      signedIn: getCookie(context, tokenCookie) !== undefined,
      appearance: appearanceOf(context),
      main: page.main,
    },
    files,
  );
  return respondText(context, html, status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'Cookie, Accept-Encoding',
  });
}

/** Without a configured address there is no absolute one. The Host header of a request is not trusted. */
const withOrigin = (buildText: (origin: string) => Promise<string>) => (origin: string | null) =>
  origin === null ? null : buildText(origin);

/** Responds with the page that `readPage` returns. If there is none, the next handler answers. */
async function showPage(
  services: Services,
  files: ReturnType<typeof publicFiles>,
  limits: ReturnType<typeof publicRateLimits>,
  context: Context,
  path: string,
  readPage: () => Promise<PublicPage | undefined>,
  next: Next,
): Promise<Response | void> {
  try {
    limits.view({ ip: addressOf(context, services.env.trustProxy), context });
    const page = await readPage();
    return page ? await answerPage(services, files, context, path, page) : next();
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    const response = await answerPage(services, files, context, path, unavailablePage(refusal), refusal.status);
    if (refusal.status === 429) response.headers.set('retry-after', context.res.headers.get('retry-after') ?? '60');
    return response;
  }
}

/**
 * Returns a function that serves a text for machines. The request counts as a page view; a refusal is one line of text.
 */
const textServer =
  (services: Services, limits: ReturnType<typeof publicRateLimits>) =>
  (type: string, buildText: (origin: string | null) => string | null | Promise<string | null>) =>
  async (context: Context, next: Next): Promise<Response | void> => {
    try {
      limits.view({ ip: addressOf(context, services.env.trustProxy), context });
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      return respondText(context, refusal.message, refusal.status, {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
        'retry-after': context.res.headers.get('retry-after') ?? '60',
      });
    }
    const { organizationId } = await publicBrand(services);
    const body = await buildText(await publicOrigin(services, services.database.orm, organizationId));
    return body === null ? next() : respondText(context, body, 200, { 'content-type': `${type}; charset=utf-8` });
  };

/** Serves robots.txt, the sitemap, and the feeds of reports and news. */
function serveMachineTexts(app: Hono, services: Services, text: ReturnType<typeof textServer>): void {
  app.get('/robots.txt', text('text/plain', robotsText));
  const sitemap = withOrigin((origin) => sitemapText(services, origin));
  app.get('/sitemap.xml', text('application/xml', sitemap));
  const reports = withOrigin((origin) => atomText(services, 'reports', origin, '报告公示'));
  app.get(`${publicAddresses.list}/atom.xml`, text('application/atom+xml', reports));
  const news = withOrigin((origin) => atomText(services, 'news', origin, '行业动态'));
  app.get(`${publicAddresses.news}/atom.xml`, text('application/atom+xml', news));
}

/** Returns whether an address belongs to the console, for a person who is signed in or a page that the console has. */
const isConsolePage = (context: Context, pagePath: string): boolean =>
  Boolean(
    getCookie(context, tokenCookie) ||
    findRoute(pagePath) ||
    findMethodRoute(pagePath) ||
    Object.hasOwn(directories, pagePath),
  );

/**
 * Serves the public addresses as whole pages that need no script: for visitors without scripts, crawlers and link
 * previews. Leaves other addresses to the files of the console, unless the visitor is not signed in and no page has
 * the address.
 */
export function publicPages(services: Services, webRoot: string): Hono {
  const app = new Hono();
  const files = publicFiles(webRoot);
  const limits = publicRateLimits(services);
  serveMachineTexts(app, services, textServer(services, limits));
  app.get('*', async (context, next) => {
    const { path } = context.req;
    if (apiPath.test(path) || filePath.test(path)) return next();
    const pagePath = plainPath(path);
    if (isPublicPage(pagePath))
      return showPage(
        services,
        files,
        limits,
        context,
        pagePath,
        () => publicPage(services, pagePath, context.req.query()),
        next,
      );
    if (isConsolePage(context, pagePath)) return next();
    return showPage(
      services,
      files,
      limits,
      context,
      pagePath,
      async () => ((await menuAddresses(services)).has(pagePath) ? undefined : unknownAddressPage()),
      next,
    );
  });
  return app;
}
