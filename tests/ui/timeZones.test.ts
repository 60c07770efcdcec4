import fc from 'fast-check';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { momentOf, momentText, setZone } from '@/lib/dateTexts';
import { isExpired } from '@/session/access/accountExpiry';
import { calendarDays } from '@contract/arithmetic/numbers/dayCounts';
import { isoDate, momentOfSerial } from '@contract/fields/normalizeText';
import { formatDay, formatMoment, parseMoment } from '@contract/zone';
import { measured } from '../support/measured';

// QUALITY FT9: an organization in one zone, a browser in another. Results are compared with plain arithmetic on the
// offset.

const hour = 3_600_000;
const day = 24 * hour;
const zones = [
  ['UTC', 0],
  ['Asia/Shanghai', 8],
  ['America/Bogota', -5],
] as const;
const own = process.env['TZ'];

afterEach(() => setZone(undefined));
afterAll(() => {
  process.env['TZ'] = own;
});

const wall = (moment: Date, offset: number): string =>
  new Date(moment.getTime() + offset * hour).toISOString().slice(0, 19).replace('T', ' ');
/** Whole seconds of fifty years; every second one is near midnight in one of the zones. */
const moments = fc
  .tuple(
    fc.integer({ min: 946_684_800, max: 2_524_607_999 }),
    fc.constantFrom(null, -1, 0, 1),
    fc.constantFrom(0, 8, -5),
  )
  .map(([seconds, edge, offset]) => {
    const at = seconds * 1000;
    return new Date(edge === null ? at : Math.floor(at / day) * day - offset * hour + edge * 1000);
  });

describe.each(zones)('organization in %s shows 0 of 500 moments off by one (FT9)', (zone, offset) => {
  it.each(zones)(
    'a moment in the organization’s time zone is shown with 0 of 500 off by one in a browser in %s',
    (browser) => {
      process.env['TZ'] = browser;
      setZone(zone);
      fc.assert(
        fc.property(moments, (moment) => {
          const text = wall(moment, offset);
          expect([formatMoment(moment, zone), formatDay(moment, zone), momentText(moment)]).toEqual([
            text,
            text.slice(0, 10),
            text,
          ]);
          expect([parseMoment(text, zone).getTime(), momentOf(text).getTime()]).toEqual([
            moment.getTime(),
            moment.getTime(),
          ]);
          // A date without time means its first second; its last second is of the same day, the next is not.
          const [from, date] = [momentOf(text.slice(0, 10)), text.slice(0, 10)];
          expect([
            momentText(from),
            momentText(new Date(from.getTime() + day - 1000)),
            momentText(new Date(from.getTime() - 1000)).slice(0, 10) < date,
          ]).toEqual([`${date} 00:00:00`, `${date} 23:59:59`, true]);
          expect([
            calendarDays(date, formatDay(new Date(from.getTime() + day), zone)),
            calendarDays(formatDay(new Date(from.getTime() - 1), zone), date),
          ]).toEqual([1, 1]);
          // Ten digits are seconds and mean the date in the organization's zone.
          const account = { id: 7, isAdmin: false, expiryDate: Math.floor(moment.getTime() / 1000) };
          if (account.expiryDate >= 1_000_000_000) {
            expect([
              isExpired(account, date),
              isExpired(account, formatDay(new Date(from.getTime() + day), zone)),
            ]).toEqual([isExpired({ ...account, expiryDate: date } as never, date), true]);
          }
          // Dates in a workbook have no zone.
          const serial = Date.parse(`${date}T00:00:00Z`) / day + 25_569;
          expect([
            momentOfSerial(serial),
            momentOfSerial(serial + 86_399 / 86_400),
            isoDate(date.replaceAll('-', '/'), 'date'),
          ]).toEqual([date, `${date} 23:59:59`, date]);
        }),
        { numRuns: 500 },
      );
      measured(`机构 ${zone}、浏览器 ${browser}：500 次，0 处差一`);
    },
  );
});
