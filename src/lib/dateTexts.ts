import { formatDay, formatMoment, parseMoment } from '@contract/zone';

const twoDigits = (part: number): string => String(part).padStart(2, '0');

/** Returns the date in the browser's zone as `2024-05-01`. */
export const dayText = (date: Date): string =>
  `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;

/** Returns the time in the browser's zone as `083000`. */
export const timeText = (date: Date): string =>
  twoDigits(date.getHours()) + twoDigits(date.getMinutes()) + twoDigits(date.getSeconds());

let serverZone: string | undefined;

/** Sets the organization's time zone. A browser in another zone may have another date. */
export function setZone(name: string | undefined): void {
  serverZone = name;
}

export const zoneName = (): string | undefined => serverZone;

/** Returns a moment in the organization's zone as `YYYY-MM-DD HH:mm:ss`. */
export const momentText = (date: Date): string =>
  serverZone
    ? formatMoment(date, serverZone)
    : `${dayText(date)} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}:${twoDigits(date.getSeconds())}`;

/** Returns today's date in the organization's zone. */
export const todayText = (): string => (serverZone ? formatDay(new Date(), serverZone) : dayText(new Date()));

export const nowText = (): string => momentText(new Date());

/** Converts a text in the organization's zone, as the server sends it, to a Date. */
export const momentOf = (text: string): Date =>
  serverZone
    ? parseMoment(text, serverZone)
    : new Date(text.length === 10 ? `${text}T00:00:00` : text.replace(' ', 'T'));

/** Returns the whole days elapsed since a moment. */
export const daysSince = (text: string): number => Math.floor((Date.now() - momentOf(text).getTime()) / 86_400_000);
