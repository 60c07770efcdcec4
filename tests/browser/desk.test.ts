import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from './support/chromium';
import { type Desk, openDesk } from './support/console';

// What `Desk.failures` reports, on pages made for it: no product is needed.

const url = 'http://desk.test';
const said = '设备编号已存在，请换一个编号';
const inDialog = {
  'alert title': `<div class="ant-alert"><div class="ant-alert-title">${said}</div></div>`,
  'alert message': `<div class="ant-alert"><div class="ant-alert-message">${said}</div></div>`,
  'explanation of a field': `<div class="ant-form-item-explain-error">${said}</div>`,
};
const noticeOf = (text: string): string => `<div class="ant-notification-notice">操作失败：${text}</div>`;

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
});

/** Shows a part in a dialog, then a notice, as the console adds them; returns what the desk reports about the page. */
async function reported(part: string, notice: string, dialog = '<div role="dialog"></div>'): Promise<Desk['failures']> {
  const { context, page, failures } = await openDesk(browser, url);
  try {
    await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: dialog }));
    await page.goto('/');
    await page.evaluate(
      ([inside, beside]) => {
        const target = document.querySelector('[role="dialog"]') ?? document.body;
        target.insertAdjacentHTML('beforeend', inside);
        document.body.insertAdjacentHTML('beforeend', beside);
      },
      [part, notice] as const,
    );
    // The observer has looked, and its message has arrived, when a later message of the page arrives.
    const later = page.waitForEvent('console', (message) => message.text() === 'later');
    await page.evaluate(() => setTimeout(() => console.log('later')));
    await later;
    return [...failures];
  } finally {
    await context.close();
  }
}

it.each(Object.entries(inDialog))(
  'the test helper openDesk reports a refusal that an open dialog and a notice show at once: %s',
  async (_, part) => {
    expect(await reported(part, noticeOf(said))).toEqual([`shown twice: ${said}`]);
  },
);

it('the test helper openDesk reports nothing about a refusal that a page shows once', async () => {
  const part = inDialog['alert title'];
  expect(await reported(part, noticeOf('已保存'))).toEqual([]);
  expect(await reported('', noticeOf(said))).toEqual([]);
  expect(await reported(part, '')).toEqual([]);
});

it('the test helper openDesk does not report a message as shown twice if its other copy is in a closed dialog or in the page', async () => {
  const part = inDialog['alert title'];
  expect(await reported(part, noticeOf(said), '<div role="dialog" style="display:none"></div>')).toEqual([]);
  expect(await reported(part, noticeOf(said), '<main></main>')).toEqual([]);
});
