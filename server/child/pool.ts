import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@server/base/root';
import { takingTurns } from '@server/base/takingTurns';
import { figuresOf } from './figures';
import type { ChildJobs, JobName, Told } from './protocol';

/**
 * How a child ended whose work was not done: by memory, by work without end, by waiting too long, or in another way.
 */
export type DeathCause = 'memory' | 'work' | 'wait' | 'crash';

/** The child is gone, the server is not. */
export class ChildDeath extends Error {
  override readonly name = 'ChildDeath';
  constructor(readonly by: DeathCause) {
    super(`a child ended: ${by}`);
  }
}

/** A sentence of the child for the person whose file it was. */
export class ChildRefusal extends Error {
  override readonly name = 'ChildRefusal';
}

/** Too many wait already. */
export class ChildBusy extends Error {
  override readonly name = 'ChildBusy';
}

export interface PoolOptions {
  /** MB of a child's heap. */
  readonly heap: number;
  /** MB of a child altogether: buffers lie outside of its heap. */
  readonly memory: number;
  /** Children at a time: what strangers may cost of the machine. */
  readonly most: number;
  /** Each waits with what it is about in memory. */
  readonly mostWaiting: number;
}

export interface AskOptions<J extends JobName> {
  /** ms of work after which the child is ended. */
  readonly work: number;
  /** ms after which it is ended on however busy a machine. */
  readonly patience: number;
  /** The child does nothing after it. */
  readonly once?: boolean;
  readonly onPart?: (part: ChildJobs[J]['part']) => void;
}

export interface Pool {
  /**
   * Has a child do a job.
   * @throws ChildRefusal with a sentence for people; ChildDeath; ChildBusy; Error for what the child could not do
   */
  ask<J extends JobName>(job: J, input: ChildJobs[J]['input'], options: AskOptions<J>): Promise<ChildJobs[J]['result']>;
  /** Starts a child ahead of the first who asks, and keeps one ready from now on. */
  warm(): void;
  /** Ends all children. */
  close(): void;
}

const megabyte = 1024 * 1024;
/** ms between two looks at what a child costs. */
const lookEvery = 50;
/** ms that an unused child stays where none is to be kept ready. */
const idle = 120_000;
/** Jobs after which a child gives way to a fresh one. */
const mostJobs = 50;

/** Beside the bundle in the product; through tsx where the sources run. */
function programOf(): { readonly path: string; readonly execArgv: string[]; readonly env: Record<string, string> } {
  const built = join(root, 'dist/server/child.js');
  if (import.meta.url.includes('/dist/server/') && existsSync(built))
    return { path: built, execArgv: [], env: { NODE_ENV: 'production' } };
  return {
    path: join(root, 'server/childMain.ts'),
    execArgv: ['--import', import.meta.resolve('tsx')],
    env: { TSX_TSCONFIG_PATH: join(root, 'tsconfig.base.json') },
  };
}

interface Child {
  readonly process: ChildProcess;
  jobs: number;
  /** Told of the messages about the job at hand. */
  heard: (told: Told) => void;
  ended: (code: number | null, signal: NodeJS.Signals | null) => void;
}

/** V8 ends a process whose heap is full by SIGABRT, the system one that has too much by SIGKILL. */
const byMemory = (code: number | null, signal: NodeJS.Signals | null): boolean =>
  code === 134 || signal === 'SIGABRT' || signal === 'SIGKILL';

/** Children that do one job at a time, each with a heap of its own; what becomes of one touches nobody else's. */
export function childPool({ heap, memory, most, mostWaiting }: PoolOptions): Pool {
  const resting: Child[] = [];
  const living = new Set<Child>();
  const inTurn = takingTurns({
    most,
    mostWaiting,
    tooMany: () => {
      throw new ChildBusy('too many wait');
    },
  });
  let lastId = 0;
  let keepOne = false;
  let rest: NodeJS.Timeout | undefined;

  function spawned(): Child {
    const { path, execArgv, env } = programOf();
    const child: Child = {
      // Nothing of our own surroundings: no secrets, no addresses.
      process: fork(path, {
        execArgv: [...execArgv, `--max-old-space-size=${heap}`],
        env,
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      }),
      jobs: 0,
      heard: () => undefined,
      ended: () => undefined,
    };
    living.add(child);
    child.process.on('message', (told: Told) => child.heard(told));
    child.process.once('exit', (code, signal) => {
      living.delete(child);
      const at = resting.indexOf(child);
      if (at >= 0) resting.splice(at, 1);
      child.ended(code, signal);
    });
    // What can't be started or told anything has an exit, too, or never had a life.
    child.process.once('error', () => child.ended(null, null));
    hold(child, false);
    return child;
  }

  /** Whether this process waits for the child before it ends. */
  function hold(child: Child, wanted: boolean): void {
    child.process[wanted ? 'ref' : 'unref']();
    child.process.channel?.[wanted ? 'ref' : 'unref']();
  }

  function end(child: Child): void {
    living.delete(child);
    child.process.kill('SIGKILL');
  }

  function putBack(child: Child, reusable: boolean): void {
    if (!reusable || child.jobs >= mostJobs) end(child);
    else resting.push(child);
    if (keepOne && resting.length === 0) resting.push(spawned());
    if (keepOne) return;
    clearTimeout(rest);
    rest = setTimeout(() => resting.splice(0).forEach(end), idle);
    rest.unref();
  }

  function perform<J extends JobName>(
    job: J,
    input: ChildJobs[J]['input'],
    { work, patience, once = false, onPart }: AskOptions<J>,
  ): Promise<ChildJobs[J]['result']> {
    const child = resting.pop() ?? spawned();
    const id = (lastId += 1);
    const pid = child.process.pid ?? 0;
    child.jobs += 1;
    hold(child, true);
    return new Promise((resolve, reject) => {
      const began = performance.now();
      const before = figuresOf(pid)?.worked ?? 0;
      const settle = (reusable: boolean, how: () => void): void => {
        clearInterval(watch);
        child.heard = () => undefined;
        child.ended = () => undefined;
        hold(child, false);
        putBack(child, reusable);
        how();
      };
      const died = (cause: DeathCause): void => settle(false, () => reject(new ChildDeath(cause)));
      const watch = setInterval(
        () => {
          const passed = performance.now() - began;
          const figures = figuresOf(pid);
          if (figures && figures.held > memory * megabyte) died('memory');
          else if (figures ? figures.worked - before >= work : passed >= work) died('work');
          else if (passed >= patience) died('wait');
        },
        Math.min(lookEvery, work),
      );
      child.ended = (code, signal) => died(byMemory(code, signal) ? 'memory' : 'crash');
      child.heard = (told) => {
        if (!('id' in told) || told.id !== id) return;
        if ('part' in told) onPart?.(told.part as ChildJobs[J]['part']);
        else if ('done' in told) settle(!once, () => resolve(told.done as ChildJobs[J]['result']));
        // A strange file may have left the parser in a strange state.
        else if ('refused' in told) settle(false, () => reject(new ChildRefusal(told.refused)));
        else settle(false, () => reject(new Error(told.failure)));
      };
      child.process.send({ id, job, input }, (error) => {
        if (error) child.ended(null, null);
      });
    });
  }

  return {
    ask: (job, input, options) => inTurn(() => perform(job, input, options)),
    warm() {
      keepOne = true;
      if (resting.length === 0) resting.push(spawned());
    },
    close() {
      keepOne = false;
      clearTimeout(rest);
      for (const child of living) end(child);
      resting.length = 0;
    },
  };
}
