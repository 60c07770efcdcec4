import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { obscure } from '@/lib/browser/secret';
import { pageTexts } from '@contract/features/signIn/signInTexts';
import type { LoginAnswer } from '@contract/wire';
import { password } from './productServer';

/** ms; the machines that run this are busy, and nothing here waits longer than it must. */
const patience = 60_000;

export interface Desk {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What went wrong in the page unseen: exceptions, and refusals by the content policy. */
  readonly failures: readonly string[];
}

interface Remembering {
  notices?: string[];
}

/** Runs in the page. A notice goes by itself, on a busy machine before anybody has looked: what was said is kept. */
function rememberNotices(): void {
  const said: string[] = ((window as Remembering).notices = []);
  const known = new WeakMap<Element, string>();
  new MutationObserver(() => {
    for (const notice of document.querySelectorAll('.ant-notification-notice')) {
      const text = notice.textContent ?? '';
      if (text === '' || known.get(notice) === text) continue;
      known.set(notice, text);
      said.push(text);
    }
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

/**
 * A window of its own, with nobody signed in, and without motion unless told: what moves is waited for, and drawn for
 * nobody.
 */
export async function openDesk(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Desk> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(patience);
  await context.addInitScript(rememberNotices);
  const page = await context.newPage();
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy/i.test(message.text())) failures.push(message.text());
  });
  return { context, page, failures };
}

/** antd spaces two characters out, and icons bring their own names before the caption. */
const caption = (name: string): RegExp =>
  new RegExp(`(^|\\s)${[...name].map((letter) => letter.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s*')}$`);

export const button = (scope: Page | Locator, name: string): Locator =>
  scope.getByRole('button', { name: caption(name) });
export const dialog = (page: Page, title: string): Locator => page.getByRole('dialog').filter({ hasText: title });

export const captchaImage = async (page: Page): Promise<string> =>
  (await page.getByRole('img', { name: '验证码图片' }).getAttribute('src')) ?? '';

/**
 * A session without the login page, which has tests of its own, of a product that asks for no captcha; `path` is gone
 * to with it, the console unless told.
 */
export async function signIn(page: Page, userName: string, path = '/'): Promise<void> {
  const answer = await page.request.post('/auth/login', { data: { username: userName, password } });
  const { token } = (await answer.json()) as LoginAnswer;
  // As the console keeps it.
  await page.context().addCookies([
    {
      name: 'token',
      value: encodeURIComponent(obscure(token)),
      url: new URL('/', answer.url()).href,
      sameSite: 'Strict',
    },
  ]);
  await page.goto(path);
  await page.getByRole('button', { name: /^用户菜单/ }).waitFor();
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^用户菜单/ }).click();
  await page.getByRole('menuitem', { name: pageTexts.signOut }).click();
  await button(page.getByRole('dialog'), '确定').click();
  await page.getByLabel('用户名').waitFor();
}

/** The shown page's list, its rows in the order of the screen. */
export const grid = (page: Page, label: string): Locator => page.getByRole('grid', { name: label });
/** By the whole of its title. */
export const rowNamed = (page: Page, label: string, name: string): Locator =>
  grid(page, label)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name, exact: true }) });
export const rowOf = (page: Page, label: string, text: string): Locator =>
  grid(page, label).getByRole('row').filter({ hasText: text });

/** Of the shown list, once its answer is there. */
export async function total(page: Page, label: string): Promise<number> {
  await settled(page, label);
  return Number(
    /共 ([\d,]+) 条/
      .exec(await page.getByRole('region', { name: label, exact: true }).innerText())?.[1]
      ?.replaceAll(',', ''),
  );
}

/** Until the list shows the answer to what was asked last. */
export const settled = (page: Page, label: string): Promise<void> =>
  page.locator(`[role="grid"][aria-label="${label}"][aria-busy="false"]`).waitFor();

/** Does what makes the list ask anew, and waits until its answer is on the screen. */
export async function asking(page: Page, action: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse(
    (response) => response.request().method() === 'GET' && /\/api\/\w+\?(.*&)?page=\d/.test(response.url()),
  );
  await action();
  await (await answer).finished();
  await page.locator('[role=grid][aria-busy=true]:visible').first().waitFor({ state: 'hidden' });
}

/** antd's select: by its words, as one types them. */
export async function choose(box: Locator, option: string): Promise<void> {
  await box.click();
  await box.fill(option);
  await box
    .page()
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
    .getByTitle(option, { exact: true })
    .first()
    .click();
}

/** One of the row's buttons, from the 更多 menu where it does not stand in the row. */
export async function rowAction(row: Locator, name: string): Promise<void> {
  await row.waitFor();
  const direct = row.getByRole('button', { name, exact: true });
  if (await direct.isVisible()) return direct.click();
  await row.getByRole('button', { name: '更多' }).click();
  await row.page().getByRole('menuitem', { name, exact: true }).click();
}

/** A notice has been said, and stands there as long as it does: the focus stays where it is. */
export async function told(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const said = (window as Remembering).notices ?? [];
    const at = said.findIndex((one) => one.includes(wanted));
    return at >= 0 && said.splice(at, 1).length === 1;
  }, text);
}

/** A notice, read and gone through or gone by itself, so that the next of the same words is another. */
export async function noticed(page: Page, text: string): Promise<void> {
  const notice = page.locator('.ant-notification-notice').filter({ hasText: text });
  await told(page, text);
  if (await notice.first().isVisible())
    await notice
      .first()
      .getByRole('button')
      .first()
      .click({ timeout: 2_000 })
      .catch(() => undefined);
  await notice.first().waitFor({ state: 'hidden' });
}

/**
 * Answers a question; a click into the opening movement of its dialog can be lost on a busy machine, and is made again.
 */
export async function confirm(page: Page, question: string, answer = '确定'): Promise<void> {
  const asked = dialog(page, question);
  const closed = (timeout: number) =>
    asked.waitFor({ state: 'hidden', timeout }).then(
      () => true,
      () => false,
    );
  for (let tries = 0; tries < 4; tries += 1) {
    // What the first click began may close the dialog under the second.
    await button(asked, answer)
      .click(tries ? { timeout: 5_000 } : {})
      .catch((error: unknown) => {
        if (tries === 0) throw error;
      });
    if (await closed(5_000)) return;
  }
  await asked.waitFor({ state: 'hidden' });
}
