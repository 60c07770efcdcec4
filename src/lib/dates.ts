import { formatDay, formatMoment, parseMoment } from '@contract/zone';

const two = (part: number): string => String(part).padStart(2, '0');

/** `2024-05-01`, as the calendar on the wall has it. */
export const dayText = (moment: Date): string =>
  `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;

/** `083000` */
export const timeText = (moment: Date): string =>
  two(moment.getHours()) + two(moment.getMinutes()) + two(moment.getSeconds());

let zone: string | undefined;

/** The organisation's zone, once the server has said it: a browser elsewhere has another day at night. */
export function setZone(name: string | undefined): void {
  zone = name;
}

export const zoneName = (): string | undefined => zone;

/** A moment as the organisation's clock has it: `YYYY-MM-DD HH:mm:ss`. */
export const momentText = (moment: Date): string =>
  zone
    ? formatMoment(moment, zone)
    : `${dayText(moment)} ${two(moment.getHours())}:${two(moment.getMinutes())}:${two(moment.getSeconds())}`;

/** Today, as the organisation's calendar has it. */
export const todayText = (): string => (zone ? formatDay(new Date(), zone) : dayText(new Date()));

export const nowText = (): string => momentText(new Date());

/** The moment that the server's words name. */
export const momentOf = (text: string): Date =>
  zone ? parseMoment(text, zone) : new Date(text.length === 10 ? `${text}T00:00:00` : text.replace(' ', 'T'));

/** Whole days that have gone by since a moment. */
export const daysSince = (text: string): number => Math.floor((Date.now() - momentOf(text).getTime()) / 86_400_000);

/** Whole days from one `YYYY-MM-DD` to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
