import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { limitConcurrency } from '@server/base/limitConcurrency';
import { root } from '@server/base/root';
import type { ChildJobs, JobName, ChildMessage } from './childProtocol';
import { processUsage } from './processUsage';

/** Reason why a child ended before its job was done: memory, processor time, waiting time, or a crash. */
export type DeathCause = 'memory' | 'work' | 'wait' | 'crash';

/** Error for a child that died; the server continues. */
export class ChildDeath extends Error {
  override readonly name = 'ChildDeath';
  constructor(readonly deathCause: DeathCause) {
    super(`a child ended: ${deathCause}`);
  }
}

/** Error with the child's message for the person who uploaded the file. */
export class ChildRefusal extends Error {
  override readonly name = 'ChildRefusal';
}

/** Error for a job that was refused because too many jobs are waiting. */
export class ChildBusy extends Error {
  override readonly name = 'ChildBusy';
}

interface PoolOptions {
  /** Maximum heap of a child, MB. */
  readonly heap: number;
  /** Maximum total memory of a child, MB; buffers are outside the heap. */
  readonly memory: number;
  /** Maximum number of children at a time, which limits the resources that anonymous users can occupy. */
  readonly maxChildren: number;
  /** Maximum number of waiting jobs; each keeps its input in memory. */
  readonly maxWaiting: number;
}

interface AskOptions<J extends JobName> {
  /** Processor time, ms, after which the child is killed. */
  readonly maxProcessorMs: number;
  /** Elapsed time, ms, after which the child is killed; on a busy machine it may wait longer for a processor. */
  readonly maxElapsedMs: number;
  /** Whether the child ends after this job. */
  readonly endsAfterJob?: boolean;
  readonly onPart?: (part: ChildJobs[J]['part']) => void;
}

export interface Pool {
  /**
   * Runs a job in a child.
   * @throws ChildRefusal with a message for people; ChildDeath where the child ended; ChildBusy where too many jobs
   * wait; Error for a failure in the child
   */
  ask<J extends JobName>(job: J, input: ChildJobs[J]['input'], options: AskOptions<J>): Promise<ChildJobs[J]['result']>;
  /** Starts a child in advance and keeps one ready from now on. */
  warm(): void;
  /** Ends all children. */
  close(): void;
}

const megabyte = 1024 * 1024;
/** Interval between two checks of a child's resources, ms. */
const checkIntervalMs = 50;
/** Time after which an unused child ends, where none is kept ready, ms. */
const idleTimeoutMs = 120_000;
/** Number of jobs after which a child is replaced. */
const maxJobs = 50;

/** Returns the path of the child's program: beside the bundle in the product, run by tsx in the sources. */
function programOf(): { readonly path: string; readonly execArgv: string[]; readonly env: Record<string, string> } {
  const builtPath = join(root, 'dist/server/child.js');
  if (import.meta.url.includes('/dist/server/') && existsSync(builtPath))
    return { path: builtPath, execArgv: [], env: { NODE_ENV: 'production' } };
  return {
    path: join(root, 'server/entry/child.ts'),
    execArgv: ['--import', import.meta.resolve('tsx')],
    env: { TSX_TSCONFIG_PATH: join(root, 'tsconfig.base.json') },
  };
}

interface PooledChild {
  readonly process: ChildProcess;
  jobs: number;
  /** Callback for messages about the current job. */
  onMessage: (message: ChildMessage) => void;
  onExit: (code: number | null, signal: NodeJS.Signals | null) => void;
}

/**
 * Returns whether a child ended because of memory: V8 ends a process with a full heap by SIGABRT, the system one with
 * too much memory by SIGKILL.
 */
const byMemory = (code: number | null, signal: NodeJS.Signals | null): boolean =>
  code === 134 || signal === 'SIGABRT' || signal === 'SIGKILL';

/** Starts a child process with a heap of the given size, MB. */
function startChild(heap: number): PooledChild {
  const { path, execArgv, env } = programOf();
  return {
    // The server's environment is not passed to the child, so that it contains no secrets and no addresses.
    process: fork(path, {
      execArgv: [...execArgv, `--max-old-space-size=${heap}`],
      env,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    }),
    jobs: 0,
    onMessage: () => undefined,
    onExit: () => undefined,
  };
}

/** Sets whether this process waits for the child before it ends. */
function setKeepsAlive(child: PooledChild, shouldHold: boolean): void {
  child.process[shouldHold ? 'ref' : 'unref']();
  child.process.channel?.[shouldHold ? 'ref' : 'unref']();
}

interface RunningJob {
  readonly child: PooledChild;
  readonly id: number;
  /** Heap of the child, MB. */
  readonly heap: number;
  /** Maximum memory of the child, MB. */
  readonly memory: number;
  /** Returns the child to the pool; the child ends unless it is reusable. */
  readonly release: (child: PooledChild, reusable: boolean) => void;
  /** Called once if the job takes long, so that its child will probably be killed. */
  readonly onSlow: () => void;
}

/** Time after which a job takes long, ms. */
const slowAfterMs = 1_000;

/** Time in which a child must have started and loaded the modules of its job, and in which it gets a processor, ms. */
const maxWaitMs = 60_000;
/** Processor time, ms, from which a child is not considered to wait for a processor. */
const enoughProcessorMs = 2_000;

/** Share of its heap by which a child has grown that fills it. */
const fullHeapShare = 0.75;

interface LimitCheck {
  /** Starts the time of the job: its child has loaded the modules. */
  readonly begin: () => void;
  /** Returns the reason to end the child; undefined within all limits. */
  readonly exceeded: () => DeathCause | undefined;
}

/** Checks a child against the limits of its job. */
function limitCheck(
  { child, heap, memory }: Pick<RunningJob, 'child' | 'heap' | 'memory'>,
  { maxProcessorMs, maxElapsedMs }: Pick<AskOptions<JobName>, 'maxProcessorMs' | 'maxElapsedMs'>,
): LimitCheck {
  const pid = child.process.pid ?? 0;
  let [from, previousProcessFigures] = [performance.now(), null as ReturnType<typeof processUsage> | null];
  return {
    begin() {
      [from, previousProcessFigures] = [performance.now(), processUsage(pid)];
    },
    exceeded() {
      const elapsedMs = performance.now() - from;
      const figures = processUsage(pid);
      if (figures && figures.residentBytes > memory * megabyte) return 'memory';
      if (elapsedMs >= Math.max(maxWaitMs, maxElapsedMs)) return 'wait';
      if (previousProcessFigures === null) return undefined;
      const processorMs = figures ? figures.processorMs - (previousProcessFigures?.processorMs ?? 0) : elapsedMs;
      const hasNoProcessor = processorMs < Math.min(enoughProcessorMs, maxProcessorMs);
      if (processorMs < maxProcessorMs && (elapsedMs < maxElapsedMs || hasNoProcessor)) return undefined;
      // A child that fills its heap collects garbage all the time, so that it may meet a limit of time first.
      const grownBytes = figures ? figures.residentBytes - (previousProcessFigures?.residentBytes ?? 0) : 0;
      if (grownBytes > heap * megabyte * fullHeapShare) return 'memory';
      return processorMs >= maxProcessorMs ? 'work' : 'wait';
    },
  };
}

/** Sends a job to a child and waits for its answer, its end, or the limit of its work, time or memory. */
function answerOf<J extends JobName>(
  { child, id, heap, memory, release, onSlow }: RunningJob,
  job: J,
  input: ChildJobs[J]['input'],
  { maxProcessorMs, maxElapsedMs, endsAfterJob = false, onPart }: AskOptions<J>,
): Promise<ChildJobs[J]['result']> {
  return new Promise((resolve, reject) => {
    const slowTimer = setTimeout(onSlow, slowAfterMs);
    const settleWork = (reusable: boolean, conclude: () => void): void => {
      clearTimeout(slowTimer);
      clearInterval(deadlineTimer);
      child.onMessage = () => undefined;
      child.onExit = () => undefined;
      setKeepsAlive(child, false);
      release(child, reusable);
      conclude();
    };
    const died = (cause: DeathCause): void => settleWork(false, () => reject(new ChildDeath(cause)));
    const limits = limitCheck({ child, heap, memory }, { maxProcessorMs, maxElapsedMs });
    const deadlineTimer = setInterval(
      () => {
        const cause = limits.exceeded();
        if (cause) died(cause);
      },
      Math.min(checkIntervalMs, maxProcessorMs),
    );
    child.onExit = (code, signal) => died(byMemory(code, signal) ? 'memory' : 'crash');
    child.onMessage = (message) => {
      if (!('id' in message) || message.id !== id) return;
      if ('begun' in message) limits.begin();
      else if ('part' in message) onPart?.(message.part as ChildJobs[J]['part']);
      else if ('done' in message) settleWork(!endsAfterJob, () => resolve(message.done as ChildJobs[J]['result']));
      // A hostile file may have left the parser in an unknown state, so the child is replaced.
      else if ('refused' in message) settleWork(false, () => reject(new ChildRefusal(message.refused)));
      else settleWork(false, () => reject(new Error(message.failure)));
    };
    child.process.send({ id, job, input }, (error) => {
      if (error) child.onExit(null, null);
    });
  });
}

/**
 * Creates a pool of child processes with one job at a time each and separate heaps, so that a failure affects no
 * other job.
 */
export function childPool({ heap, memory, maxChildren, maxWaiting }: PoolOptions): Pool {
  const restingChildren: PooledChild[] = [];
  const runningChildren = new Set<PooledChild>();
  const inTurn = limitConcurrency({
    maxRunning: maxChildren,
    maxWaiting,
    tooMany: () => {
      throw new ChildBusy('too many wait');
    },
  });
  let lastId = 0;
  let keepOne = false;
  let restTimer: NodeJS.Timeout | undefined;

  function spawned(): PooledChild {
    const child = startChild(heap);
    runningChildren.add(child);
    child.process.on('message', (message: ChildMessage) => child.onMessage(message));
    child.process.once('exit', (code, signal) => {
      runningChildren.delete(child);
      const index = restingChildren.indexOf(child);
      if (index >= 0) restingChildren.splice(index, 1);
      child.onExit(code, signal);
    });
    // A child that can't be started or reached emits an error, sometimes without an exit.
    child.process.once('error', () => child.onExit(null, null));
    setKeepsAlive(child, false);
    return child;
  }

  function end(child: PooledChild): void {
    runningChildren.delete(child);
    child.process.kill('SIGKILL');
  }

  /** Starts a child in advance, where one is to be kept ready and none is. */
  function keepReady(): void {
    if (keepOne && restingChildren.length === 0) restingChildren.push(spawned());
  }

  function putBack(child: PooledChild, reusable: boolean): void {
    if (!reusable || child.jobs >= maxJobs || restingChildren.length >= maxChildren) end(child);
    else restingChildren.push(child);
    keepReady();
    if (keepOne) return;
    clearTimeout(restTimer);
    restTimer = setTimeout(() => restingChildren.splice(0).forEach(end), idleTimeoutMs);
    restTimer.unref();
  }

  function perform<J extends JobName>(
    job: J,
    input: ChildJobs[J]['input'],
    options: AskOptions<J>,
  ): Promise<ChildJobs[J]['result']> {
    const child = restingChildren.pop() ?? spawned();
    const id = (lastId += 1);
    child.jobs += 1;
    setKeepsAlive(child, true);
    return answerOf({ child, id, heap, memory, release: putBack, onSlow: keepReady }, job, input, options);
  }

  return {
    ask: (job, input, options) => inTurn(() => perform(job, input, options)),
    warm() {
      keepOne = true;
      keepReady();
    },
    close() {
      keepOne = false;
      clearTimeout(restTimer);
      for (const child of runningChildren) end(child);
      restingChildren.length = 0;
    },
  };
}
