import { useEffect, useState } from 'react';
import { dayText } from '@/lib/dates';

const two = (part: number): string => String(part).padStart(2, '0');

/** `YYYY-MM-DD HH:mm:ss` by this machine's clock, as a form has it. */
export const momentText = (moment: Date): string => `${dayText(moment)} ${two(moment.getHours())}:${two(moment.getMinutes())}:${two(moment.getSeconds())}`;
export const nowText = (): string => momentText(new Date());

/** What `<input type="datetime-local">` holds, and back. */
export const toLocal = (text: string | null | undefined): string => (text ? text.replace(' ', 'T') : '');
export const fromLocal = (text: string): string | null => (text ? `${text.replace('T', ' ')}${text.length === 16 ? ':00' : ''}` : null);

/** `09:15`, with the day where it is another than `day`. */
export const timeOf = (text: string | null | undefined, day?: string | null): string => (text ? (day && text.slice(0, 10) !== day ? text.slice(5, 16) : text.slice(11, 16)) : '');

/** Seconds since a moment, again each second while `running`. */
export function useElapsed(since: string | null, running: boolean): number | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return since && running ? Math.max(0, Math.floor((now - new Date(since.replace(' ', 'T')).getTime()) / 1000)) : null;
}

export const clockText = (seconds: number): string => `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
