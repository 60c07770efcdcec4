import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';
import { expect, it } from 'vitest';
import { root } from '@server/base/root';
import { launchChromium } from './support/chromium';

// contract/zone uses Temporal where a browser has it, and Intl elsewhere, as Node does in FT9's other tests. Both must
// agree.

const zones = [
  'UTC',
  'Asia/Shanghai',
  'Asia/Urumqi',
  'America/Bogota',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Europe/London',
];

it('browsers with and without the Temporal API agree on 4,000 moments in eight time zones (FT9)', async () => {
  const { code } = await transformWithOxc(readFileSync(join(root, 'contract/zone.ts'), 'utf8'), 'zone.ts');
  const browser = await launchChromium();
  const told = async (withTemporal: boolean): Promise<string[]> => {
    const page = await browser.newPage();
    expect(await page.evaluate(() => 'Temporal' in globalThis)).toBe(true);
    if (!withTemporal) await page.evaluate('delete globalThis.Temporal');
    await page.addScriptTag({ type: 'module', content: `${code}\nglobalThis.zone = { formatMoment, parseMoment };` });
    return page.evaluate((names) => {
      const { formatMoment, parseMoment } = (globalThis as unknown as { zone: typeof import('@contract/zone') }).zone;
      return names.flatMap((zone) =>
        // Thirty-five days and an odd hour apart, from 1986 on, which includes China's summer time.
        Array.from({ length: 500 }, (_, turn) => {
          const text = formatMoment(new Date(504_921_599_000 + turn * 3_027_601_000), zone);
          return `${text} ${parseMoment(text, zone).getTime()}`;
        }),
      );
    }, zones);
  };
  try {
    const [byTemporal, byIntl] = [await told(true), await told(false)];
    expect(byTemporal).toHaveLength(4_000);
    expect(byTemporal).toEqual(byIntl);
    expect(byTemporal[500]).toBe('1986-01-01 07:59:59 504921599000');
  } finally {
    await browser.close();
  }
});
