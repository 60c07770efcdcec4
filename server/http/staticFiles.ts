import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono, type Next } from 'hono';
import { getCookie } from 'hono/cookie';
import { z } from 'zod';
import { tokenCookie } from '@contract/constants';
import { findRoute, homePath, loginPath } from '@contract/routes';
import { policyOfPage } from './securityHeaders';

/** Addresses of the API, which never answer with a page. */
export const apiPath = /^\/(api|auth|websocket)(\/|$)/;

/** Addresses of files. A missing file is a 404; otherwise the browser would run the page as a script. */
export const filePath =
  /^\/assets\/|\.(js|mjs|css|map|json|txt|xml|ico|png|jpe?g|gif|svg|webp|woff2?|ttf|wasm|pdf|webmanifest)$/i;

/**
 * Service worker that replaces an earlier one if the offline shell is switched off. A browser keeps the old worker
 * until it gets another.
 */
const noWorker = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('console-')) await caches.delete(name);
  await self.registration.unregister();
})()));
`;

const aheadSchema = z.object({ entry: z.array(z.string()), console: z.array(z.string()), home: z.array(z.string()) });

/**
 * Adds Link headers for files that the console's first script will request, so that the browser loads them at once.
 * Adds them only with a session cookie, because the light pages need none. The session is not checked, because build
 * files are public.
 * @returns values of the header `Link`
 */
function linksAhead(webRoot: string): (context: Context) => string | undefined {
  const file = join(webRoot, 'ahead.json');
  if (!existsSync(file)) return () => undefined;
  const preloadLinks = (names: readonly string[]) =>
    names.map(
      (name) => `</${name}>; ${name.endsWith('.css') ? 'rel=preload; as=style; crossorigin' : 'rel=modulepreload'}`,
    );
  const preloads = aheadSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const [ofConsole, ofHome] = [preloadLinks([...preloads.entry, ...preloads.console]), preloadLinks(preloads.home)];
  return (context) => {
    const { path } = context.req;
    if (!getCookie(context, tokenCookie)) return undefined;
    // A signed-in person who opens the login page or the root is sent to the home page.
    if (path === '/' || path === loginPath || path === homePath) return [...ofConsole, ...ofHome].join(', ');
    return findRoute(path)?.shell === 'light' ? undefined : ofConsole.join(', ');
  };
}

/**
 * Serves the built SPA. Browsers store hashed files for a year and revalidate index.html each time. Every address
 * that is neither a file nor part of the API gets index.html, because the browser's router knows the addresses.
 */
export function staticRoutes(webRoot: string, { offlineShell = true }: { readonly offlineShell?: boolean } = {}): Hono {
  const app = new Hono();
  if (!offlineShell)
    app.get(
      '/sw.js',
      () =>
        new Response(noWorker, {
          headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
        }),
    );
  if (!existsSync(join(webRoot, 'index.html'))) return app;
  const linksFor = linksAhead(webRoot);
  const policy = policyOfPage(readFileSync(join(webRoot, 'index.html'), 'utf8'));
  /** Serves the file if it exists. `onFound` is called too late to set a response header. */
  const serve = async (context: Context, next: Next, path?: string): Promise<Response | undefined> => {
    let isFound = false;
    const response = await serveStatic({
      root: webRoot,
      precompressed: true,
      ...(path ? { path } : {}),
      onFound: () => void (isFound = true),
    })(context, next);
    if (!isFound || !response) return undefined;
    response.headers.set(
      'cache-control',
      context.req.path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    );
    if (response.headers.get('content-type')?.startsWith('text/html')) {
      const linkHeader = linksFor(context);
      if (linkHeader) response.headers.set('link', linkHeader);
      if (policy) response.headers.set('content-security-policy', policy);
    }
    return response;
  };
  const returnNothing: Next = async () => undefined;
  app.use(
    '*',
    async (context, next) =>
      (apiPath.test(context.req.path) ? undefined : await serve(context, returnNothing)) ?? next(),
  );
  app.get('*', async (context, next) => {
    if (apiPath.test(context.req.path) || filePath.test(context.req.path)) return next();
    return (await serve(context, returnNothing, 'index.html')) ?? next();
  });
  return app;
}
