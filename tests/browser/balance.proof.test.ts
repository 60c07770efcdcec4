import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordAddress } from '@contract/features/laboratory/methods/recordAddress';
import { savedText } from '@contract/workbook/saveMany';
import { sheetMessages } from '@contract/workbook/sheetMessages';
import { unpackMigrated } from '../support/pgliteTemplate';
import { recordRowsOf } from '../support/recordRows';
import { testServer } from '../support/server';
import { launchChromium } from './support/chromium';
import { button, type Desk, grid, noticed, openDesk, settled, signIn } from './support/console';
import { paste, shown, toCell } from './support/people';
import { password, type ProductServer, startIn } from './support/productServer';

// Filters weighed on a balance at the serial port (Web Serial) or by pasted lines: MT-SICS of Mettler Toledo, SBI of
// Sartorius. The port is the test's own; what it sends and gets are the bytes of a balance.

let dataDir: string;
let product: ProductServer;
let browser: Browser;
let desk: Desk;
let page: Page;
let record: { id: number; project: number };

const readings = '样品与读数';

/** Creates a dust record with four filters. */
async function fill(): Promise<void> {
  const server = await testServer({}, dataDir);
  const organizationId = await server.rows.organization({ name: '甲检测中心' });
  const permissions = ['labSheet:list', 'labSheet:edit', 'labSheetRow:list', 'labSheetRow:edit'];
  const roles = [await server.rows.role({ permissions })];
  const analyst = await server.rows.user({ userName: 'analyst', nickName: '李检测', organizationId, roles, password });
  const lab = recordRowsOf(server, organizationId);
  const hazard = await lab.hazard('总尘', { category: 'dust' });
  const method = await lab.method('总粉尘 滤膜质量法', null, { methodKind: 'dust', standardNo: 'GBZ/T 192.1-2025' });
  const { id: project } = await lab.project('testing');
  const of = { project, method, hazard, hazardName: '总尘', analyst, methodKind: 'dust', layout: 'main' };
  const id = await lab.sheet(of);
  for (const no of ['F-1', 'F-2', 'F-3', 'F-4']) await lab.row(id, { project, hazard }, no);
  record = { id, project };
  await server.services.push.close();
  await server.database.close();
}

interface Fake {
  send(bytes: string): void;
  unplug(): void;
  readonly asked: string[];
  readonly opened: { readonly baudRate: number }[];
  closed: number;
}
declare global {
  interface Window {
    balance: Fake;
  }
}

/** Runs in the page: a serial port whose other end is the test. */
function plugIn(): void {
  const fake = { asked: [] as string[], opened: [] as { baudRate: number }[], closed: 0 } as unknown as Fake;
  window.balance = fake;
  const requestPort = async () => {
    let controller: ReadableStreamDefaultController<Uint8Array>;
    const readable = new ReadableStream<Uint8Array>({
      start: (own) => {
        controller = own;
      },
    });
    const writable = new WritableStream<Uint8Array>({
      write: (bytes) => {
        fake.asked.push(new TextDecoder().decode(bytes));
      },
    });
    fake.send = (text) => controller.enqueue(new TextEncoder().encode(text));
    fake.unplug = () => controller.error(new DOMException('The device has been lost.', 'NetworkError'));
    return {
      readable,
      writable,
      open: async (options: { baudRate: number }) => void fake.opened.push(options),
      close: async () => {
        fake.closed += 1;
      },
    };
  };
  Object.defineProperty(navigator, 'serial', { value: { requestPort }, configurable: true });
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'occhealth-balance-'));
  await unpackMigrated(dataDir);
  await (await startIn(dataDir, { CAPTCHA: 'off', DEMO: 'off' })).stop();
  await fill();
  product = await startIn(dataDir, { CAPTCHA: 'off', DEMO: 'off' });
  browser = await launchChromium();
  desk = await openDesk(browser, product.url, { permissions: ['clipboard-read', 'clipboard-write'] });
  page = desk.page;
  await desk.context.addInitScript(plugIn);
  await signIn(page, 'analyst', recordAddress({ ...record, methodKind: 'dust', variant: 'ordinary' }));
  await settled(page, readings);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await rm(dataDir, { recursive: true, force: true });
  expect(desk?.failures ?? []).toEqual([]);
});

const send = (text: string) => page.evaluate((bytes) => window.balance.send(bytes), text);
/** Returns a cell of the grid by its row and the title of its column. */
async function cell(row: number, title: string): Promise<Locator> {
  const header = grid(page, readings).getByRole('columnheader').filter({ hasText: title }).first();
  return grid(page, readings)
    .locator(`[data-row="${row}"]`)
    .locator(`> [aria-colindex="${await header.getAttribute('aria-colindex')}"]`);
}
async function shows(row: number, title: string, text: string): Promise<void> {
  await expect.poll(async () => (await cell(row, title)).innerText()).toBe(text);
}

it('stable lines of a connected balance fill the cells one below the other, whatever their brand; an unstable one fills none', async () => {
  await toCell(page, readings, 0, '采样前质量1');
  await button(shown(page), '连接天平').click();
  await noticed(page, '天平已连接');
  expect(await page.evaluate(() => window.balance.opened)).toEqual([{ baudRate: 9600 }]);
  // MT-SICS, in two pieces as a serial line delivers it.
  await send('S S     0.0');
  await send('2841 g\r\n');
  await shows(0, '采样前质量1', '28.41');
  await send('S D     0.09937 g\r\n');
  await noticed(page, sheetMessages.balanceUnstable);
  await send('S I\r\n');
  await noticed(page, sheetMessages.balanceRange);
  // SBI; the line without a unit is not stable yet.
  await send('N     +   0.02842    \r\n');
  await send('N     +   0.02843 g  \r\n');
  await shows(1, '采样前质量1', '28.43');
  await send('Mettler Toledo XPR\r\nS S    28.450 mg\r\n');
  await shows(2, '采样前质量1', '28.450');
  await shows(3, '采样前质量1', '');
  // The program asks both brands for the next stable value.
  await button(shown(page), '读取天平').click();
  expect(await page.evaluate(() => window.balance.asked.join(''))).toBe('S\r\n\u001bP\r\n');
  await send('S S     0.02846 g\r\n');
  await shows(3, '采样前质量1', '28.46');
});

it('the second weighing goes to its own column; a cable that is pulled out ends the connection, and the balance connects again', async () => {
  await toCell(page, readings, 0, '采样前质量2');
  await send('S S     0.02842 g\r\n');
  await shows(0, '采样前质量2', '28.42');
  await page.evaluate(() => window.balance.unplug());
  await button(shown(page), '连接天平').waitFor();
  await button(shown(page), '连接天平').click();
  await noticed(page, '天平已连接');
  await send('N     +   0.02844 g  \r\n');
  await shows(1, '采样前质量2', '28.44');
  await button(shown(page), '断开天平').click();
  await button(shown(page), '连接天平').waitFor();
  await expect.poll(() => page.evaluate(() => window.balance.closed)).toBe(2);
});

it('lines of a balance that are pasted become masses in the unit of the cells, and all weighings are saved', async () => {
  await toCell(page, readings, 0, '采样后质量1');
  await paste(page, [['S S     0.03041 g'], ['N     +   0.03043 g  '], ['S S    30.450 mg']]);
  await shows(0, '采样后质量1', '30.41');
  await shows(1, '采样后质量1', '30.43');
  await shows(2, '采样后质量1', '30.450');
  await page.keyboard.press('Control+s');
  await noticed(page, savedText);
  await page.reload();
  await settled(page, readings);
  await shows(0, '采样前质量1', '28.41');
  await shows(0, '采样前质量2', '28.42');
  // Columns out of view are rendered when the cursor reaches them.
  await toCell(page, readings, 2, '采样后质量1');
  await shows(2, '采样后质量1', '30.450');
  // Time of the first weighing by the connected balance; pasted lines have none.
  await toCell(page, readings, 0, '采样前称量时间');
  await expect.poll(async () => (await cell(0, '采样前称量时间')).innerText()).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  await toCell(page, readings, 0, '采样后称量时间');
  await shows(0, '采样后称量时间', '');
});
