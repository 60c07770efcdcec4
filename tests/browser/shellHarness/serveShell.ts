import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { root } from '@server/base/root';
import { buildProduct } from '../support/productServer';

const built = join(root, 'dist/shellHarness');
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** Serves the real shell around a few test pages, built if outdated. Returns the address and a function to stop. */
export async function serveShell(): Promise<{ address: string; stop: () => Promise<void> }> {
  await buildProduct('shellHarness');
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shell');
    // Every address is a page, except files of the build.
    const path = pathname.startsWith('/assets/') ? normalize(pathname) : '/index.html';
    readFile(join(built, path)).then(
      (content) =>
        response
          .writeHead(200, {
            'content-type': types[extname(path)] ?? 'application/octet-stream',
            'cache-control': path === '/index.html' ? 'no-cache' : 'max-age=3600',
          })
          .end(content),
      // With a text: without one the browser shows a page of its own, which does not belong to this address.
      () => response.writeHead(404, { 'content-type': 'text/plain' }).end('none'),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
