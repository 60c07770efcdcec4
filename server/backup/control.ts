// The embedded database belongs to one process: while a server has it, the command asks that server for the backup.
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { backupTexts } from '@contract/features/system/backupTexts';
import { sentenceOf } from '@server/http/sentence';
import type { Services } from '../services';
import { BackupProblem } from './backupProblem';
import { makeBackup } from './makeBackup';
import { reportOf } from './report';

/** Longest path of a socket, bytes; Windows has no such sockets. */
const longestPath = 100;

function socketOf(dataDir: string): string | undefined {
  const path = join(dataDir, 'control.sock');
  return process.platform === 'win32' || Buffer.byteLength(path) > longestPath ? undefined : path;
}

/**
 * `mark` is an empty file that the command creates beside the future archive. A service may have its own file systems
 * (systemd's PrivateTmp and ProtectHome, containers), where its output under the same name would not be found.
 */
const requestSchema = z.object({ backup: z.string().min(1), mark: z.string().min(1) });
const answerSchema = z.union([
  z.object({ done: z.string(), warnings: z.array(z.string()) }),
  z.object({ problem: z.string() }),
]);
type ControlAnswer = z.infer<typeof answerSchema>;

async function answerTo(services: Services, line: string): Promise<ControlAnswer> {
  try {
    const { backup, mark } = requestSchema.parse(JSON.parse(line));
    if (!existsSync(mark)) return { problem: backupTexts.notShared(backup) };
    return reportOf(await makeBackup(services, backup), backup);
  } catch (error) {
    if (error instanceof BackupProblem && !error.cause) return { problem: error.message };
    services.log.error({ err: error }, 'a backup was not made');
    return { problem: error instanceof BackupProblem ? error.message : sentenceOf(error) };
  }
}

export interface Control {
  /** Waits for a running backup. */
  stop(): Promise<void>;
}

/** Listens in the data directory for users who may write there; with PostgreSQL the command needs no server. */
export async function serveControl(services: Services): Promise<Control> {
  const { database, env, log } = services;
  const path = database.kind === 'pglite' ? socketOf(env.dataDir) : undefined;
  if (!path) return { stop: async () => undefined };
  const work = new Set<Promise<void>>();
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    createInterface({ input: socket }).once('line', (line) => {
      const one = answerTo(services, line).then((answer) => void socket.end(`${JSON.stringify(answer)}\n`));
      work.add(one);
      void one.finally(() => work.delete(one));
    });
  });
  // A killed server left the file; the lock on the directory proves that the server is gone.
  rmSync(path, { force: true });
  await new Promise<void>((resolve) => {
    server.once('error', (error) => {
      log.warn({ err: error }, 'backups can be asked for on no socket');
      resolve();
    });
    server.listen(path, () => {
      chmodSync(path, 0o600);
      resolve();
    });
  });
  return {
    async stop() {
      server.close();
      await Promise.all(work);
    },
  };
}

function ask(control: string, request: z.infer<typeof requestSchema>): Promise<ControlAnswer | undefined> {
  return new Promise((resolve) => {
    const socket = createConnection(control, () => socket.write(`${JSON.stringify(request)}\n`));
    socket.once('error', () => resolve(undefined));
    socket.once('close', () => resolve(undefined));
    createInterface({ input: socket })
      .once('line', (line) => resolve(answerSchema.parse(JSON.parse(line))))
      .on('error', () => undefined);
  });
}

/**
 * Asks the server that has the directory for a backup.
 * @returns undefined where none answers
 * @throws BackupProblem where nothing can be written beside `path`
 */
export async function askServer(dataDir: string, path: string): Promise<ControlAnswer | undefined> {
  const control = socketOf(dataDir);
  if (!control) return undefined;
  const mark = `${path}.${randomUUID()}.mark`;
  try {
    writeFileSync(mark, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new BackupProblem(backupTexts.notWritable(path, (error as NodeJS.ErrnoException).code ?? ''), {
      cause: error,
    });
  }
  return ask(control, { backup: path, mark }).finally(() => rmSync(mark, { force: true }));
}
