// Supervises the server: restarts it whenever it ends without a stop signal.
import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { databaseStopped, endedBefore, servingMessage } from '@server/base/exitCodes';
import { tellOperator } from '@server/base/tellOperator';
import { nodeProblem } from './nodeVersion';
import { notifySystemd, watchdogEvery } from './notifySystemd';

/** Pauses before restarts, ms. They grow with each end of the server; the last one repeats. */
const restartPausesMs = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000];
/** Pause between restarts while a full disk prevents the database from working, ms. */
const diskPauseMs = 5_000;
/** Time of serving, ms, after which the next end counts as the first again. */
const steadyServingMs = 600_000;
const mainPath = fileURLToPath(new URL('main.js', import.meta.url));

let server: ChildProcess | undefined;
/** Whether a server with these settings has ever served. A server that never served is not restarted. */
let hasServed = false;
/** Time at which the current server began to serve. */
let servingSince = 0;
/** Number of ends since the server last served steadily. */
let endCount = 0;
/** True after a server ended because its database had stopped, until the next server serves. */
let isRecovering = false;
let isStopping = false;
/** Time at which the server last reported that its event loop is running. */
let lastAlive = 0;

/** Forwards the server's watchdog messages to systemd, which ends the service without them. */
function forwardWatchdog(): void {
  const intervalMs = watchdogEvery();
  if (intervalMs === undefined) return;
  // A server that starts, or waits for its next start, sends no messages.
  setInterval(() => {
    if (!server || !servingSince || Date.now() - lastAlive < intervalMs * 2) notifySystemd('WATCHDOG=1');
  }, intervalMs).unref();
}

function startServer(before?: string): void {
  servingSince = 0;
  // Through the channel (`ipc`) the server notices the end of the supervisor, and reports to it that it serves.
  server = spawn(process.execPath, [...process.execArgv, mainPath, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: before === undefined ? process.env : { ...process.env, [endedBefore]: before },
  });
  server.on('message', (message) => {
    lastAlive = Date.now();
    if (message !== servingMessage) return;
    notifySystemd('READY=1');
    if (isRecovering) tellOperator('内置数据库已恢复，服务已重新启动。', 'warn');
    else if (hasServed) tellOperator('服务已重新启动。', 'warn');
    isRecovering = false;
    hasServed = true;
    servingSince = Date.now();
  });
  server.once('exit', handleExit);
}

function pauseAfter(code: number | null): number {
  if (code === databaseStopped || isRecovering) {
    if (!isRecovering)
      tellOperator(
        `等待磁盘腾出空间：每 ${diskPauseMs / 1_000} 秒自动重新启动一次，直到内置数据库恢复，无需人工启动。`,
        'warn',
      );
    isRecovering = true;
    return diskPauseMs;
  }
  if (servingSince && Date.now() - servingSince >= steadyServingMs) endCount = 0;
  const pause = restartPausesMs[Math.min(endCount, restartPausesMs.length - 1)] ?? diskPauseMs;
  endCount += 1;
  return pause;
}

function handleExit(code: number | null, signal: NodeJS.Signals | null): void {
  server = undefined;
  const wasIntended = isStopping || code === 0;
  // On a full disk a start may fail in any way, so a server that has served before is restarted.
  if (wasIntended || !(hasServed || code === databaseStopped)) {
    // If the server is stopped during its start, the signal ends it. systemd counts an end by the signal as clean,
    // and its number as a failure, so the supervisor ends in the same way. The first process of a container can't do
    // so.
    if (isStopping && signal) {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    }
    process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0));
  }
  const pause = pauseAfter(code);
  const exitCause = signal ?? String(code);
  if (!isRecovering) tellOperator(`服务异常退出（${exitCause}），${pause / 1_000} 秒后自动重新启动。`, 'warn');
  setTimeout(startServer, pause, exitCause);
}

function stopServer(signal: NodeJS.Signals): void {
  isStopping = true;
  notifySystemd('STOPPING=1');
  if (server) server.kill(signal);
  else process.exit(0);
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stopServer);
// The server itself uses functions that an older Node does not have, and would end with a syntax error.
const problem = nodeProblem(process.versions.node);
if (problem) {
  tellOperator(problem, 'warn');
  process.exit(1);
}
forwardWatchdog();
startServer();
