import { describe, expect, it } from 'vitest';
import { type Scan, scanQueue } from '@/features/fieldwork/handOver/scanQueue';
import { scannerKeys } from '@/shell/scan/scannerKeys';

describe('scanner detection', () => {
  const type = (text: string, gap: number, reader = scannerKeys(), from = 1000): string | null => {
    let at = from;
    let code: string | null = null;
    for (const key of [...text, 'Enter']) code = reader.press(key, (at += gap));
    return code;
  };

  it('the scanner detection accepts keys at the speed of a scanner and ignores the speed of a person', () => {
    expect(type('2026DQ0005-B1-0101', 50)).toBe('2026DQ0005-B1-0101');
    expect(type('2026DQ0005-B1-0101', 5)).toBe('2026DQ0005-B1-0101');
    expect(type('2026DQ0005-B1-0101', 200)).toBeNull();
    expect(type('ab12', 20)).toBeNull();
  });

  it('the scanner detection accepts a scan in which a busy machine delays one key', () => {
    const reader = scannerKeys();
    let at = 0;
    for (const key of '2026DQ') reader.press(key, (at += 50));
    at += 350;
    for (const key of '0005-B1') reader.press(key, (at += 50));
    expect(reader.press('Enter', at + 50)).toBe('2026DQ0005-B1');
  });

  it('the scanner detection starts again after a pause, keeps capitals, and ends at a key that is no character', () => {
    const reader = scannerKeys();
    reader.press('x', 0);
    expect(type('2026DQ0005', 40, reader, 5000)).toBe('2026DQ0005');
    let at = 9000;
    for (const key of ['2', '0', '2', '6', 'Shift', 'D', 'Shift', 'Q']) reader.press(key, (at += 30));
    expect(reader.press('Enter', at + 30)).toBe('2026DQ');
    for (const key of ['1', '2', '3', '4', '5', '6', 'ArrowDown']) reader.press(key, (at += 30));
    expect(reader.press('Enter', at + 30)).toBeNull();
  });
});

describe('queue of scans', () => {
  it('scanned codes are sent in order without loss, and accepted, refused and lost scans are told apart', async () => {
    const sent: string[] = [];
    let running = 0;
    let shown: readonly Scan[] = [];
    let lineDown = true;
    const queue = scanQueue(
      async (code) => {
        running += 1;
        expect(running).toBe(1);
        await new Promise((resolve) => setTimeout(resolve, 1));
        running -= 1;
        if (code === 'lost' && lineDown) throw new Error('no answer');
        if (code === 'wrong') throw new TypeError('unknown');
        sent.push(code);
        return { sampleNo: code, again: sent.indexOf(code) !== sent.length - 1, message: `ok ${code}` };
      },
      (error) => ({ text: (error as Error).message, lost: (error as Error).message === 'no answer' }),
      (scans) => (shown = scans),
      () => undefined,
    );
    for (const code of ['a', ' b ', 'wrong', '', 'lost', 'a']) queue.scan(code);
    await queue.settled();
    expect(sent).toEqual(['a', 'b', 'a']);
    expect(shown.toReversed().map(({ code, state }) => [code, state])).toEqual([
      ['a', 'good'],
      ['b', 'good'],
      ['wrong', 'bad'],
      ['lost', 'failed'],
      ['a', 'again'],
    ]);
    lineDown = false;
    queue.repeat(shown.find(({ state }) => state === 'failed') as Scan);
    await queue.settled();
    expect(shown.map(({ state }) => state)).not.toContain('failed');
    expect(sent.at(-1)).toBe('lost');
  });
});
