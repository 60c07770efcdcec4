export interface Turns {
  /** Works of this kind at a time. */
  readonly most: number;
  /** Works that may wait for their turn. */
  readonly mostWaiting: number;
  /** Throws what one more is told. */
  readonly tooMany: () => never;
}

/** Bounds how many works run at once: the others wait in the order in which they came, and one too many is refused. */
export function takingTurns({ most, mostWaiting, tooMany }: Turns): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) {
      if (waiting.length >= mostWaiting) tooMany();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      // A waiting one takes over the place; only without one does the place become free.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** As `takingTurns`, for each key by itself. */
export function takingTurnsEach<K>(turns: Turns): <T>(key: K, work: () => Promise<T>) => Promise<T> {
  const known = new Map<K, { readonly take: ReturnType<typeof takingTurns>; here: number }>();
  return async (key, work) => {
    const own = known.get(key) ?? { take: takingTurns(turns), here: 0 };
    known.set(key, own);
    own.here += 1;
    try {
      return await own.take(work);
    } finally {
      own.here -= 1;
      if (own.here === 0) known.delete(key);
    }
  };
}
