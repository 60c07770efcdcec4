import { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { serverTexts } from '@contract/features/system/serverTexts';
import { forgetFirstPasswords } from '@server/auth/firstPasswords';
import { closeDatabaseFiles, closeToOthers } from '@server/base/dataDirectory';
import type { Env } from '@server/base/env';
import { createLog } from '@server/base/log';
import { root } from '@server/base/root';
import { StartRefusal } from '@server/base/startRefusal';
import { serveSockets, type Sockets } from '@server/features/notices/sockets';
import { tellAdministrators } from '@server/features/notices/tellAdministrators';
import { sealPlainKeys } from '@server/features/platforms/sealKeys';
import { publicPages } from '@server/features/publicity/pages/routes';
import { restoreMenuPage } from '@server/features/system/menus/restoreWay';
import { resetProcessFigures } from '@server/features/system/monitor/processFigures';
import { suggestUrl } from '@server/features/system/organizations/suggestedUrl';
import { tellLostPages } from '@server/features/system/roles/tellLostPages';
import { staticRoutes } from '@server/http/static';
import { closeDemo } from '@server/seed/demo/closeDemo';
import { playDemo } from '@server/seed/demo/play/play';
import { seed, type SeedReport } from '@server/seed/seed';
import { createApp } from './app';
import { serveControl } from './backup/control';
import { closeChildren, warmReaders } from './child/readers';
import { openDatabase } from './db/client';
import { migrate } from './db/migrate';
import { createFileStore } from './files/fileStore';
import { createPush } from './http/push';
import { endSlowBodies } from './http/slowBodies';
import { closeOwn } from './jobs/book';
import { watchLateness } from './jobs/late';
import { jobsOf } from './jobs/list';
import { startLoops } from './jobs/loop';
import { startJobs } from './jobs/schedule';
import { registry } from './resources';
import { allRoutes } from './routes';
import type { Services } from './services';
import { beginSealing } from './signing/seal';

/** Bytes of a request's line and headers: an export of 5,000 chosen rows names their ids in its address. */
const longestHead = 128 * 1024;
/** ms that calls in flight have when the server is told to stop. */
const grace = 10_000;

export interface Running {
  /** `http://host:port` */
  readonly url: string;
  /** What the administrator should be told: the address that QR codes need, where nobody has said one. */
  readonly suggestion: string | null;
  readonly services: Services;
  /** Accepts no more, finishes what is in flight (10 s at most), closes the database. */
  stop(): Promise<void>;
}

function listenRefusal(error: NodeJS.ErrnoException, { host, port }: Env): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartRefusal(`端口 ${port} 已被占用，请停止占用它的程序，或用 PORT 指定其他端口。`);
    case 'EACCES':
      return new StartRefusal(`没有权限使用端口 ${port}，请用 PORT 指定 1024 以上的端口。`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new StartRefusal(`HOST 指定的地址 ${host} 在本机不可用，请改为本机的地址，如 127.0.0.1 或 0.0.0.0。`);
    default:
      return error;
  }
}

const listen = (server: Server, env: Env): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenRefusal(error, env)));
    server.listen(env.port, env.host, () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : env.port;
      resolve(`http://${env.host.includes(':') ? `[${env.host}]` : env.host}:${port}`);
    });
  });

/** Before anything is opened: a first start fills its database for half a minute, and would be refused after that. */
async function assertListenable(env: Env): Promise<void> {
  const probe = new Server();
  await listen(probe, env);
  await new Promise((resolve) => probe.close(resolve));
}

async function drain(server: Server, sockets: Sockets): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await sockets.close();
  // A kept-alive connection falls idle only when its last answer is out, and would then stay for a minute.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const late = new AbortController();
  await Promise.race([closed, wait(grace, undefined, { signal: late.signal }).catch(() => undefined)]);
  late.abort();
  clearInterval(idle);
  server.closeAllConnections();
}

/**
 * Opens, migrates, fills and serves.
 * @param onSeeded told as soon as accounts are there: their passwords are shown once, and whatever comes after may end
 * the program
 * @param onPanic told when the embedded database has stopped for good, so that only a new start helps
 * @param onLost told when another process has taken the data directory: this one must end at once
 * @param how the server before this one ended, where that was no orderly end
 * @throws StartRefusal in Chinese; nothing stays open then
 */
export async function startServer(
  env: Env,
  onSeeded: (seeded: SeedReport) => void = () => undefined,
  onPanic: () => void = () => undefined,
  how?: string,
  onLost: () => void = () => undefined,
): Promise<Running> {
  await assertListenable(env);
  closeToOthers(env.dataDir);
  const log = createLog(env);
  const files = await createFileStore(env);
  const database = await openDatabase({
    databaseUrl: env.databaseUrl,
    dataDir: env.dataDir,
    log,
    onLost,
    onPanic(error) {
      log.fatal({ err: error }, 'the embedded database has stopped');
      onPanic();
    },
  });
  try {
    if (!env.databaseUrl) closeDatabaseFiles(env.dataDir);
    await migrate(database);
    await sealPlainKeys(database, env);
    const push = createPush(database, (error) => log.error({ err: error }, 'push failed'));
    const services: Services = { env, database, log, files, push, now: () => new Date() };
    await forgetFirstPasswords(services);
    const seeded = await seed(services);
    onSeeded(env.demo ? seeded : { ...seeded, ...(await closeDemo(services)) });
    await database.transaction((tx) => beginSealing(services, tx));
    // All that a first start has made lies in its log: brought into the tables while nobody waits yet.
    if (seeded.admin && database.kind === 'pglite') await database.execute('checkpoint');
    // A demonstration that stops halfway is no reason not to serve; the next start goes on with it.
    // Nobody is mailed of what is played.
    if (env.demo)
      await playDemo({ ...services, env: { ...env, smtpUrl: undefined } }).catch((error: unknown) =>
        log.warn({ err: error }, 'the demonstration was not played to its end'),
      );
    // The monitor is about serving; what the start took would stand above everything for days.
    database.statements.reset();
    resetProcessFigures();
    const app = createApp(services);
    const webRoot = join(root, 'dist/web');
    app.route('/', publicPages(services, webRoot));
    app.route('/', staticRoutes(webRoot, env));
    const server = createAdaptorServer({
      fetch: app.fetch,
      serverOptions: { maxHeaderSize: longestHead, connectionsCheckingInterval: 5_000 },
    });
    if (!(server instanceof Server)) throw new TypeError('not an HTTP/1 server');
    // Longer than a balancer keeps its own end open, so that it is never the server that hangs up on a request.
    server.keepAliveTimeout = 65_000;
    // A head that takes longer is no browser's; what is left open by strangers is looked for more often than Node does
    // by itself.
    server.headersTimeout = 20_000;
    endSlowBodies(server);
    const sockets = serveSockets(services, server);
    const url = await listen(server, env);
    await closeOwn(services);
    if (how !== undefined)
      await tellAdministrators(services, {
        by: serverTexts.worker,
        title: serverTexts.restartedTitle,
        text: serverTexts.restartedText(how),
      }).catch((error: unknown) => log.error({ err: error }, 'a restart was not told'));
    const suggestion = await suggestUrl(services, url).catch(() => null);
    await restoreMenuPage(services, allRoutes(services)).catch((error: unknown) =>
      log.error({ err: error }, 'the page of menus was not restored'),
    );
    await tellLostPages(services).catch((error: unknown) => log.error({ err: error }, 'lost pages were not told'));
    warmReaders();
    const ground = { services, registry };
    const jobs = jobsOf(ground);
    const loops = await startLoops(services, jobs);
    const running = startJobs(services, jobs);
    const lateness = watchLateness(services, jobs);
    const control = await serveControl(services);
    return {
      url,
      suggestion,
      services,
      async stop() {
        lateness.stop();
        await drain(server, sockets);
        await Promise.all([running.stop(), loops.stop(), control.stop()]);
        closeChildren();
        await push.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
