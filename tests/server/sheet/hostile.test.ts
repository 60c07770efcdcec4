import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { sheetMessages } from '@contract/workbook/sheetMessages';
import { root } from '@server/base/root';
import { openWorkbook } from '@server/workbook/openWorkbook';
import { gold, parts, textRow, xlsx } from './workbooks';

const good = textRow('名称') + textRow('甲');

/** Returns ms of CPU time of all threads, which excludes other load of the machine. */
const spent = (started: NodeJS.CpuUsage): number =>
  Object.values(process.cpuUsage(started)).reduce((sum: number, part: number) => sum + part, 0) / 1000;

const objectKeys = Object.getOwnPropertyNames(Object.prototype).join();
afterAll(() => expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(objectKeys));

// Refused files go through the running import: importHostile.test.ts.
describe('reader of workbooks (IN6)', () => {
  it('the server stays responsive while a large workbook is read', async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => textRow(`甲${index}`, `乙${index}`, `丙${index}`)).join('');
    const bytes = xlsx(textRow('一', '二', '三') + rows);
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 5);
    const table = await openWorkbook(bytes);
    clearInterval(timer);
    expect(table.rows).toHaveLength(5000);
    // A parser on this thread would allow at most two turns, one before and one after; how many there are depends on
    // the machine.
    expect(turns).toBeGreaterThan(4);
  });

  it('a workbook whose parsing takes too long is refused, and its parser is killed', async () => {
    await expect(openWorkbook(gold('inspect-units.xlsx'), { limits: { time: 1 } })).rejects.toThrow(
      sheetMessages.tooSlow,
    );
  });

  it('a workbook whose parser runs out of memory does not end the server', async () => {
    const rows = Array.from({ length: 40_000 }, (_, index) =>
      textRow(`甲${index}`, `乙${index}`, `丙${index}`, `丁${index}`),
    ).join('');
    await expect(openWorkbook(xlsx(textRow('一', '二', '三', '四') + rows), { limits: { heap: 48 } })).rejects.toThrow(
      sheetMessages.bomb,
    );
    await expect(openWorkbook(gold('inspect-units.xlsx'))).resolves.toMatchObject({ sheetName: '受检单位' });
  });

  it('a small xls that exhausts the memory of its parser process does not end the server (SEC-2)', async () => {
    const bytes = readFileSync(join(root, 'tests/data/imports/xls-cfb-oom.xls'));
    const [before, self] = [process.memoryUsage().rss, process.pid];
    await expect(openWorkbook(bytes, { fileName: 'a.xls' })).rejects.toMatchObject({
      message: sheetMessages.bomb,
      cause: { deathCause: 'memory' },
    });
    expect(process.pid).toBe(self);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    await expect(openWorkbook(gold('inspect-units.xls'), { fileName: 'a.xls' })).resolves.toMatchObject({
      sheetName: '受检单位',
    });
  });

  it('a workbook with headers and values named __proto__ and constructor is read and changes no prototype', async () => {
    const table = await openWorkbook(
      xlsx(textRow('__proto__', 'constructor', 'toString') + textRow('polluted', '__proto__', 'x')),
    );
    expect(table.header).toEqual(['__proto__', 'constructor', 'toString']);
    expect(table.rows[0]?.cells.map(({ text }) => text)).toEqual(['polluted', '__proto__', 'x']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('a workbook with texts that slow down careless regular expressions is read quickly', async () => {
    const nasty = ['a'.repeat(30_000), ' '.repeat(30_000) + 'x', '0'.repeat(30_000) + '!', '<'.repeat(30_000)].map(
      (text) => text.replaceAll('<', '&lt;'),
    );
    const started = process.cpuUsage();
    const table = await openWorkbook(xlsx(textRow('一', '二', '三', '四') + textRow(...nasty)));
    expect(table.rows[0]?.cells.map(({ text }) => text.length)).toEqual(
      nasty.map((text) => text.replaceAll('&lt;', '<').length),
    );
    expect(spent(started)).toBeLessThan(5000);
  });

  it('a workbook whose parts are stored without compression is read', async () => {
    const stored = zipSync(
      Object.fromEntries(
        Object.entries(parts(good)).map(([name, content]) => [name, [content as Uint8Array, { level: 0 }]]),
      ),
    );
    await expect(openWorkbook(stored)).resolves.toMatchObject({ header: ['名称'], rows: [{ line: 2 }] });
  });
});
