/**
 * Time without received data, ms, after which a new connection is tried; `probeTakes` is the limit of the try. Their
 * sum stays below the three seconds in which an answer is due (QUALITY FT2).
 */
const maxSilenceMs = 1_000;
const probeTakes = 1_500;

export interface LineWatch {
  /** Reports that a statement was sent. The returned function has to be called with its answer or failure. */
  statementSent(): () => void;
}

/**
 * Resolves after pending input was read. Otherwise a busy process would mistake its own delay for a delay of the
 * network.
 */
export const afterReading = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/** Returns whether the work succeeds in time. */
async function inTime(work: (signal: AbortSignal) => Promise<unknown>, ms: number): Promise<boolean> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<boolean>(
    (resolve) => (timer = setTimeout(() => void afterReading().then(() => resolve(false)), ms)),
  );
  try {
    return await Promise.race([
      work(controller.signal).then(
        () => true,
        () => false,
      ),
      timeout,
    ]);
  } finally {
    clearTimeout(timer);
    controller.abort();
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
  const unansweredStatements = new Set<{ readonly since: number }>();
  let heardAt = 0;
  let isLookPlanned = false;

  const unheardSince = (): number => {
    const [oldest] = unansweredStatements;
    return Math.max(heardAt, oldest?.since ?? 0);
  };

  async function probeIfSilent(): Promise<void> {
    await afterReading();
    const silentSince = unheardSince();
    if (unansweredStatements.size && performance.now() - silentSince >= maxSilenceMs) {
      if (await inTime(probe, probeTakes)) heardAt = performance.now();
      else if (unansweredStatements.size && unheardSince() === silentSince) giveUp();
    }
    isLookPlanned = false;
    if (unansweredStatements.size) lookLater();
  }

  function lookLater(): void {
    if (isLookPlanned) return;
    isLookPlanned = true;
    setTimeout(() => void probeIfSilent(), Math.max(50, unheardSince() + maxSilenceMs - performance.now())).unref();
  }

  return {
    statementSent() {
      const statement = { since: performance.now() };
      unansweredStatements.add(statement);
      lookLater();
      return () => {
        unansweredStatements.delete(statement);
        heardAt = performance.now();
      };
    },
  };
}
