import { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { serverTexts } from '@contract/features/system/serverTexts';
import { createApp } from '@server/app/createApp';
import { jobsOf } from '@server/app/jobList';
import { registry } from '@server/app/resources';
import { allRoutes } from '@server/app/routes';
import { forgetFirstPasswords } from '@server/auth/firstPasswords';
import { serveControl } from '@server/backup/controlSocket';
import { closeDatabaseFiles, closeToOthers } from '@server/base/dataDirectory';
import type { Env } from '@server/base/env';
import { createLog } from '@server/base/log';
import { root } from '@server/base/root';
import { StartRefusal } from '@server/base/startRefusal';
import { closeChildren, startReaderPool } from '@server/child/childPools';
import { runOperatorCommand } from '@server/commands/operator/runOperatorCommand';
import { filledAtOnce } from '@server/db/embedded/filledAtOnce';
import { preparedDatabaseFile } from '@server/db/embedded/preparedDatabase';
import { assertMayCreate, migrate } from '@server/db/migrate';
import { openDatabase } from '@server/db/openDatabase';
import { createPush } from '@server/features/notices/browserPush';
import { serveSockets, type Sockets } from '@server/features/notices/noticeSockets';
import { tellAdministrators } from '@server/features/notices/tellAdministrators';
import { sealPlainKeys } from '@server/features/platforms/encryptPlainKeys';
import { publicPages } from '@server/features/publicity/pages/routes';
import { metricsRoutes } from '@server/features/system/health/metrics';
import { probeRoutes } from '@server/features/system/health/probeRoutes';
import { restoreMenuPage } from '@server/features/system/menus/restoreMenuPage';
import { resetProcessFigures } from '@server/features/system/monitor/processFigures';
import { suggestPublicUrl } from '@server/features/system/organizations/suggestPublicUrl';
import { tellOwnerless } from '@server/features/system/ownerless/ownerlessRows';
import { tellLostPages } from '@server/features/system/roles/tellLostPages';
import { createFileStore } from '@server/files/fileStore';
import { endSlowBodies } from '@server/http/slowBodies';
import { staticRoutes } from '@server/http/staticFiles';
import { watchDisk } from '@server/jobs/diskAlarm';
import { startLoops } from '@server/jobs/jobLoop';
import { interruptOwnRuns } from '@server/jobs/jobRuns';
import { startJobs } from '@server/jobs/jobSchedule';
import { joinNodes } from '@server/jobs/joinNodes';
import { watchLateness } from '@server/jobs/lateJobs';
import { installationState, watchHealth } from '@server/jobs/watchHealth';
import { closeDemo } from '@server/seed/demo/closeDemo';
import { playDemo } from '@server/seed/demo/play/playDemo';
import { seedDatabase, type SeedReport } from '@server/seed/seedDatabase';
import type { Services } from '@server/services';
import { beginSealing } from '@server/signing/keyedSeal';

/**
 * Maximum size of request line and headers, bytes: the address of an export of 5,000 chosen rows contains their ids.
 */
const maxHeadBytes = 128 * 1024;
/** Time that running calls get after a stop signal, ms. */
const stopGraceMs = 10_000;

export interface RunningServer {
  /** Address of the server, `http://host:port`. */
  readonly url: string;
  /** Hint for the administrator with the public address for QR codes, where none is configured; else null. */
  readonly suggestion: string | null;
  readonly services: Services;
  /** Stops accepting calls, finishes running calls (10 s at most), and closes the database. */
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

const startListening = (server: Server, env: Env): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenRefusal(error, env)));
    server.listen(env.port, env.host, () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : env.port;
      resolve(`http://${env.host.includes(':') ? `[${env.host}]` : env.host}:${port}`);
    });
  });

/**
 * Checks the port before anything else. A first start fills its database for half a minute, and a refusal should
 * precede that.
 */
async function assertListenable(env: Env): Promise<void> {
  const probe = new Server();
  await startListening(probe, env);
  await new Promise((resolve) => probe.close(resolve));
}

async function drainConnections(server: Server, sockets: Sockets): Promise<void> {
  const closedPromise = new Promise<void>((resolve) => server.close(() => resolve()));
  await sockets.close();
  // A kept-alive connection becomes idle only after its last answer, and would stay open for a minute.
  const idleTimer = setInterval(() => server.closeIdleConnections(), 50);
  const graceController = new AbortController();
  await Promise.race([
    closedPromise,
    wait(stopGraceMs, undefined, { signal: graceController.signal }).catch(() => undefined),
  ]);
  graceController.abort();
  clearInterval(idleTimer);
  server.closeAllConnections();
}

async function openMigrated(env: Env, log: Services['log'], onPanic: () => void, onLost: () => void) {
  if (!env.databaseUrl) closeToOthers(env.dataDir);
  const database = await openDatabase({
    databaseUrl: env.databaseUrl,
    readUrl: env.databaseReadUrl,
    dataDir: env.dataDir,
    prepared: env.databaseUrl ? undefined : preparedDatabaseFile(),
    log,
    onLost,
    onPanic(error) {
      log.fatal({ err: error }, 'the embedded database has stopped');
      onPanic();
    },
  });
  try {
    await assertMayCreate(database);
    if (env.databaseUrl) closeToOthers(env.dataDir);
    else closeDatabaseFiles(env.dataDir);
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Creates what a new installation contains. Returns whether this start is the first. */
async function seedInstallation(services: Services, onSeeded: (seeded: SeedReport) => void): Promise<boolean> {
  const { env, database } = services;
  const seededAccounts = await seedDatabase(services);
  if (env.demo) onSeeded(seededAccounts);
  else {
    const { closedAccounts, openAccounts } = await closeDemo(services);
    onSeeded({ ...seededAccounts, closedAccounts, openAccounts });
  }
  await database.transaction((tx) => beginSealing(services, tx));
  const isFirst = Boolean(seededAccounts.admin);
  // A first start has written everything to the log. The checkpoint copies it to the tables before anybody waits for
  // it.
  if (isFirst && database.kind === 'pglite') await database.execute('checkpoint');
  return isFirst;
}

/** Plays the demonstration. A failure does not prevent serving; the next start continues it. */
async function playDemonstration(services: Services, isFirstStart: boolean): Promise<void> {
  const { env, database, log } = services;
  if (!env.demo) return;
  // Simulated events send no mail.
  const playWithoutMail = () => playDemo({ ...services, env: { ...env, smtpUrl: undefined } });
  await (isFirstStart ? filledAtOnce(database, playWithoutMail) : playWithoutMail()).catch((error: unknown) =>
    log.warn({ err: error }, 'the demonstration was not played to its end'),
  );
}

/** Returns the HTTP server with all routes and pages; it does not listen yet. */
function createHttpServer(services: Services): Server {
  const app = createApp(services);
  const webRoot = join(root, 'dist/web');
  app.route('/', probeRoutes(services, watchHealth(services)));
  app.route('/', metricsRoutes(services, installationState(services, jobsOf({ services, registry }))));
  app.route('/', publicPages(services, webRoot));
  app.route('/', staticRoutes(webRoot, services.env));
  const server = createAdaptorServer({
    fetch: app.fetch,
    // For HTTP/1.0, whose clients send no Host header.
    hostname: 'localhost',
    serverOptions: { maxHeaderSize: maxHeadBytes, connectionsCheckingInterval: 5_000 },
  });
  if (!(server instanceof Server)) throw new TypeError('not an HTTP/1 server');
  // Longer than the timeout of a load balancer, so that the server never closes a connection on which a request
  // arrives.
  server.keepAliveTimeout = 65_000;
  // No browser takes longer to send its headers. Connections that strangers leave open are checked more often than
  // Node does by default.
  server.headersTimeout = 20_000;
  endSlowBodies(server);
  return server;
}

/** Tells the administrators what they should know after this start: the end of the last one, and lost pages. */
async function tellAfterStart(services: Services, exitCause: string | undefined): Promise<void> {
  const { log } = services;
  if (exitCause !== undefined)
    await tellAdministrators(services, {
      programPart: serverTexts.worker,
      title: serverTexts.restartedTitle,
      text: serverTexts.restartedText(exitCause),
    }).catch((error: unknown) => log.error({ err: error }, 'a restart was not told'));
  await restoreMenuPage(services, allRoutes(services)).catch((error: unknown) =>
    log.error({ err: error }, 'the page of menus was not restored'),
  );
  await tellLostPages(services).catch((error: unknown) => log.error({ err: error }, 'lost pages were not told'));
}

/** Starts the work in the background: jobs, watches and the socket of the operator's commands. */
async function startBackground(services: Services) {
  // Counts rows of every table, which takes too long to wait for in a large database.
  const ownerlessNotice = tellOwnerless(services, registry).catch((error: unknown) =>
    services.log.error({ err: error }, 'rows without an organization were not told'),
  );
  startReaderPool();
  const jobs = jobsOf({ services, registry });
  const loops = await startLoops(services, jobs);
  const runningJobs = startJobs(services, jobs);
  const latenessWatch = watchLateness(services, jobs);
  const disk = watchDisk(services);
  const control = await serveControl(services, runOperatorCommand);
  return {
    /** Stops the watches, before the connections are drained. */
    stopWatching() {
      latenessWatch.stop();
      disk.stop();
    },
    async stopWork() {
      await Promise.all([runningJobs.stop(), loops.stop(), control.stop(), ownerlessNotice]);
    },
  };
}

/**
 * Opens, migrates and fills the database, and starts to serve.
 * @param onSeeded callback as soon as accounts exist: their passwords are shown once, even if a later step ends the
 * program
 * @param onPanic callback after the embedded database has stopped; only a new process can reopen it
 * @param onLost callback after another process has taken the data directory; this process must end at once
 * @param exitCause how the previous server ended, if it ended abnormally
 * @throws StartRefusal in Chinese; nothing stays open
 */
export async function startServer(
  env: Env,
  onSeeded: (seeded: SeedReport) => void = () => undefined,
  onPanic: () => void = () => undefined,
  exitCause?: string,
  onLost: () => void = () => undefined,
): Promise<RunningServer> {
  await assertListenable(env);
  const log = createLog(env);
  // A store or a PostgreSQL server that does not answer is noticed before the data directory is created.
  const files = await createFileStore(env);
  const database = await openMigrated(env, log, onPanic, onLost);
  try {
    const push = createPush(database, (error) => log.error({ err: error }, 'push failed'));
    const services: Services = { env, database, log, files, push, now: () => new Date() };
    const membership = await joinNodes(services);
    await sealPlainKeys(database, env);
    await forgetFirstPasswords(services);
    await playDemonstration(services, await seedInstallation(services, onSeeded));
    // The statistics should describe serving. Otherwise statements of the start would lead the list for days.
    database.statements.reset();
    resetProcessFigures();
    const server = createHttpServer(services);
    const sockets = serveSockets(services, server);
    const url = await startListening(server, env);
    await interruptOwnRuns(services);
    const suggestion = await suggestPublicUrl(services, url).catch(() => null);
    await tellAfterStart(services, exitCause);
    const background = await startBackground(services);
    return {
      url,
      suggestion,
      services,
      async stop() {
        background.stopWatching();
        await drainConnections(server, sockets);
        await background.stopWork();
        closeChildren();
        await push.close();
        await membership.leave();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
