// What serves for days is started by this: a database that has stopped is brought back by another process, without anybody's help.
import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { databaseStopped } from './exitCodes';

/** ms from an end to the next start. */
const pause = 5_000;
const main = fileURLToPath(new URL('main.js', import.meta.url));

let server: ChildProcess | undefined;
/** From the end of a server whose database had stopped until one serves again. */
let recovering = false;
let stopping = false;

function start(): void {
  // By its channel the server learns that we are gone, however we went, and tells us that it serves.
  server = spawn(process.execPath, [...process.execArgv, main, ...process.argv.slice(2)], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  server.once('message', () => {
    if (recovering) console.error('内置数据库已恢复，服务已重新启动。');
    recovering = false;
  });
  server.once('exit', ended);
}

function ended(code: number | null, signal: NodeJS.Signals | null): void {
  server = undefined;
  // On a disk that is still full a start may fail in any way: one that served with the same settings before is tried again.
  if (stopping || !(code === databaseStopped || (recovering && code))) {
    // Told to stop while it started, it died of the signal, which systemd takes for a clean end, and its number for a failure. The first process of a container can't.
    if (stopping && signal) {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    }
    process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0));
  }
  if (!recovering) console.error(`等待磁盘腾出空间：每 ${pause / 1_000} 秒自动重新启动一次，直到内置数据库恢复，无需人工启动。`);
  recovering = true;
  setTimeout(start, pause);
}

function stop(signal: NodeJS.Signals): void {
  stopping = true;
  if (server) server.kill(signal);
  else process.exit(0);
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
start();
