import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Fails if packages are outdated. Otherwise the copy would run `npm ci` through the link and empty the borrowed
 * node_modules.
 */
function assertInstalled(): void {
  const script = "import { isInstalled } from './scripts/install.mjs'; process.exit(isInstalled() ? 0 : 1)";
  if (spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root }).status !== 0)
    throw new Error('node_modules is not what package-lock.json says: run npm ci first');
}

/**
 * Copies the working tree as a clone would have it, so that the bench and a running server do not disturb each other.
 * With `packages` it links node_modules; otherwise it has none.
 */
export function copyOfTree({ packages }: { packages: boolean }): { directory: string; remove: () => void } {
  if (packages) assertInstalled();
  const directory = mkdtempSync(join(tmpdir(), 'occhealth-bench-'));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
    .split('\0')
    .filter(Boolean);
  for (const file of files) {
    // Listed by git but deleted since.
    if (!existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    copyFileSync(join(root, file), join(directory, file));
  }
  if (packages) symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

export interface Served {
  readonly url: string;
  /** ms from the command to the first answer of the health check. */
  readonly took: number;
  /** ms of processor time of all processes, as the system counts it. */
  readonly processor: number;
  stop(): Promise<void>;
}

const passwords = { ADMIN_PASSWORD: 'Bench-2024#Ad', DEMO_PASSWORD: 'Bench-2024#De' };
export const adminPassword = passwords.ADMIN_PASSWORD;
export const demoPassword = passwords.DEMO_PASSWORD;

/** Runs `npm start` in the copy until it answers. */
export async function serve(directory: string): Promise<Served> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    ...passwords,
    PORT: String(port),
    HOST: '127.0.0.1',
    CAPTCHA: 'off',
    LOG_LEVEL: 'warn',
    DATA_DIR: join(directory, 'data'),
    NODE_ENV: 'production',
  };
  const started = performance.now();
  const child: ChildProcess = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: directory,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (said = (said + String(chunk)).slice(-4_000)));
  const ended = once(child, 'exit');
  for (;;) {
    const answer = await fetch(`${url}/api/health`).catch(() => undefined);
    if (answer?.ok) break;
    if (child.exitCode !== null) throw new Error(`the server ended: ${said}`);
    if (performance.now() - started > 600_000) throw new Error(`the server did not answer: ${said}`);
    await wait(20);
  }
  const took = performance.now() - started;
  const processor = processorOf(child.pid);
  return {
    url,
    took,
    processor,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * Returns ms of processor time of a process and its children, running or ended; NaN where the system does not tell (not
 * Linux).
 */
function processorOf(pid: number | string | undefined): number {
  try {
    const fields = execFileSync('cat', [`/proc/${pid}/stat`], { encoding: 'utf8' })
      .replace(/^.*\) /, '')
      .split(' ');
    const children = execFileSync('cat', [`/proc/${pid}/task/${pid}/children`], { encoding: 'utf8' })
      .split(' ')
      .filter(Boolean);
    // utime, stime, cutime, cstime in hundredths of a second
    return (
      fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) * 10 +
      children.reduce((sum, child) => sum + processorOf(child), 0)
    );
  } catch {
    return Number.NaN;
  }
}
