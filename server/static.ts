import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

/** Addresses of the API: never answered with a page. */
const apiPath = /^\/(api|auth|websocket)(\/|$)/;

/** What a page asks for, not a person: an absent one is a 404, or the browser would run the page as a script. */
const filePath = /^\/assets\/|\.(js|mjs|css|map|json|txt|xml|ico|png|jpe?g|gif|svg|webp|woff2?|ttf|wasm|pdf|webmanifest)$/i;

/**
 * The built SPA: hashed files stay in the browser for a year, index.html is asked for again each time, and every address that
 * is neither a file nor the API's gets index.html, because the router in the browser knows the addresses.
 */
export function staticRoutes(webRoot: string): Hono {
  const app = new Hono();
  if (!existsSync(join(webRoot, 'index.html'))) return app;
  const options = { root: webRoot, precompressed: true };
  app.use('*', async (context, next) => {
    if (apiPath.test(context.req.path)) return next();
    return serveStatic({
      ...options,
      onFound: (_path, { header, req }) => header('cache-control', req.path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
    })(context, next);
  });
  app.get('*', async (context, next) => {
    if (apiPath.test(context.req.path) || filePath.test(context.req.path)) return next();
    return serveStatic({ ...options, path: 'index.html', onFound: (_path, { header }) => header('cache-control', 'no-cache') })(context, next);
  });
  return app;
}
