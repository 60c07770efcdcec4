import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { failures } from '@contract/messages';
import { loginFailureTable, loginPlaceTable } from '@server/db/schema';
import { networkOf } from '@server/http/callerAddress';
import { Refusal } from '@server/http/errors';
import type { Services } from '@server/services';

// Lockout by user and address (QUALITY AU1). Counting by both prevents a person from locking another person out from
// elsewhere.
export const perUser = { most: 5, within: 15 * 60_000 };
/**
 * Limit per address for logins from places where the user has not signed in before; times in ms. Attempts within a
 * session count only for the person.
 */
const perAddress = { most: 20, within: 10 * 60_000 };
/**
 * Limit per name for attempts from unknown places, times in ms. Beyond it each attempt has to wait twice as long as
 * the previous one.
 */
const perName = { most: 10, within: 24 * 3_600_000, first: 1000, longest: 15 * 60_000 };
/** Time for which a failed attempt is stored, ms. */
const failureRetentionMs = 24 * 3_600_000;
/** Time for which a place is remembered after the last login from there, ms. */
const placeRetentionMs = 90 * 24 * 3_600_000;

interface LoginCaller {
  readonly userName: string;
  readonly ip: string;
  /** Whether the person is signed in: for a signature, a locked screen, a change of password. */
  readonly session?: boolean;
}

/** An attempt as counted. */
interface LoginAttempt {
  readonly userName: string;
  /** Network of the address, from `networkOf`. */
  readonly network: string;
}

const queueOfName = new Map<string, Promise<unknown>>();

/**
 * Runs attempts with the same key one after another. Parallel attempts would all pass the limit before any is known
 * to be wrong.
 */
async function inLine<T>(key: string, work: () => Promise<T>): Promise<T> {
  const ownTurn = (queueOfName.get(key) ?? Promise.resolve()).then(work);
  const settledTurn = ownTurn.catch(() => undefined);
  queueOfName.set(key, settledTurn);
  try {
    return await ownTurn;
  } finally {
    if (queueOfName.get(key) === settledTurn) queueOfName.delete(key);
  }
}

/**
 * Counts the failed attempts of the person and of everybody at the address.
 * @throws Refusal 429 `lockedOut` for the person's own failures
 */
async function failuresAt({ database, now }: Services, { userName, network }: LoginAttempt): Promise<number> {
  const timeAgo = (ms: number) => new Date(now().getTime() - ms);
  const { time } = loginFailureTable;
  const [count] = await database.orm
    .select({
      user: sql<number>`(count(*) filter (where ${eq(loginFailureTable.userName, userName)}))::int`,
      address: sql<number>`(count(*) filter (where ${gt(time, timeAgo(perAddress.within))}))::int`,
    })
    .from(loginFailureTable)
    .where(and(eq(loginFailureTable.ip, network), gt(time, timeAgo(perUser.within))));
  if ((count?.user ?? 0) >= perUser.most)
    throw new Refusal(429, 'lockedOut', failures.lockedOut, {}, perUser.within / 1000);
  return count?.address ?? 0;
}

/**
 * Counts like `failuresAt`, and also refuses if the address has too many failures.
 * @throws Refusal 429 `lockedOut`
 */
async function strangersFailuresAt(services: Services, attempt: LoginAttempt): Promise<number> {
  const failureCount = await failuresAt(services, attempt);
  if (failureCount >= perAddress.most)
    throw new Refusal(429, 'lockedOut', failures.lockedOut, {}, perAddress.within / 1000);
  return failureCount;
}

interface RunningChecks {
  /** Checks that are running. */
  readonly running: Set<Promise<unknown>>;
  /** Number of checks ever started; it shows checks that start during a query. */
  begun: number;
  /** Number of calls at this address, running or waiting. */
  calls: number;
}
const checksOfAddress = new Map<string, RunningChecks>();

/**
 * Starts a check if the address would not exceed its limit even if all running checks failed; otherwise it waits for
 * one of them.
 */
async function withinAddress<T>(services: Services, attempt: LoginAttempt, check: () => Promise<T>): Promise<T> {
  const addressChecks = checksOfAddress.get(attempt.network) ?? { running: new Set(), begun: 0, calls: 0 };
  checksOfAddress.set(attempt.network, addressChecks);
  addressChecks.calls += 1;
  try {
    await roomFor(addressChecks, () => strangersFailuresAt(services, attempt));
    addressChecks.begun += 1;
    const ownCheck = check();
    const settledCheck = ownCheck.then(
      () => undefined,
      () => undefined,
    );
    addressChecks.running.add(settledCheck);
    try {
      return await ownCheck;
    } finally {
      addressChecks.running.delete(settledCheck);
    }
  } finally {
    addressChecks.calls -= 1;
    if (addressChecks.calls === 0) checksOfAddress.delete(attempt.network);
  }
}

async function roomFor(addressChecks: RunningChecks, countFailures: () => Promise<number>): Promise<void> {
  for (;;) {
    const [runningCount, begunBefore] = [addressChecks.running.size, addressChecks.begun];
    // The answer of the query may lack checks that end during it, so the number of running checks from before it is
    // used.
    if ((await countFailures()) + runningCount + addressChecks.begun - begunBefore < perAddress.most) return;
    await Promise.race([...addressChecks.running, ...(addressChecks.running.size ? [] : [undefined])]);
  }
}

const knownHere = ({ database: { orm }, now }: Services, { userName, network }: LoginAttempt): Promise<boolean> =>
  orm
    .select({ time: loginPlaceTable.time })
    .from(loginPlaceTable)
    .where(
      and(
        eq(loginPlaceTable.userName, userName),
        eq(loginPlaceTable.network, network),
        gt(loginPlaceTable.time, new Date(now().getTime() - placeRetentionMs)),
      ),
    )
    .then((knownPlaces) => knownPlaces.length > 0);

/** Attempts on a name from unknown places that are running in this process. */
const runningGuesses = new Map<string, number>();

/**
 * Returns the number of failed attempts on a name from unknown places, from any address, and the time of the last
 * one.
 */
async function strangersTries(
  { database, now }: Services,
  userName: string,
): Promise<{ failed: number; last: number }> {
  const failure = loginFailureTable;
  const fromUnknownPlace = sql`not exists (select 1 from ${loginPlaceTable}
    where ${eq(loginPlaceTable.userName, failure.userName)} and ${eq(loginPlaceTable.network, failure.ip)})`;
  const [totals] = await database.orm
    .select({ failed: sql<number>`count(*)::int`, last: sql<string | null>`max(${failure.time})` })
    .from(failure)
    .where(
      and(
        eq(failure.userName, userName),
        gt(failure.time, new Date(now().getTime() - perName.within)),
        fromUnknownPlace,
      ),
    );
  return { failed: totals?.failed ?? 0, last: totals?.last ? new Date(totals.last).getTime() : 0 };
}

/**
 * Slows attempts from unknown places, so that many addresses together guess a password no faster than a single one.
 * @throws Refusal 429 `slowDown` with the seconds to wait, also for unknown names
 */
async function slowUnknownPlaces<T>(services: Services, attempt: LoginAttempt, check: () => Promise<T>): Promise<T> {
  const { userName } = attempt;
  const runningCount = runningGuesses.get(userName) ?? 0;
  runningGuesses.set(userName, runningCount + 1);
  try {
    const { failed, last } = await strangersTries(services, userName);
    const [failuresAboveLimit, nowMs] = [failed - perName.most, services.now().getTime()];
    const waitMs =
      failuresAboveLimit >= 0 ? Math.min(perName.longest, perName.first * 2 ** Math.min(failuresAboveLimit, 20)) : 0;
    const remainingMs = Math.max(
      last + waitMs - nowMs,
      failed + runningCount >= perName.most && runningCount > 0 ? perName.first : 0,
    );
    const seconds = Math.ceil(remainingMs / 1000);
    if (remainingMs > 0) throw new Refusal(429, 'slowDown', failures.slowDown(seconds), {}, seconds);
    return await withinAddress(services, attempt, check);
  } finally {
    const remainingCount = (runningGuesses.get(userName) ?? 1) - 1;
    if (remainingCount) runningGuesses.set(userName, remainingCount);
    else runningGuesses.delete(userName);
  }
}

async function ownTry<T>(services: Services, attempt: LoginAttempt, check: () => Promise<T>): Promise<T> {
  await failuresAt(services, attempt);
  return check();
}

/**
 * Runs a password check (login, change of password, signing) under the lockout. A result of undefined means a wrong
 * password and counts as a failure; a right password clears the count of this person at this address. It must not run
 * inside a transaction, because a failed attempt has to be stored.
 * @throws Refusal 429 `lockedOut` or `slowDown`, without running the check
 */
export async function guardTries<T>(
  services: Services,
  caller: LoginCaller,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const attempt: LoginAttempt = {
    userName: caller.userName.toLowerCase().slice(0, 100),
    network: networkOf(caller.ip),
  };
  const { userName, network } = attempt;
  return inLine(`${network} ${userName}`, async () => {
    const runGuarded = caller.session || (await knownHere(services, attempt)) ? ownTry : slowUnknownPlaces;
    return runGuarded(services, attempt, async () => {
      const result = await check();
      const { orm } = services.database;
      if (result === undefined)
        await orm.insert(loginFailureTable).values({ userName, ip: network, time: services.now() });
      else
        await orm
          .delete(loginFailureTable)
          .where(and(eq(loginFailureTable.userName, userName), eq(loginFailureTable.ip, network)));
      return result;
    });
  });
}

/** Remembers that the user signed in from a place, so that attempts of others can't lock the user out there. */
export async function rememberPlace(
  { now }: Pick<Services, 'now'>,
  orm: Services['database']['orm'],
  { userName, ip }: LoginCaller,
): Promise<void> {
  const time = now();
  await orm
    .insert(loginPlaceTable)
    .values({ userName: userName.toLowerCase().slice(0, 100), network: networkOf(ip), time })
    .onConflictDoUpdate({ target: [loginPlaceTable.userName, loginPlaceTable.network], set: { time } });
}

/**
 * Deletes expired attempts and old places.
 * @returns the number of deleted attempts
 */
export async function forgetOldTries({ database, now }: Services): Promise<number> {
  await database.orm
    .delete(loginPlaceTable)
    .where(lt(loginPlaceTable.time, new Date(now().getTime() - placeRetentionMs)));
  const deletedRows = await database.orm
    .delete(loginFailureTable)
    .where(lt(loginFailureTable.time, new Date(now().getTime() - failureRetentionMs)))
    .returning({ id: loginFailureTable.id });
  return deletedRows.length;
}
