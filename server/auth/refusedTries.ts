/**
 * ms between two lines of the trail about one name at one address: whoever tries on and on fills it with one a minute.
 */
const noteEvery = 60_000;
/** Names and addresses that are kept in mind at once. */
const most = 10_000;

const refused = new Map<string, { at: number; since: number }>();

/**
 * Counts a try that was refused unheard, because too many had failed before it.
 * @param key the name and the address
 * @returns how many there were since the last line of the trail, this one among them; 0 where the line is to wait
 */
export function refusedNow(key: string, now: Date): number {
  const held = refused.get(key);
  if (held && now.getTime() - held.at < noteEvery) {
    held.since += 1;
    return 0;
  }
  const count = (held?.since ?? 0) + 1;
  if (refused.size >= most) refused.clear();
  refused.set(key, { at: now.getTime(), since: 0 });
  return count;
}
