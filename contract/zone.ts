// DESIGN §1, Dates: stored as timestamptz, sent as `YYYY-MM-DD HH:mm:ss` in the organisation's zone; what is today is its day, on both sides.

const hour = 3_600_000;
const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

/** Minutes east of UTC at that moment; asked of Intl once per zone and hour, because asking is slow. */
function offsetOf(zone: string, moment: number): number {
  const bucket = Math.floor(moment / hour);
  const key = `${zone} ${bucket}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric',
    });
    formats.set(zone, format);
  }
  const part = Object.fromEntries(format.formatToParts(bucket * hour).map(({ type, value }) => [type, Number(value)]));
  const local = Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day ?? 1, part.hour ?? 0, part.minute ?? 0, part.second ?? 0);
  const minutes = Math.round((local - bucket * hour) / 60_000);
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
