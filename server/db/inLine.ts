import { afterReading } from './lineWatch';

/**
 * ms in which nothing moves, after which a call no longer waits for a connection (QUALITY FT2: an answer within 3 s).
 */
const standing = 2_500;
/**
 * ms that a call waits for a connection where the line does move: a hundred who save at once stand in it, and an answer
 * after some seconds is better than none.
 */
export const longestWait = 10_000;

/** One's place in the line for a connection. */
export interface Place<T> {
  /** Comes with the connection. */
  readonly turn: Promise<T>;
  /** Gives the place up, or the connection that comes all the same: whoever has left asks nothing of it. */
  leave(): void;
}

/**
 * Waits for the turn, but not in a line that stands still, and in none for ever (decision 0018).
 * @param moved `performance.now()` of the last movement
 */
export function inLine<T>({ turn, leave }: Place<T>, moved: () => number): Promise<T> {
  return new Promise((resolve, reject) => {
    const asked = performance.now();
    let over = false;
    let timer: ReturnType<typeof setTimeout>;
    const look = async (): Promise<void> => {
      await afterReading();
      if (over) return;
      const left = Math.min(Math.max(asked, moved()) + standing, asked + longestWait) - performance.now();
      if (left > 0) {
        timer = setTimeout(() => void look(), left).unref();
        return;
      }
      over = true;
      leave();
      reject(new Error('timeout exceeded when trying to connect'));
    };
    timer = setTimeout(() => void look(), standing).unref();
    const ended = (): boolean => {
      clearTimeout(timer);
      const late = over;
      over = true;
      return late;
    };
    turn.then(
      (got) => ended() || resolve(got),
      (error: unknown) => ended() || reject(error),
    );
  });
}

export interface Turns {
  /** Calls that wait for their turn. */
  readonly waiting: number;
  readonly busy: boolean;
  /**
   * Does the work when nobody else is at work, in the order of asking; never after it has failed for having waited too
   * long.
   */
  take<T>(work: () => Promise<T>): Promise<T>;
  /** The work under way has got on: who waits goes on waiting. */
  move(): void;
}

/** The line for the only connection of the embedded database, which takes whoever asks and keeps them for ever. */
export function createTurns(): Turns {
  const line: (() => void)[] = [];
  let busy = false;
  let moved = 0;

  const move = (): void => {
    moved = performance.now();
  };
  const next = (): void => {
    move();
    const first = line.shift();
    busy = first !== undefined;
    first?.();
  };
  function enter(): Place<void> {
    let come = (): void => undefined;
    const turn = new Promise<void>((resolve) => (come = resolve));
    line.push(come);
    if (!busy) next();
    return {
      turn,
      leave() {
        const at = line.indexOf(come);
        if (at < 0) next();
        else line.splice(at, 1);
      },
    };
  }

  return {
    get waiting() {
      return line.length;
    },
    get busy() {
      return busy;
    },
    move,
    async take(work) {
      const place = enter();
      await inLine(place, () => moved);
      try {
        return await work();
      } finally {
        place.leave();
      }
    },
  };
}
