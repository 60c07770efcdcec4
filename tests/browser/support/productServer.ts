import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { captchaLetters } from '@server/auth/captcha/drawCaptchaPicture';
import { root } from '@server/base/root';
import { filledDirectory } from '../../support/filledDirectory';
import { scryptOptions } from '../../support/scryptCost';

/** Password of every demonstration account and of `admin`. */
export const password = 'Journey-2031';

export interface ProductServer {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  stop(): Promise<void>;
  /** As `kill -9` or a power failure. */
  kill(): Promise<void>;
  /** Returns the output so far. */
  said(): string;
  /** Resolves at the end of the process: exit code, null after a signal, and the output. */
  readonly ended: Promise<{ readonly code: number | null; readonly said: string }>;
}

// The user's environment without variables of Vitest and of this product.
const surroundings: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  NODE_ENV: 'production',
};

/** Environment of a product or one of its commands. */
const environmentOf = (dataDir: string, { NODE_OPTIONS = '', ...variables }: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...surroundings,
  DATA_DIR: dataDir,
  ...variables,
  NODE_OPTIONS: `${scryptOptions} ${NODE_OPTIONS}`.trim(),
});

/** For a product whose captcha a test answers: the letters are known, the image is drawn as usual. */
export const knownCaptcha = {
  variables: {
    NODE_OPTIONS: `--import ${new URL('knownCaptcha.mjs', import.meta.url).href}`,
    KNOWN_CAPTCHA: String(captchaLetters.length),
  },
  answer: (captchaLetters[0] ?? '').repeat(4),
} as const;

/** Builds what is outdated. Fast if `npm test` has built already. */
export async function buildProduct(...parts: ('web' | 'server' | 'shellHarness')[]): Promise<void> {
  await buildIn(root, ...parts);
}

/** Builds the sources of another directory. */
export async function buildIn(program: string, ...parts: string[]): Promise<void> {
  const child = spawn(process.execPath, [join(program, 'scripts/build.mjs'), ...parts], {
    cwd: program,
    env: surroundings,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`the build ended with ${code}`);
}

/** Runs an operator's command beside the server, as `npm run backup` does. */
export async function commandIn(
  dataDir: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  program = root,
): Promise<{ readonly code: number | null; readonly said: string }> {
  const child = spawn(process.execPath, [join(program, 'scripts/command.mjs'), ...args], {
    cwd: program,
    env: environmentOf(dataDir, variables),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said: said.trim() };
}

/**
 * Starts the built product as people do: its own process, port and directory with the demonstration.
 * @param keepsBefore keeps a copy of the directory before the start; the shared one is refilled at midnight
 */
export async function startProduct(
  variables: Readonly<Record<string, string>> = {},
  keepsBefore = false,
): Promise<ProductServer & { readonly dataDir: string; readonly before: string; end(): Promise<void> }> {
  const filled = await filledDirectory();
  const dataDir = await mkdtemp(join(tmpdir(), 'occhealth-journey-'));
  const before = `${dataDir}-before`;
  await cp(filled, dataDir, { recursive: true });
  if (keepsBefore) await cp(dataDir, before, { recursive: true });
  const product = await startIn(dataDir, variables);
  return {
    ...product,
    dataDir,
    before,
    /** Stops it and keeps its directory. */
    end: product.stop,
    async stop() {
      await product.stop();
      for (const directory of [dataDir, before]) await rm(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Starts the built product on a directory that stays. An empty one is filled with the demonstration.
 * @param program directory of the build: this version's or another's
 * @param entry the server itself, which tests may kill, or its supervisor
 */
export async function startIn(
  dataDir: string,
  variables: Readonly<Record<string, string>> = {},
  program = root,
  entry: 'main' | 'supervisor' = 'main',
): Promise<ProductServer> {
  const child = spawn(process.execPath, [join(program, `dist/server/${entry}.js`)], {
    cwd: dataDir,
    env: environmentOf(dataDir, {
      PORT: '0',
      ADMIN_PASSWORD: password,
      DEMO_PASSWORD: password,
      LOG_LEVEL: 'error',
      ...variables,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = once(child, 'exit');
  const end = (signal: 'SIGTERM' | 'SIGKILL') => async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await gone;
  };
  const stop = end('SIGTERM');
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const url = new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /已启动：(http:\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
  });
  const early = gone.then(([code]) => {
    throw new Error(`the server ended with ${String(code)}: ${said}`);
  });
  try {
    const ended = gone.then(([code]) => ({ code: code as number | null, said }));
    return { url: await Promise.race([url, early]), stop, kill: end('SIGKILL'), said: () => said, ended };
  } catch (error) {
    await stop();
    throw error;
  }
}
