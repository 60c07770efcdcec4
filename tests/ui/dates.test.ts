import { afterEach, describe, expect, it, vi } from 'vitest';
import { momentOf, nowText, setZone, todayText } from '@/lib/dateTexts';
import { calendarDays } from '@contract/arithmetic/numbers/dayCounts';

describe('dates in the organization’s time zone', () => {
  afterEach(() => {
    vi.useRealTimers();
    setZone(undefined);
  });

  it('dates are shown in the time zone that the server has sent, whatever the browser’s zone', () => {
    vi.useFakeTimers({ now: new Date('2026-03-31T16:30:05Z') });
    setZone('Asia/Shanghai');
    expect([todayText(), nowText()]).toEqual(['2026-04-01', '2026-04-01 00:30:05']);
    setZone('America/New_York');
    expect([todayText(), nowText()]).toEqual(['2026-03-31', '2026-03-31 12:30:05']);
    expect(momentOf('2026-03-31 12:30:05').toISOString()).toBe('2026-03-31T16:30:05.000Z');
    expect([calendarDays('2026-02-28', '2026-03-01'), calendarDays('2026-03-01', '2026-02-28')]).toEqual([1, -1]);
  });
});
