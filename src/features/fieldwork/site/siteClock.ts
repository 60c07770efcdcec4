import { useEffect, useState } from 'react';
import { momentOf } from '@/lib/dateTexts';

const twoDigits = (part: number): string => String(part).padStart(2, '0');

/** Converts a stored time to the value of `<input type="datetime-local">`. `timeOfInputValue` converts back. */
export const inputValueOfTime = (text: string | null | undefined): string => (text ? text.replace(' ', 'T') : '');
/** Converts the value of `<input type="datetime-local">` to a stored time; null for an empty value. */
export const timeOfInputValue = (text: string): string | null =>
  text ? `${text.replace('T', ' ')}${text.length === 16 ? ':00' : ''}` : null;

/** Returns the time as `09:15`, with the date if it differs from `day`. */
export const timeOf = (text: string | null | undefined, day?: string | null): string =>
  text ? (day && text.slice(0, 10) !== day ? text.slice(5, 16) : text.slice(11, 16)) : '';

/** Returns the seconds since a time, updated each second while `running`. */
export function useElapsed(since: string | null, running: boolean): number | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return since && running ? Math.max(0, Math.floor((now - momentOf(since).getTime()) / 1000)) : null;
}

export const clockText = (seconds: number): string => `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`;
