// Moments are stored as timestamptz and sent as `YYYY-MM-DD HH:mm:ss` in the organization's time zone (DESIGN §1,
// Dates). "Today" is the day in that zone, for client and server.

const hourMs = 3_600_000;
const formatOfZone = new Map<string, Intl.DateTimeFormat>();
const offsetAtHour = new Map<string, number>();

/** Part of Temporal that this file uses; Node 20 and some browsers lack it. */
interface TemporalLike {
  readonly Instant: {
    fromEpochMilliseconds(moment: number): { toZonedDateTimeISO(zone: string): { readonly offsetNanoseconds: number } };
  };
}

/**
 * Returns the minutes east of UTC at a moment, by Temporal. The first format of Intl takes 50 ms on a slow machine.
 */
const offsetByTemporal = ({ Instant }: TemporalLike, zone: string, epochMs: number): number =>
  Math.round(Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone).offsetNanoseconds / 60_000_000_000);

/** Returns the minutes east of UTC at a moment, from the local time that Intl formats. */
function offsetByIntl(zone: string, epochMs: number): number {
  let format = formatOfZone.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formatOfZone.set(zone, format);
  }
  const part = Object.fromEntries(format.formatToParts(epochMs).map(({ type, value }) => [type, Number(value)]));
  const local = Date.UTC(
    part.year ?? 0,
    (part.month ?? 1) - 1,
    part.day ?? 1,
    part.hour ?? 0,
    part.minute ?? 0,
    part.second ?? 0,
  );
  return Math.round((local - epochMs) / 60_000);
}

/** Returns the offset of a zone at a moment, min. It is cached per zone and hour, because computing it is slow. */
function offsetOf(zone: string, epochMs: number): number {
  const bucket = Math.floor(epochMs / hourMs);
  const key = `${zone} ${bucket}`;
  const cachedOffset = offsetAtHour.get(key);
  if (cachedOffset !== undefined) return cachedOffset;
  const { Temporal } = globalThis as { Temporal?: TemporalLike };
  const minutes = Temporal ? offsetByTemporal(Temporal, zone, bucket * hourMs) : offsetByIntl(zone, bucket * hourMs);
  if (offsetAtHour.size > 50_000) offsetAtHour.clear();
  offsetAtHour.set(key, minutes);
  return minutes;
}

/** Formats a moment as `YYYY-MM-DD HH:mm:ss` in a time zone. */
export function formatMoment(instant: Date, zone: string): string {
  const local = new Date(instant.getTime() + offsetOf(zone, instant.getTime()) * 60_000);
  return local.toISOString().slice(0, 19).replace('T', ' ');
}

/** Formats a moment as `YYYY-MM-DD` in a time zone. */
export const formatDay = (instant: Date, zone: string): string => formatMoment(instant, zone).slice(0, 10);

/**
 * Converts `YYYY-MM-DD` (midnight) or `YYYY-MM-DD HH:mm:ss` in a time zone to a moment.
 * @param text day, or day and time
 * @param zone IANA name, e.g. `Asia/Shanghai`
 */
export function parseMoment(text: string, zone: string): Date {
  const asUtc = Date.parse(`${text.length === 10 ? `${text} 00:00:00` : text}Z`.replace(' ', 'T'));
  const first = asUtc - offsetOf(zone, asUtc) * 60_000;
  return new Date(asUtc - offsetOf(zone, first) * 60_000);
}
