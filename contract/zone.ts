// DESIGN §1, Dates: stored as timestamptz, sent as `YYYY-MM-DD HH:mm:ss` in the organisation's zone; what is today is
// its day, on both sides.

const hour = 3_600_000;
const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

/** The part of Temporal that is asked for here; not every browser has it, nor has Node 20. */
interface TemporalLike {
  readonly Instant: {
    fromEpochMilliseconds(moment: number): { toZonedDateTimeISO(zone: string): { readonly offsetNanoseconds: number } };
  };
}

/**
 * Minutes east of UTC at that moment, as Temporal has them: at once, where the first format of Intl costs a slow
 * machine 50 ms of its first page.
 */
const offsetByTemporal = ({ Instant }: TemporalLike, zone: string, moment: number): number =>
  Math.round(Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone).offsetNanoseconds / 60_000_000_000);

/** The same, read off the clock that Intl would show. */
function offsetByIntl(zone: string, moment: number): number {
  let format = formats.get(zone);
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
    formats.set(zone, format);
  }
  const part = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const local = Date.UTC(
    part.year ?? 0,
    (part.month ?? 1) - 1,
    part.day ?? 1,
    part.hour ?? 0,
    part.minute ?? 0,
    part.second ?? 0,
  );
  return Math.round((local - moment) / 60_000);
}

/** Asked once per zone and hour, because asking is slow. */
function offsetOf(zone: string, moment: number): number {
  const bucket = Math.floor(moment / hour);
  const key = `${zone} ${bucket}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const { Temporal } = globalThis as { Temporal?: TemporalLike };
  const minutes = Temporal ? offsetByTemporal(Temporal, zone, bucket * hour) : offsetByIntl(zone, bucket * hour);
  if (offsets.size > 50_000) offsets.clear();
  offsets.set(key, minutes);
  return minutes;
}

/** `2024-05-01 08:30:00` in the zone. */
export function formatMoment(moment: Date, zone: string): string {
  const local = new Date(moment.getTime() + offsetOf(zone, moment.getTime()) * 60_000);
  return local.toISOString().slice(0, 19).replace('T', ' ');
}

export const formatDay = (moment: Date, zone: string): string => formatMoment(moment, zone).slice(0, 10);

/** The moment that `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:ss` names in the zone. */
export function parseMoment(text: string, zone: string): Date {
  const guess = Date.parse(`${text.length === 10 ? `${text} 00:00:00` : text}Z`.replace(' ', 'T'));
  const first = guess - offsetOf(zone, guess) * 60_000;
  return new Date(guess - offsetOf(zone, first) * 60_000);
}
