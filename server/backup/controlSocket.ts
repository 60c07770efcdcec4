// The embedded database belongs to one process. While a server uses it, commands send their request to that server.
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { backupTexts } from '@contract/features/system/backupTexts';
import { operatorTexts } from '@contract/features/system/operatorTexts';
import { StartRefusal } from '@server/base/startRefusal';
import { sentenceOf } from '@server/http/failureSentence';
import type { Services } from '@server/services';
import { BackupProblem } from './backupProblem';
import { reportOf } from './backupReport';
import { makeBackup } from './makeBackup';

/** Maximum length of a socket's path, bytes; Windows has no such sockets. */
const maxPathLength = 100;

function socketOf(dataDir: string): string | undefined {
  const path = join(dataDir, 'control.sock');
  return process.platform === 'win32' || Buffer.byteLength(path) > maxPathLength ? undefined : path;
}

/**
 * Request for a backup, or for an operator's command. `mark` is an empty file that the command creates beside the
 * future archive. A service may have its own file systems (systemd's PrivateTmp and ProtectHome, containers), in
 * which the same name would denote another file.
 */
const requestSchema = z.union([
  z.object({ backup: z.string().min(1), mark: z.string().min(1) }),
  z.object({ command: z.string().min(1), args: z.array(z.string()), account: z.string() }),
]);
type ControlRequest = z.infer<typeof requestSchema>;
type CommandRequest = Extract<ControlRequest, { command: string }>;
const saidSchema = z.object({ lines: z.array(z.string()), warnings: z.array(z.string()), code: z.number() });
const problemSchema = z.object({ problem: z.string() });
const backupSchema = z.union([
  z.object({ done: z.string(), warnings: z.array(z.string()), missing: z.number() }),
  problemSchema,
]);
type BackupAnswer = z.infer<typeof backupSchema>;

/** Output and exit code of a command. */
export type CommandAnswer = z.infer<typeof saidSchema>;

/** Function that runs an operator's command in this process. */
type RunCommand = (services: Services, request: CommandRequest) => Promise<CommandAnswer>;

async function answerTo(
  services: Services,
  line: string,
  runCommand: RunCommand,
): Promise<BackupAnswer | CommandAnswer> {
  try {
    const request = requestSchema.parse(JSON.parse(line));
    if ('command' in request) return await runCommand(services, request);
    if (!existsSync(request.mark)) return { problem: backupTexts.notShared(request.backup) };
    return reportOf(await makeBackup(services, request.backup), request.backup);
  } catch (error) {
    if (error instanceof StartRefusal || (error instanceof BackupProblem && !error.cause))
      return { problem: error.message };
    services.log.error({ err: error }, 'a command was not carried out');
    return { problem: error instanceof BackupProblem ? error.message : sentenceOf(error) };
  }
}

interface ControlServer {
  /** Waits until running commands have ended. */
  stop(): Promise<void>;
}

/**
 * Listens in the data directory for requests of users who may write there. With PostgreSQL, commands need no server.
 * @param runCommand runs an operator's command
 */
export async function serveControl(services: Services, runCommand: RunCommand): Promise<ControlServer> {
  const { database, env, log } = services;
  const path = database.kind === 'pglite' ? socketOf(env.dataDir) : undefined;
  if (!path) return { stop: async () => undefined };
  const pendingAnswers = new Set<Promise<void>>();
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    createInterface({ input: socket }).once('line', (line) => {
      const pendingAnswer = answerTo(services, line, runCommand).then(
        (answer) => void socket.end(`${JSON.stringify(answer)}\n`),
      );
      pendingAnswers.add(pendingAnswer);
      void pendingAnswer.finally(() => pendingAnswers.delete(pendingAnswer));
    });
  });
  // A killed server left the file. The lock on the directory proves that the server is gone.
  rmSync(path, { force: true });
  await new Promise<void>((resolve) => {
    server.once('error', (error) => {
      log.warn({ err: error }, 'commands can be asked for on no socket');
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
      await Promise.all(pendingAnswers);
    },
  };
}

function sendRequest<T>(control: string, request: ControlRequest, answerSchema: z.ZodType<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(control, () => socket.write(`${JSON.stringify(request)}\n`));
    socket.once('error', () => resolve(undefined));
    socket.once('close', () => resolve(undefined));
    createInterface({ input: socket })
      .once('line', (line) => {
        const parsedAnswer = answerSchema.safeParse(JSON.parse(line));
        if (parsedAnswer.success) resolve(parsedAnswer.data);
        else reject(parsedAnswer.error);
      })
      .on('error', () => undefined);
  });
}

/**
 * Requests a backup from the server that uses the data directory.
 * @returns undefined where no server answers
 * @throws BackupProblem where no file can be written beside `path`
 */
export async function requestBackup(dataDir: string, path: string): Promise<BackupAnswer | undefined> {
  const control = socketOf(dataDir);
  if (!control) return undefined;
  const markPath = `${path}.${randomUUID()}.mark`;
  try {
    writeFileSync(markPath, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new BackupProblem(backupTexts.notWritable(path, (error as NodeJS.ErrnoException).code ?? ''), {
      cause: error,
    });
  }
  return sendRequest(control, { backup: path, mark: markPath }, backupSchema).finally(() =>
    rmSync(markPath, { force: true }),
  );
}

/**
 * Requests the server that uses the data directory to run a command.
 * @throws StartRefusal where no server answers, or it refuses
 */
export async function requestCommand(dataDir: string, request: CommandRequest): Promise<CommandAnswer> {
  const control = socketOf(dataDir);
  const answer = control && (await sendRequest(control, request, z.union([saidSchema, problemSchema])));
  if (!answer) throw new StartRefusal(operatorTexts.held(dataDir));
  if ('problem' in answer) throw new StartRefusal(answer.problem);
  return answer;
}
