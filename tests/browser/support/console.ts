import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { obscure } from '@/lib/browser/obscureCookie';
import { pageTexts } from '@contract/features/signIn/signInTexts';
import type { LoginAnswer } from '@contract/wire';
import { password } from './productServer';

/** ms; generous, since these machines are busy. Nothing waits longer than necessary. */
const patience = 60_000;

export interface Desk {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Unseen errors of the page: exceptions, refusals by the content policy, and refusals that are shown twice. */
  readonly failures: readonly string[];
}

interface Remembering {
  notices?: string[];
}

/** Runs in the page. Records notices, because they disappear before a busy machine has looked at them. */
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

/** Beginning of the console message about a refusal that is shown twice. */
const shownTwice = 'shown twice: ';

/**
 * Runs in the page. Reports a refusal that a notice and the open dialog show at once: the dialog keeps it, so a notice
 * is too much.
 */
function tellRepeated(mark: string): void {
  const told = new Set<string>();
  const isShown = (element: Element): boolean => element.getClientRects().length > 0;
  new MutationObserver(() => {
    const notices = [...document.querySelectorAll('.ant-notification-notice')].map(
      ({ textContent }) => textContent ?? '',
    );
    if (!notices.length) return;
    for (const said of document.querySelectorAll(
      '[role="dialog"] :is(.ant-alert-title, .ant-alert-message, .ant-form-item-explain-error)',
    )) {
      const text = (said.textContent ?? '').trim();
      if (text.length < 4 || told.has(text) || !isShown(said) || !notices.some((notice) => notice.includes(text)))
        continue;
      told.add(text);
      console.error(mark + text);
    }
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

/** Opens a window of its own without a session, without animations by default. */
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
  await context.addInitScript(tellRepeated, shownTwice);
  const page = await context.newPage();
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && (/Content Security Policy/i.test(text) || text.startsWith(shownTwice)))
      failures.push(text);
  });
  return { context, page, failures };
}

/** Matches a button by its caption. antd puts a space between two characters, and icons add their names. */
const caption = (name: string): RegExp =>
  new RegExp(`(^|\\s)${[...name].map((letter) => letter.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s*')}$`);

export const button = (scope: Page | Locator, name: string): Locator =>
  scope.getByRole('button', { name: caption(name) });
export const dialog = (page: Page, title: string): Locator => page.getByRole('dialog').filter({ hasText: title });

export const captchaImage = async (page: Page): Promise<string> =>
  (await page.getByRole('img', { name: '验证码图片' }).getAttribute('src')) ?? '';

/**
 * Signs in without the login page, which has its own tests. The product must require no captcha.
 * @param path page to open, by default the console
 */
export async function signIn(page: Page, userName: string, path = '/'): Promise<void> {
  const answer = await page.request.post('/auth/login', { data: { username: userName, password } });
  const { token } = (await answer.json()) as LoginAnswer;
  // The cookie as the console writes it.
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

/** Returns the list of the shown page; rows are in the order of the screen. */
export const grid = (page: Page, label: string): Locator => page.getByRole('grid', { name: label });
/** Returns the row with exactly this title. */
export const rowNamed = (page: Page, label: string, name: string): Locator =>
  grid(page, label)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name, exact: true }) });
/** Returns the row with this text, or its card on a phone. */
export const rowOf = (page: Page, label: string, text: string): Locator =>
  grid(page, label)
    .getByRole('row')
    .or(page.getByRole('list', { name: label, exact: true }).getByRole('listitem'))
    .filter({ hasText: text });

/** Returns the total of the shown list after its answer has arrived. */
export async function total(page: Page, label: string): Promise<number> {
  await settled(page, label);
  return Number(
    /共([\d,]+)条/
      .exec(await page.getByRole('region', { name: label, exact: true }).innerText())?.[1]
      ?.replaceAll(',', ''),
  );
}

/** Waits until the list shows the answer to the last request. */
export const settled = (page: Page, label: string): Promise<void> =>
  page.locator(`:is([role="grid"], ul)[aria-label="${label}"][aria-busy="false"]`).waitFor();

/** Runs an action that reloads the list and waits until its answer is shown. */
export async function asking(page: Page, action: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse(
    (response) => response.request().method() === 'GET' && /\/api\/\w+\?(.*&)?page=\d/.test(response.url()),
  );
  await action();
  await (await answer).finished();
  await page.locator('[role=grid][aria-busy=true]:visible').first().waitFor({ state: 'hidden' });
}

/** Chooses an option of antd's select by typing its label. */
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

/** Presses one of the row's buttons, in the menu 更多 if necessary. */
export async function rowAction(row: Locator, name: string): Promise<void> {
  await row.waitFor();
  const direct = row.getByRole('button', { name, exact: true });
  if (await direct.isVisible()) return direct.click();
  await row.getByRole('button', { name: '更多' }).click();
  await row.page().getByRole('menuitem', { name, exact: true }).click();
}

/** Waits until a notice with the text has appeared, without moving the focus. */
export async function told(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const said = (window as Remembering).notices ?? [];
    const at = said.findIndex((one) => one.includes(wanted));
    return at >= 0 && said.splice(at, 1).length === 1;
  }, text);
}

/** Waits for a notice and closes it, so that the next one with the same text is distinguishable. */
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

/** Answers a question. A click during the opening animation can be lost on a busy machine and is repeated. */
export async function confirm(page: Page, question: string, answer = '确定'): Promise<void> {
  const asked = dialog(page, question);
  const closed = (timeout: number) =>
    asked.waitFor({ state: 'hidden', timeout }).then(
      () => true,
      () => false,
    );
  for (let tries = 0; tries < 4; tries += 1) {
    // The first click may close the dialog during the second.
    await button(asked, answer)
      .click(tries ? { timeout: 5_000 } : {})
      .catch((error: unknown) => {
        if (tries === 0) throw error;
      });
    if (await closed(5_000)) return;
  }
  await asked.waitFor({ state: 'hidden' });
}
