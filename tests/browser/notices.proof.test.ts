import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announcement } from '@contract/features/notices/entities/notice';
import { noticeTexts } from '@contract/features/notices/noticeTexts';
import { messages } from '@contract/messages';
import type { Answer, LoginAnswer } from '@contract/wire';
import { hostileHtml } from '../support/hostileHtml';
import { seriousViolations } from './support/axe';
import { launchChromium } from './support/chromium';
import { type Desk, dialog, grid, openDesk, settled, signIn } from './support/console';
import { pressToMove, pressUntil } from './support/keys';
import { password, type ProductServer, startProduct } from './support/productServer';

// A notice from its sender to its reader: typed, sent, pushed, opened, read.

let product: ProductServer;
let browser: Browser;
let sender: Desk;
let reader: Desk;

const title = '关于开展年度内部审核的通知';

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    const words =
      element?.getAttribute('aria-label') ??
      (element as HTMLInputElement | null)?.labels?.[0]?.textContent ??
      element?.textContent ??
      '';
    return words.replaceAll(/\s/g, '');
  });

const inRows = (page: Page): Promise<boolean> =>
  page.evaluate(() => Boolean(document.activeElement?.closest('[role=row]:has([role=gridcell])')));

/** Presses Tab until the focus is on the wanted element. */
async function tabTo(page: Page, wanted: RegExp, key = 'Tab'): Promise<void> {
  const heard: string[] = [];
  for (let step = 0; step < 50; step += 1) {
    await pressToMove(page, key);
    const now = await focused(page);
    if (wanted.test(now)) return;
    heard.push(now.slice(0, 12));
  }
  throw new Error(`${String(wanted)} was not among ${heard.join(' › ')}`);
}

async function enter(page: Page, userName: string): Promise<void> {
  await page.goto('/login');
  await expect.poll(() => focused(page)).toBe('用户名');
  await page.keyboard.type(userName);
  await page.keyboard.press('Tab');
  await expect.poll(() => focused(page)).toBe('密码');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^用户菜单/ }).waitFor();
}

const bell = (page: Page, unread?: number) =>
  page.getByRole('button', {
    name: unread === undefined ? new RegExp(`^${noticeTexts.bell}(，|$)`) : `${noticeTexts.bell}，${unread}条未读`,
  });
const sentinel = (page: Page) => page.evaluate(() => (window as { sentinel?: number }).sentinel);

let adminToken: string;
async function ask<B>(
  method: string,
  path: string,
  body: unknown,
  token = adminToken,
): Promise<{ status: number; answer: Answer<B> }> {
  const response = await fetch(`${product.url}/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  return { status: response.status, answer: (await response.json()) as Answer<B> };
}

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  // The content policy would stop a script, so the reader's browser runs without it: no script may get that far.
  [sender, reader] = [await openDesk(browser, product.url), await openDesk(browser, product.url, { bypassCSP: true })];
  const { answer } = await ask<never>('POST', 'auth/login', { username: 'admin', password }, '');
  adminToken = (answer as unknown as LoginAnswer).token;
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  expect([...(sender?.failures ?? []), ...(reader?.failures ?? [])]).toEqual([]);
});

/** Number of people in the demonstration. */
let everybody: number;

describe('notices by keyboard only', () => {
  it('a notice is written, sent, received and read by keyboard only', async () => {
    const [from, to] = [sender.page, reader.page];
    await enter(to, 'analyst');
    await bell(to, 2).waitFor();
    const secondTab = await reader.context.newPage();
    await secondTab.goto('/notify/myNews');
    await bell(secondTab, 2).waitFor();

    await enter(from, 'admin');
    await from.keyboard.press('Control+k');
    await expect.poll(() => focused(from)).toMatch(/^搜索菜单/);
    await from.keyboard.type(announcement.label);
    await from.getByRole('option', { name: new RegExp(announcement.label), selected: true }).waitFor();
    await from.keyboard.press('Enter');
    await from.waitForURL('**/notify/announcement');
    await settled(from, announcement.label);
    await tabTo(from, /新增$/);
    await from.keyboard.press('Enter');
    await dialog(from, '新增通知公告').waitFor();
    await expect.poll(() => focused(from)).toBe('标题');
    await from.keyboard.type(title);
    for (const [field, words] of [
      ['消息类型', '通知公告'],
      ['优先级', '紧急'],
    ] as const) {
      await tabTo(from, new RegExp(field));
      await from.keyboard.type(words);
      await from
        .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option-active')
        .filter({ hasText: words })
        .waitFor();
      await from.keyboard.press('Enter');
    }
    await from.getByRole('textbox', { name: '内容' }).waitFor();
    await tabTo(from, /^内容$/);
    await from.keyboard.type('各科室：');
    await from.keyboard.press('Enter');
    await from.keyboard.press('Control+b');
    await from.keyboard.type('请于周五前备齐记录');
    // Back to the toolbar, along it, and back to the text.
    await from.keyboard.press('Shift+Tab');
    await expect.poll(() => focused(from)).toBe('标题1');
    await pressUntil(from, 'ArrowRight', async () => (await focused(from)) === '编号');
    await from.keyboard.press('Enter');
    await expect.poll(() => focused(from)).toBe('内容');
    expect(await seriousViolations(from, '[role=dialog]')).toEqual([]);
    await from.keyboard.press('Control+Enter');
    await from.getByText(messages.added).waitFor();
    await grid(from, announcement.label).getByText(title).waitFor();

    // Into the rows, and along the new row's buttons to 发布.
    await expect.poll(() => focused(from)).toMatch(/新增$/);
    await pressUntil(from, 'Tab', () => inRows(from));
    await pressUntil(from, 'ArrowRight', async () => (await focused(from)) === '发布');
    await from.keyboard.press('Enter');
    const sending = dialog(from, '发布公告');
    everybody = Number(/\d+/.exec(await sending.getByText(/^将发送给\d+人$/).innerText())?.[0]);
    expect(everybody).toBeGreaterThan(10);
    expect(await seriousViolations(from, '[role=dialog]')).toEqual([]);
    await tabTo(from, new RegExp(`^发布给${everybody}人$`));
    await from.keyboard.press('Enter');
    await from.getByText(noticeTexts.sent(everybody)).waitFor();

    // Without any action of the reader, the badge changes in both tabs and the toast appears in one.
    await Promise.all([bell(to, 3).waitFor(), bell(secondTab, 3).waitFor()]);
    const toasts = async () =>
      (
        await Promise.all([to, secondTab].map((page) => page.getByText(noticeTexts.arrived, { exact: true }).count()))
      ).reduce((sum, count) => sum + count, 0);
    await expect.poll(toasts).toBe(1);
    // A toast of the other tab would follow.
    await to.waitForTimeout(600);
    expect(await toasts()).toBe(1);
    await secondTab.close();

    await to.bringToFront();
    // The bell is above the page, which has the focus.
    await tabTo(to, new RegExp(`^${noticeTexts.bell}，`), 'Shift+Tab');
    await to.keyboard.press('Enter');
    const list = dialog(to, noticeTexts.unread(3));
    await list.getByRole('button', { name: title }).waitFor();
    await expect.poll(async () => (await list.boundingBox())?.width).toBeGreaterThanOrEqual(700);
    expect(await seriousViolations(to, '[role=dialog]')).toEqual([]);
    await pressUntil(to, 'Tab', () => inRows(to));
    await to.keyboard.press('Enter');
    const detail = dialog(to, '消息详情');
    await detail.getByRole('heading', { name: title }).waitFor();
    expect(await detail.locator('ol strong').innerText()).toBe('请于周五前备齐记录');
    await bell(to, 2).waitFor({ state: 'attached' });
    await tabTo(to, /^返回列表$/);
    await to.keyboard.press('Enter');
    await dialog(to, noticeTexts.unread(2)).waitFor();
    await to.keyboard.press('Escape');
    await to.getByRole('dialog', { name: noticeTexts.bell, exact: true }).waitFor({ state: 'hidden' });
    await expect.poll(() => focused(to)).toBe(`${noticeTexts.bell}，2条未读`);
  });
});

describe('a sent notice', () => {
  it('a sent notice can’t be edited, and 阅读情况 lists who has read it', async () => {
    const { page } = sender;
    const row = grid(page, announcement.label).getByRole('row').filter({ hasText: title });
    await row.getByRole('img', { name: `已锁定：${noticeTexts.locked}` }).waitFor();
    expect(await row.getByRole('button', { name: '编辑' }).isDisabled()).toBe(true);
    await row.getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: '阅读情况' }).click();
    await page.getByText(`已读1人，未读${everybody - 1}人，共${everybody}人`).waitFor();
    const readers = grid(page, '阅读情况');
    await readers.getByRole('row').filter({ hasText: '林思远' }).filter({ hasText: '已读' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });
});

describe('invalid input in notices', () => {
  it('a megabyte of text in a notice is refused, and the form stays unchanged', async () => {
    const { page } = sender;
    await page.getByRole('button', { name: /新\s*增/ }).click();
    const form = dialog(page, '新增通知公告');
    await form.getByLabel('标题', { exact: true }).fill('过长的通知');
    // Its button in the toolbar opens it.
    expect(await form.getByLabel('选择图片').isVisible()).toBe(false);
    await form.getByRole('textbox', { name: '内容' }).click();
    await page.keyboard.insertText('字'.repeat(1_048_576));
    await page.keyboard.press('Control+Enter');
    await form.getByText('内容过长，请精简文字或把长文作为附件').waitFor();
    expect(await form.getByLabel('标题', { exact: true }).inputValue()).toBe('过长的通知');
    await page.keyboard.press('Escape');
    await dialog(page, '离开')
      .getByRole('button', { name: /离\s*开/ })
      .click();
    await form.waitFor({ state: 'hidden' });
    expect(
      (
        await ask('POST', 'api/ohitAnnouncement/add', {
          titile: '过长的通知',
          msgCategory: '1',
          priority: '0',
          msgContent: '字'.repeat(1_048_576),
        })
      ).status,
    ).toBe(413);
  });

  it('0 scripts of a notice run, neither when written nor when read (IN3)', async () => {
    // A missing upload is refused, which would hide the rest.
    const content = hostileHtml()
      .filter((payload) => !payload.includes('/api/file/'))
      .join('');
    const { status, answer } = await ask<{ id: number }>('POST', 'api/ohitAnnouncement/add', {
      titile: '<img src=x onerror=window.sentinel=1>',
      msgCategory: '1',
      priority: '0',
      msgAbstract: '<script>window.sentinel=1</script>',
      msgContent: content,
    });
    expect(status).toBe(200);
    const { page } = sender;
    await page.getByRole('button', { name: '刷新' }).first().click();
    await grid(page, announcement.label)
      .getByRole('row')
      .filter({ hasText: 'onerror' })
      .getByRole('button', { name: '编辑' })
      .click();
    await dialog(page, '编辑通知公告').getByRole('textbox', { name: '内容' }).getByText('甲').first().waitFor();
    await page.keyboard.press('Escape');
    expect(
      (await ask('PUT', 'api/ohitAnnouncement/send', { id: answer.body?.id, to: { kind: 'all', ids: [] } })).status,
    ).toBe(200);
    await bell(reader.page, 3).waitFor();
    await bell(reader.page).click();
    await dialog(reader.page, noticeTexts.unread(3))
      .getByRole('button', { name: /onerror/ })
      .click();
    await dialog(reader.page, '消息详情').getByText('甲').first().waitFor();
    expect([await sentinel(page), await sentinel(reader.page)]).toEqual([undefined, undefined]);
    await dialog(reader.page, '消息详情').getByRole('button', { name: '返回列表' }).click();

    // Another back end may not clean the HTML; the page builds it from the allow-list anyway.
    await reader.page.route('**/api/ohitAnnouncementSend/querySendInfo**', (route) =>
      route.fulfill({
        json: {
          code: '200',
          message: '',
          body: {
            total: 1,
            records: [
              {
                id: 1,
                anntId: 1,
                userId: 1,
                titile: '未经清理',
                msgAbstract: null,
                senderName: '甲',
                msgContent: `<p>乙</p>${hostileHtml().join('')}`,
                msgCategory: '1',
                priority: '0',
                sendTime: null,
                readFlag: '1',
                sendStatus: '1',
                updateBy: null,
              },
            ],
          },
        },
      }),
    );
    await dialog(reader.page, noticeTexts.bell).getByRole('tab', { name: noticeTexts.read }).click();
    await reader.page.getByRole('button', { name: '未经清理' }).click();
    const shown = dialog(reader.page, '消息详情');
    await shown.getByText('乙').waitFor();
    // Handlers of broken images and of animations run a moment later.
    await reader.page.waitForTimeout(500);
    expect(await sentinel(reader.page)).toBeUndefined();
    expect(await shown.locator('article').locator('script, iframe, svg, object, form, input').count()).toBe(0);
    await reader.page.unroute('**/api/ohitAnnouncementSend/querySendInfo**');
  });
});

describe('notices on a phone', () => {
  it('the notice bell, its dialog and 我的消息 fit on a phone, and a link opens its notice', async () => {
    const { page, failures } = await openDesk(browser, product.url, { viewport: { width: 375, height: 720 } });
    await signIn(page, 'field', '/notify/myNews');
    await page.getByRole('region', { name: '消息', exact: true }).waitFor();
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    await grid(page, '消息').getByRole('button', { name: title }).waitFor();
    await expect.poll(wide).toBe(false);
    expect(await seriousViolations(page)).toEqual([]);
    await bell(page).click();
    const list = page.getByRole('dialog').filter({ hasText: noticeTexts.read });
    await list.getByRole('button', { name: title }).click();
    await dialog(page, '消息详情').getByRole('heading', { name: title }).waitFor();
    await expect.poll(wide).toBe(false);
    await dialog(page, '消息详情').getByRole('button', { name: noticeTexts.seeAll }).click();
    await dialog(page, '消息详情').waitFor({ state: 'hidden' });
    await expect.poll(() => new URL(page.url()).pathname).toBe('/notify/myNews');

    // A toast appears at the top of the page and covers nothing of the header, at any width.
    for (const [width, titile] of [
      [375, '关于停电检修的通知'],
      [1440, '关于恢复供电的通知'],
    ] as const) {
      await page.setViewportSize({ width, height: 720 });
      const { answer } = await ask<{ id: number }>('POST', 'api/ohitAnnouncement/add', {
        titile,
        msgCategory: '1',
        priority: '2',
        msgContent: '<p>周六</p>',
      });
      expect(
        (await ask('PUT', 'api/ohitAnnouncement/send', { id: answer.body?.id, to: { kind: 'all', ids: [] } })).status,
      ).toBe(200);
      const toast = page.locator('.ant-notification-notice').filter({ hasText: titile });
      await toast.hover();
      const [low, ...heads] = await Promise.all(
        [toast, page.getByRole('banner'), page.getByRole('tablist', { name: '已打开的页面' })].map((one) =>
          one.boundingBox(),
        ),
      );
      expect(low?.y).toBeGreaterThanOrEqual(Math.max(...heads.map((box) => (box ? box.y + box.height : Number.NaN))));
      await bell(page).click({ timeout: 5_000 });
      await list.getByRole('button', { name: titile }).waitFor();
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'hidden' });
    }
    expect(failures).toEqual([]);
  });
});
