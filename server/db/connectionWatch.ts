/** ms. Together they stay below the three seconds in which an answer is due (QUALITY FT2). */
const unheardFor = 1_000;
const probeTakes = 1_500;

export interface LineWatch {
  /** Called when a statement is sent; the returned function is called with its answer or failure. */
  sent(): () => void;
}

/** Resolves after pending input was read: a busy process must not take its own slowness for the network's. */
export const afterReading = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/** Tells whether the work succeeds in time. */
async function inTime(work: (signal: AbortSignal) => Promise<unknown>, ms: number): Promise<boolean> {
  const ended = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>(
    (resolve) => (timer = setTimeout(() => void afterReading().then(() => resolve(false)), ms)),
  );
  try {
    return await Promise.race([
      work(ended.signal).then(
        () => true,
        () => false,
      ),
      late,
    ]);
  } finally {
    clearTimeout(timer);
    ended.abort();
  }
}

/**
 * Detects a dead connection, which otherwise is noticed only at the statement timeout. While statements are unanswered
 * and nothing was received for a second, a new connection is tried. If the database answers it, it is only busy;
 * otherwise all statements are given up.
 * @param probe resolves when the database answers a new connection, even with a refusal
 * @param giveUp ends all connections, so that waiting statements fail
 */
export function watchLine(probe: (signal: AbortSignal) => Promise<unknown>, giveUp: () => void): LineWatch {
  const out = new Set<{ readonly since: number }>();
  let heard = 0;
  let looking = false;

  const unheardSince = (): number => {
    const [oldest] = out;
    return Math.max(heard, oldest?.since ?? 0);
  };

  async function look(): Promise<void> {
    await afterReading();
    const since = unheardSince();
    if (out.size && performance.now() - since >= unheardFor) {
      if (await inTime(probe, probeTakes)) heard = performance.now();
      else if (out.size && unheardSince() === since) giveUp();
    }
    looking = false;
    if (out.size) lookLater();
  }

  function lookLater(): void {
    if (looking) return;
    looking = true;
    setTimeout(() => void look(), Math.max(50, unheardSince() + unheardFor - performance.now())).unref();
  }

  return {
    sent() {
      const one = { since: performance.now() };
      out.add(one);
      lookLater();
      return () => {
        out.delete(one);
        heard = performance.now();
      };
    },
  };
}
