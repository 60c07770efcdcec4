/**
 * Time without received data, ms, after which a new connection is tried; `probeTakes` is the limit of the try. Their
 * sum stays below the three seconds in which an answer is due (QUALITY FT2).
 */
const unheardFor = 1_000;
const probeTakes = 1_500;

export interface LineWatch {
  /** Reports that a statement was sent. The returned function has to be called with its answer or failure. */
  sent(): () => void;
}

/**
 * Resolves after pending input was read. Otherwise a busy process would mistake its own delay for a delay of the
 * network.
 */
export const afterReading = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/** Returns whether the work succeeds in time. */
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
 * Detects a dead connection, which would otherwise be noticed only at the statement timeout. If statements are
 * unanswered and nothing was received for a second, it tries a new connection. If the database answers, it is only
 * busy. If not, all statements are abandoned.
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
