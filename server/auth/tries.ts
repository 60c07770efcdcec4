import { failures } from '@contract/messages';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { loginFailureTable } from '@server/db/schema';
import { Refusal } from '@server/http/errors';
import type { Services } from '@server/services';

// QUALITY AU1. By user *and* address, so that nobody can lock somebody else out from afar.
const perUser = { most: 5, within: 15 * 60_000 };
const perAddress = { most: 20, within: 10 * 60_000 };
/** ms that a wrong try is kept */
const kept = 24 * 3_600_000;

export interface Who {
  readonly userName: string;
  readonly ip: string;
}

const lines = new Map<string, Promise<unknown>>();

/** One after another for the same key: parallel guesses would all be counted before any of them is known to be wrong. */
async function inLine<T>(key: string, work: () => Promise<T>): Promise<T> {
  const mine = (lines.get(key) ?? Promise.resolve()).then(work);
  const settled = mine.catch(() => undefined);
  lines.set(key, settled);
  try {
    return await mine;
  } finally {
    if (lines.get(key) === settled) lines.delete(key);
  }
}

/** Wrong tries from the address. @throws Refusal 429 `lockedOut` */
async function failuresAt({ database, now }: Services, userName: string, ip: string): Promise<number> {
  const since = (ms: number) => new Date(now().getTime() - ms);
  const { time } = loginFailureTable;
  const [count] = await database.orm
    .select({
      user: sql<number>`(count(*) filter (where ${eq(loginFailureTable.userName, userName)}))::int`,
      address: sql<number>`(count(*) filter (where ${gt(time, since(perAddress.within))}))::int`,
    })
    .from(loginFailureTable)
    .where(and(eq(loginFailureTable.ip, ip), gt(time, since(perUser.within))));
  if ((count?.user ?? 0) >= perUser.most || (count?.address ?? 0) >= perAddress.most) throw new Refusal(429, 'lockedOut', failures.lockedOut);
  return count?.address ?? 0;
}

interface Address {
  /** Checks under way. */
  readonly running: Set<Promise<unknown>>;
  /** How many were ever begun, to notice those that come during a question. */
  begun: number;
  /** Calls that are here, running or not. */
  calls: number;
}
const addresses = new Map<string, Address>();

/** Begins the check when the address would not exceed its tries even if all that are under way went wrong; else waits for one of those to end. */
async function withinAddress<T>(services: Services, userName: string, ip: string, check: () => Promise<T>): Promise<T> {
  const here = addresses.get(ip) ?? { running: new Set(), begun: 0, calls: 0 };
  addresses.set(ip, here);
  here.calls += 1;
  try {
    await roomFor(here, () => failuresAt(services, userName, ip));
    here.begun += 1;
    const mine = check();
    const settled = mine.then(() => undefined, () => undefined);
    here.running.add(settled);
    try {
      return await mine;
    } finally {
      here.running.delete(settled);
    }
  } finally {
    here.calls -= 1;
    if (here.calls === 0) addresses.delete(ip);
  }
}

async function roomFor(here: Address, failed: () => Promise<number>): Promise<void> {
  for (;;) {
    const [running, begun] = [here.running.size, here.begun];
    // Those that end during the question may be missing in its answer, hence the count from before it.
    if ((await failed()) + running + here.begun - begun < perAddress.most) return;
    await Promise.race([...here.running, ...(here.running.size ? [] : [undefined])]);
  }
}

/**
 * Runs one check of a password (login, change of password, signing) under the lockout: what comes back undefined was wrong and counts;
 * what is right clears the count of this person at this address. Not inside a transaction: a refused change must still count.
 * @throws Refusal 429 `lockedOut`, without running the check.
 */
export async function guardTries<T>(services: Services, who: Who, check: () => Promise<T | undefined>): Promise<T | undefined> {
  const userName = who.userName.toLowerCase().slice(0, 100);
  const { ip } = who;
  return inLine(`${ip} ${userName}`, async () => {
    return withinAddress(services, userName, ip, async () => {
      const result = await check();
      const { orm } = services.database;
      if (result === undefined) await orm.insert(loginFailureTable).values({ userName, ip, time: services.now() });
      else await orm.delete(loginFailureTable).where(and(eq(loginFailureTable.userName, userName), eq(loginFailureTable.ip, ip)));
      return result;
    });
  });
}

/** Lets go of wrong tries too old to matter. @returns how many */
export async function forgetOldTries({ database, now }: Services): Promise<number> {
  const gone = await database.orm.delete(loginFailureTable).where(lt(loginFailureTable.time, new Date(now().getTime() - kept))).returning({ ip: loginFailureTable.ip });
  return gone.length;
}
