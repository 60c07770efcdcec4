import { failures } from '@contract/messages';
import { Refusal } from '@server/http/errors';

/**
 * Highest number of names of other organizations that one person may try within an hour. More is a search, not a
 * coincidence.
 */
const maxForeignNames = 10;
const windowMs = 3_600_000;

const hitsByPerson = new Map<number, number[]>();

/**
 * Counts an attempt to use a name of another organization, in this process.
 * @throws Refusal 429 `tooFast`
 */
export function countForeignName(personId: number, now = Date.now()): void {
  const recentTimes = (hitsByPerson.get(personId) ?? []).filter((time) => time > now - windowMs);
  if (recentTimes.length >= maxForeignNames) throw new Refusal(429, 'tooFast', failures.namesTaken);
  hitsByPerson.set(personId, [...recentTimes, now]);
}
