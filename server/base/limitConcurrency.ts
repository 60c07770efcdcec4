interface ConcurrencyLimits {
  /** Maximum number of jobs at a time. */
  readonly maxRunning: number;
  /** Maximum number of waiting jobs. */
  readonly maxWaiting: number;
  /** Throws the refusal of a further job. */
  readonly tooMany: () => never;
}

/** Limits how many jobs run at once. Others wait in order; further ones are refused. */
export function limitConcurrency({
  maxRunning,
  maxWaiting,
  tooMany,
}: ConcurrencyLimits): <T>(work: () => Promise<T>) => Promise<T> {
  const waitingStarts: (() => void)[] = [];
  let runningCount = 0;
  return async (work) => {
    if (runningCount >= maxRunning) {
      if (waitingStarts.length >= maxWaiting) tooMany();
      await new Promise<void>((resolve) => waitingStarts.push(resolve));
    } else runningCount += 1;
    try {
      return await work();
    } finally {
      // A waiting job gets the place; if none waits, the place becomes free.
      const next = waitingStarts.shift();
      if (next) next();
      else runningCount -= 1;
    }
  };
}

/** Limits jobs like `limitConcurrency`, separately for each key. */
export function limitConcurrencyByKey<K>(limits: ConcurrencyLimits): <T>(key: K, work: () => Promise<T>) => Promise<T> {
  const turnsByKey = new Map<K, { readonly runLimited: ReturnType<typeof limitConcurrency>; jobCount: number }>();
  return async (key, work) => {
    const ownTurns = turnsByKey.get(key) ?? { runLimited: limitConcurrency(limits), jobCount: 0 };
    turnsByKey.set(key, ownTurns);
    ownTurns.jobCount += 1;
    try {
      return await ownTurns.runLimited(work);
    } finally {
      ownTurns.jobCount -= 1;
      if (ownTurns.jobCount === 0) turnsByKey.delete(key);
    }
  };
}
