import { addDays } from '@contract/arithmetic/numbers/dayCounts';
import { isDateTime, isDay } from '@contract/schema';
import { keyOf } from '../instruments/readPeakTables';

// Times of injection that an instrument's file gives for the names of a sequence.

const timePattern = /(上午|下午)?\s*(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*(AM|PM)?/i;
const datePattern = /(\d{1,4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,4})/;

/** A file may be written after midnight, or be read some days after the run. */
const daysBefore = 1;
const daysAfter = 3;

/** Returns `YYYY-MM-DD`; null for a day that the calendar does not have. */
function dayOf(year: number, month: number, day: number): string | null {
  const text = [String(year < 100 ? 2000 + year : year), ...[month, day].map((part) => String(part).padStart(2, '0'))];
  const joinedText = text.join('-');
  return isDay(joinedText) ? joinedText : null;
}

/** Returns the day of a text; null where the order of day, month and year stays open. */
function readDay(text: string, runDay: string): string | null {
  const parts = datePattern.exec(text)?.slice(1);
  if (!parts) return runDay;
  const [first = 0, second = 0, third = 0] = parts.map(Number);
  if (parts[0]?.length === 4) return dayOf(first, second, third);
  const orders = [dayOf(third, second, first), dayOf(third, first, second)];
  if (parts[2]?.length !== 4) orders.push(dayOf(first, second, third));
  const days = [...new Set(orders.filter((day) => day !== null))];
  const nearDays = days.filter((day) => day >= addDays(runDay, -daysBefore) && day <= addDays(runDay, daysAfter));
  const candidates = nearDays.length ? nearDays : days;
  return candidates.length === 1 ? (candidates[0] ?? null) : null;
}

/**
 * Returns the time of an injection as a file writes it: `11/20/2026 9:20 AM` → `2026-11-20 09:20:00`. A time without a
 * date belongs to the day of the run. Of several orders of day and month, the one near the day of the run counts.
 * @param runDay `YYYY-MM-DD`
 * @returns `YYYY-MM-DD HH:mm:ss`; null where the text is no time, or its day stays open
 */
function injectionTime(text: string, runDay: string): string | null {
  const timeParts = timePattern.exec(text);
  if (!timeParts) return null;
  const [, chineseHalf, hourText, minute = '00', secondTimePart = '00', englishHalf] = timeParts;
  const half = chineseHalf ?? englishHalf;
  const typedHour = Number(hourText);
  if (half !== undefined && (typedHour < 1 || typedHour > 12)) return null;
  const hour = half === undefined ? typedHour : (typedHour % 12) + (/pm|下午/i.test(half) ? 12 : 0);
  const day = readDay(text.replace(timePattern, ' '), runDay);
  const moment = `${day ?? ''} ${String(hour).padStart(2, '0')}:${minute}:${secondTimePart}`;
  return isDateTime(moment) ? moment : null;
}

interface TimedLine {
  /** Name of the sample in the file. */
  readonly sample: string | null;
  readonly time: string | null;
}

/**
 * Returns the time of each injection whose name a run's files give with a time. A name that occurs several times in
 * the sequence gets its times in ascending order, if there are as many; an injection read several times gets the first.
 * @param sequence injections in the order of the instrument
 * @returns `YYYY-MM-DD HH:mm:ss` by the id of the injection
 */
export function injectionTimes(
  sequence: readonly { readonly id: number; readonly injectionName: string }[],
  timedLines: readonly TimedLine[],
  runDay: string,
): ReadonlyMap<number, string> {
  const timesByName = new Map<string, Set<string>>();
  for (const { sample, time } of timedLines) {
    const moment = sample !== null && time !== null ? injectionTime(time, runDay) : null;
    if (sample === null || moment === null) continue;
    const key = keyOf(sample);
    timesByName.set(key, (timesByName.get(key) ?? new Set()).add(moment));
  }
  const idsByName = new Map<string, number[]>();
  for (const { id, injectionName } of sequence) {
    const key = keyOf(injectionName);
    idsByName.set(key, [...(idsByName.get(key) ?? []), id]);
  }
  return new Map(
    [...idsByName].flatMap(([key, ids]) => {
      const times = [...(timesByName.get(key) ?? [])].sort();
      if (ids.length > 1 && ids.length !== times.length) return [];
      return ids.flatMap((id, index): [number, string][] => (times[index] ? [[id, times[index]]] : []));
    }),
  );
}
