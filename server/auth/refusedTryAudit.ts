/**
 * Minimum time between two audit lines about one name at one address, ms. Continued attempts thus write one line per
 * minute.
 */
const noteIntervalMs = 60_000;
/** Maximum number of names and addresses in memory. */
const maxEntries = 10_000;

const refusedTries = new Map<string, { at: number; since: number }>();

/**
 * Counts an attempt that was refused without a check, because too many had failed.
 * @param key name and address
 * @returns the attempts since the last audit line, this one included; 0 where no line is due
 */
export function countRefusedTry(key: string, now: Date): number {
  const lastNote = refusedTries.get(key);
  if (lastNote && now.getTime() - lastNote.at < noteIntervalMs) {
    lastNote.since += 1;
    return 0;
  }
  const count = (lastNote?.since ?? 0) + 1;
  if (refusedTries.size >= maxEntries) refusedTries.clear();
  refusedTries.set(key, { at: now.getTime(), since: 0 });
  return count;
}
