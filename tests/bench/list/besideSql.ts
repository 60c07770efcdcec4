import type { Database } from '@server/db/openDatabase';
import { type Line, quantile, round } from '../line';

const warmUp = 5;

export interface Listed {
  readonly content: readonly { readonly id: number }[];
  readonly totalElements: number;
}

/** The two hand-written statements of a list. */
export interface ByHand {
  readonly list: string;
  readonly counting: string;
  readonly params: readonly unknown[];
}

/** ms of wall time and, if the database is in this process, of processor time. */
export async function timed(work: () => Promise<void>): Promise<{ wall: number; processor: number }> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { wall: performance.now() - started, processor: (user + system) / 1000 };
}

/**
 * Measures a list from the server and by hand several times.
 * @throws if the two answers differ
 */
export async function besideSql(
  name: string,
  database: Database,
  ask: () => Promise<Listed>,
  { list, counting, params }: ByHand,
  rounds: number,
): Promise<Omit<Line, 'part'>[]> {
  let byHandIds: number[] = [];
  let byHandTotal = 0;
  const byHand = async () => {
    const [rows, [total]] = await Promise.all([
      database.query<{ id: number }>(list, params),
      database.query<{ total: number }>(counting, params),
    ]);
    byHandIds = rows.map(({ id }) => id);
    byHandTotal = total?.total ?? 0;
  };
  let answered: Listed = { content: [], totalElements: 0 };
  const byServer = async () => {
    answered = await ask();
  };
  const hand: Awaited<ReturnType<typeof timed>>[] = [];
  const server: typeof hand = [];
  // Alternately, so that other load on the machine affects both alike.
  for (let turn = -warmUp; turn < rounds; turn += 1) {
    const [a, b] = [await timed(byHand), await timed(byServer)];
    if (turn >= 0) {
      hand.push(a);
      server.push(b);
    }
  }
  if (byHandTotal !== answered.totalElements || byHandIds.join() !== answered.content.map(({ id }) => id).join())
    throw new Error(`${name}: the server and the SQL by hand do not answer the same`);
  const wall = (of: typeof hand, share: number) =>
    quantile(
      of.map((one) => one.wall),
      share,
    );
  const processor = (of: typeof hand) =>
    quantile(
      of.map((one) => one.processor),
      0.5,
    );
  return [
    {
      what: `${name}, p95`,
      value: round(wall(server, 0.95), 2),
      unit: 'ms',
      note: `by hand ${round(wall(hand, 0.95), 2)}; medians ${round(wall(server, 0.5), 2)} and ${round(wall(hand, 0.5), 2)}; processor ${round(processor(server), 2)} and ${round(processor(hand), 2)}`,
    },
    {
      what: `${name}, p95 to the SQL by hand`,
      value: round(wall(server, 0.95) / wall(hand, 0.95), 2),
      unit: 'x',
      goal: 1.5,
      note: `medians ${round(wall(server, 0.5) / wall(hand, 0.5), 2)} ×`,
    },
  ];
}
