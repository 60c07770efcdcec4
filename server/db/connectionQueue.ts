import { afterReading } from './connectionWatch';

/**
 * Time without any movement of the queue, ms, after which a call stops waiting for a connection (QUALITY FT2: an
 * answer within 3 s).
 */
const maxStandstillMs = 2_500;
/**
 * Maximum wait for a connection while the queue moves, ms. When a hundred people save at once, a late answer is
 * better than none.
 */
export const maxWaitMs = 10_000;

/** A place in the queue for a connection. */
interface QueuePlace<T> {
  /** Resolves with the connection. */
  readonly turn: Promise<T>;
  /** Leaves the queue; a connection that still arrives is released. */
  leave(): void;
}

/**
 * Waits for the turn, but not in a queue that does not move, and never without a limit (docs/decisions/0018).
 * @param lastMoveAt `performance.now()` of the last movement
 */
export function inLine<T>({ turn, leave }: QueuePlace<T>, lastMoveAt: () => number): Promise<T> {
  return new Promise((resolve, reject) => {
    const requestedAt = performance.now();
    let isSettled = false;
    let timer: ReturnType<typeof setTimeout>;
    const checkMovement = async (): Promise<void> => {
      await afterReading();
      if (isSettled) return;
      const remainingMs =
        Math.min(Math.max(requestedAt, lastMoveAt()) + maxStandstillMs, requestedAt + maxWaitMs) - performance.now();
      if (remainingMs > 0) {
        timer = setTimeout(() => void checkMovement(), remainingMs).unref();
        return;
      }
      isSettled = true;
      leave();
      reject(new Error('timeout exceeded when trying to connect'));
    };
    timer = setTimeout(() => void checkMovement(), maxStandstillMs).unref();
    const endWait = (): boolean => {
      clearTimeout(timer);
      const wasSettled = isSettled;
      isSettled = true;
      return wasSettled;
    };
    turn.then(
      (connection) => endWait() || resolve(connection),
      (error: unknown) => endWait() || reject(error),
    );
  });
}

interface ConnectionTurns {
  /** Number of waiting calls. */
  readonly waiting: number;
  readonly busy: boolean;
  /** Runs the work in the order of the calls; it never runs work whose call has timed out. */
  take<T>(work: () => Promise<T>): Promise<T>;
  /** Reports progress of the running work, so that other calls continue to wait. */
  move(): void;
}

/** Creates the queue for the single connection of the embedded database, which itself has no timeout. */
export function createTurns(): ConnectionTurns {
  const line: (() => void)[] = [];
  let isBusy = false;
  let movedAt = 0;

  const move = (): void => {
    movedAt = performance.now();
  };
  const next = (): void => {
    move();
    const first = line.shift();
    isBusy = first !== undefined;
    first?.();
  };
  function enterQueue(): QueuePlace<void> {
    let startTurn = (): void => undefined;
    const turn = new Promise<void>((resolve) => (startTurn = resolve));
    line.push(startTurn);
    if (!isBusy) next();
    return {
      turn,
      leave() {
        const index = line.indexOf(startTurn);
        if (index < 0) next();
        else line.splice(index, 1);
      },
    };
  }

  return {
    get waiting() {
      return line.length;
    },
    get busy() {
      return isBusy;
    },
    move,
    async take(work) {
      const place = enterQueue();
      await inLine(place, () => movedAt);
      try {
        return await work();
      } finally {
        place.leave();
      }
    },
  };
}
