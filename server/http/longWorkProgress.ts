import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { type LongTask, longTaskTexts as texts } from '@contract/features/system/jobs/longTasks';
import { Refusal } from './errors';

/** Time in ms after which work is shown to its person. */
const shownAfterMs = 1_000;
/** Shortest time in ms between two messages about the same work. */
const tellIntervalMs = 500;
/** Interval in ms at which running work is told again, so that other processes know it is alive. */
const beatMs = 10_000;
/** Time in ms without a message after which the work of another process counts as ended. */
const goneAfterMs = 35_000;

type Recipients = 'all' | readonly number[];

interface TaskMessage {
  readonly cmd: 'task' | 'cancelTask';
  readonly task?: LongTask;
  readonly canceledTask?: string;
}

/** The part of the push connection that long work needs. */
interface TaskPush {
  send(recipients: Recipients, message: TaskMessage): Promise<void>;
  sendHere(recipients: Recipients, message: TaskMessage): void;
  sendToOthers(recipients: Recipients, message: TaskMessage): Promise<void>;
  subscribe(
    listener: (recipients: Recipients, message: Partial<TaskMessage> | { readonly cmd: string }) => void,
  ): () => void;
}

/** Services that tell of long work. */
interface Teller {
  readonly push: TaskPush;
  readonly log: { debug(details: { readonly err: unknown }, message: string): void };
}

type Step = Pick<LongTask, 'title' | 'step' | 'done' | 'total'>;

/** Context in which no transaction runs. */
const outsideTransactions = new AsyncResource('long tasks');

/** Work of this process that may take long. */
class LongWork {
  readonly id = randomUUID();
  private readonly startedAt = performance.now();
  private progress: LongTask | null = null;
  private toldAt: number | null = null;
  private isCanceled = false;
  private hasEnded = false;
  private timer: NodeJS.Timeout | undefined;
  /** Progress that other processes have not been told yet. */
  private untold: LongTask | null = null;
  private isTelling = false;

  constructor(
    private readonly services: Teller,
    readonly userId: number,
    private readonly isCancelable = true,
  ) {}

  /**
   * Keeps the progress, and tells it if the work has lasted long.
   * @throws Refusal 400 after the person has canceled the work
   */
  report(step: Step): void {
    if (this.hasEnded) return;
    if (this.isCanceled) throw new Refusal(400, 'canceled', texts.canceled);
    this.progress = { ...step, id: this.id, isCancelable: this.isCancelable, state: 'running' };
    const sinceStart = performance.now() - this.startedAt;
    if (this.toldAt === null && sinceStart < shownAfterMs)
      this.timer ??= setTimeout(() => this.show(), shownAfterMs - sinceStart).unref();
    else if (this.toldAt === null) this.show();
    else if (performance.now() - this.toldAt >= tellIntervalMs) this.tell();
  }

  /** Cancels the work at its next report. Returns whether that is possible. */
  cancel(): boolean {
    this.isCanceled ||= this.isCancelable && !this.hasEnded;
    return this.isCanceled;
  }

  /** Ends the work. Only work that was shown is told again. */
  end(hasFailed: boolean): void {
    this.hasEnded = true;
    clearTimeout(this.timer);
    if (!this.progress || this.toldAt === null) return;
    const endState = this.isCanceled ? 'canceled' : 'failed';
    this.progress = { ...this.progress, isCancelable: false, state: hasFailed ? endState : 'done' };
    this.tell();
    boardOf(this.services.push).ownWork.delete(this.id);
  }

  /** Returns the progress if the work is shown. */
  shownTask(): LongTask | null {
    return this.toldAt === null ? null : this.progress;
  }

  private show(): void {
    if (this.hasEnded) return;
    clearTimeout(this.timer);
    this.timer = setInterval(() => this.tell(), beatMs).unref();
    boardOf(this.services.push).ownWork.set(this.id, this);
    this.tell();
  }

  private tell(): void {
    if (!this.progress) return;
    this.toldAt = performance.now();
    this.services.push.sendHere([this.userId], { cmd: 'task', task: this.progress });
    this.untold = this.progress;
    // Work tells from within its transaction, whose connection must not carry the message.
    outsideTransactions.runInAsyncScope(() => void this.tellOthers());
  }

  /** Tells other processes the latest progress. One message is under way at a time: it may wait for the database. */
  private async tellOthers(): Promise<void> {
    if (this.isTelling) return;
    this.isTelling = true;
    const { push, log } = this.services;
    try {
      for (let task = this.untold; task; task = this.untold) {
        this.untold = null;
        await push.sendToOthers([this.userId], { cmd: 'task', task });
      }
    } catch (error) {
      log.debug({ err: error }, 'the progress of long work was not passed on');
    } finally {
      this.isTelling = false;
    }
  }
}

interface ForeignTask {
  readonly userId: number;
  readonly task: LongTask;
  readonly heardAt: number;
}

/** Long work of this process, and what other processes have told of theirs. */
interface Board {
  readonly ownWork: Map<string, LongWork>;
  readonly foreignTasks: Map<string, ForeignTask>;
}

const boardOfPush = new WeakMap<TaskPush, Board>();

/** Returns the board of a process, which listens from its first use on. */
function boardOf(push: TaskPush): Board {
  const existingBoard = boardOfPush.get(push);
  if (existingBoard) return existingBoard;
  const board: Board = { ownWork: new Map(), foreignTasks: new Map() };
  boardOfPush.set(push, board);
  push.subscribe((recipients, message) => {
    const { cmd, task, canceledTask }: Partial<TaskMessage> = message as Partial<TaskMessage>;
    const [userId] = recipients === 'all' ? [] : recipients;
    if (userId === undefined) return;
    if (cmd === 'cancelTask') {
      const work = board.ownWork.get(canceledTask ?? '');
      if (work?.userId === userId) work.cancel();
    } else if (cmd === 'task' && task && !board.ownWork.has(task.id)) {
      if (task.state === 'running') board.foreignTasks.set(task.id, { userId, task, heardAt: performance.now() });
      else board.foreignTasks.delete(task.id);
    }
  });
  return board;
}

/** Returns the shown long work of a person in all processes, for a browser that connects. */
export function longTasksOf({ push }: Pick<Teller, 'push'>, userId: number): LongTask[] {
  const { ownWork, foreignTasks } = boardOf(push);
  const oldest = performance.now() - goneAfterMs;
  for (const [id, { heardAt }] of foreignTasks) if (heardAt < oldest) foreignTasks.delete(id);
  return [
    ...[...ownWork.values()].flatMap((work) => (work.userId === userId ? (work.shownTask() ?? []) : [])),
    ...[...foreignTasks.values()].flatMap((foreign) => (foreign.userId === userId ? foreign.task : [])),
  ];
}

/**
 * Cancels long work of a person, in whichever process it is. It stops at its next report, and its transaction is
 * rolled back.
 * @returns false if the work has ended or can no longer be canceled
 */
export async function cancelLongTask({ push }: Pick<Teller, 'push'>, userId: number, id: string): Promise<boolean> {
  const { ownWork, foreignTasks } = boardOf(push);
  const longWork = ownWork.get(id);
  if (longWork) return longWork.userId === userId && longWork.cancel();
  if (foreignTasks.get(id)?.userId !== userId) return false;
  await push.send([userId], { cmd: 'cancelTask', canceledTask: id });
  return true;
}

const currentWork = new AsyncLocalStorage<LongWork>();

/**
 * Runs work that may take long for a person. What it tells by {@link reportProgress} is shown from the first second on.
 */
export async function withProgress<T>(services: Teller, userId: number, work: () => Promise<T>): Promise<T> {
  const longWork = new LongWork(services, userId);
  let hasFailed = true;
  try {
    const result = await currentWork.run(longWork, work);
    hasFailed = false;
    return result;
  } finally {
    longWork.end(hasFailed);
  }
}

/**
 * Tells the progress of the current request or background work. Work without a person tells nobody.
 * @param done finished units
 * @param total all units of the step
 * @param title what is done, such as 导入检测项目
 * @param step name of the step; empty for work of one step
 * @throws Refusal 400 after the person has canceled the work
 * @example reportProgress(500, 20_000, longTaskTexts.importing('用人单位'), importSteps.write)
 */
export function reportProgress(done: number, total: number, title: string, step = ''): void {
  currentWork.getStore()?.report({ title, step, done, total });
}

/** Number of rows of a stream between two reports. */
const rowsPerReport = 500;

/**
 * Yields the rows of an answer that is streamed, and tells the progress. A browser cancels a download by itself.
 * @param total number of rows
 */
export async function* rowsWithProgress<T>(
  services: Teller,
  userId: number,
  { title, total, rows }: { readonly title: string; readonly total: number; readonly rows: AsyncIterable<T> },
): AsyncGenerator<T> {
  const longWork = new LongWork(services, userId, false);
  let done = 0;
  let hasFailed = true;
  try {
    for await (const row of rows) {
      yield row;
      done += 1;
      if (done % rowsPerReport === 0) longWork.report({ title, step: '', done, total });
    }
    hasFailed = false;
  } finally {
    longWork.end(hasFailed);
  }
}
