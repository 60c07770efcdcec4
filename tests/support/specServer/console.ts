import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { root } from '@server/base/root';
import { staticRoutes } from '@server/http/staticFiles';
import { backEndBlock } from '../../../scripts/backEnd';

/**
 * The built console as a web server of another back end's puts it up: the same files, and an index that names the back
 * end.
 * @param base origin of the back end
 * @param lists how its lists are asked for
 */
export async function serveConsole(base: string, lists: object): Promise<{ url: string; stop(): Promise<void> }> {
  const built = join(root, 'dist/web');
  const directory = await mkdtemp(join(tmpdir(), 'occhealth-console-'));
  const names = (await readdir(built)).filter((name) => !name.startsWith('index.html'));
  await Promise.all(names.map((name) => symlink(join(built, name), join(directory, name))));
  const block = `<script type="application/json" id="back-end">${backEndBlock(base, JSON.stringify(lists))}</script>`;
  const index = await readFile(join(built, 'index.html'), 'utf8');
  await writeFile(join(directory, 'index.html'), index.replace('<head>', `<head>${block}`));
  const server = serve({ fetch: staticRoutes(directory).fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      if ('closeAllConnections' in server) server.closeAllConnections();
      server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
