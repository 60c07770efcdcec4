import { announcement } from '@contract/entities/system/notice';
import { project } from '@contract/entities/project/project';
import { customer } from '@contract/entities/customer/customer';
import { industryNews } from '@contract/entities/publicity/industryNews';
import type { Answer } from '@contract/wire';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hostileHtml } from '../support/hostileHtml';
import { launchChromium } from './support/chromium';
import { button, type Desk, openDesk, settled, signIn } from './support/console';
import { type ProductServer, startProduct } from './support/productServer';
import { person } from './support/projectOnSite';
import { measured } from '../support/measured';

let product: ProductServer;
let browser: Browser;
let desk: Desk;

/** Forty attacks in three spellings: as they are, in odd capitals, and behind what may close the place that they stand in. */
const payloads = hostileHtml().flatMap((payload) => [payload, payload.replace(/<(\/?)([a-z]+)/g, (_all, end: string, name: string) => `<${end}${name.toUpperCase()}`), `"'></textarea></title></style></script>${payload}`]);
const sentinel = (page: Page) => page.evaluate(() => (window as unknown as { sentinel?: number }).sentinel);
const inert = 'main script:not([src]), main iframe, main object, main embed, main [onerror], main [onload], main [onfocus], main [ontoggle], main a[href^="javascript:" i], main a[href^="data:" i]';

let looked = 0;

async function readsSafely(page: Page): Promise<void> {
  // Handlers of broken pictures and of animations come a moment after what they belong to: another frame's work is waited for.
  await page.evaluate(() => new Promise<void>((done) => setTimeout(() => requestAnimationFrame(() => done()), 300)));
  expect([await sentinel(page), await page.locator(inert).count()], page.url()).toEqual([undefined, 0]);
  looked += 1;
}

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  desk = await openDesk(browser, product.url);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

it('would notice: where nothing is cleaned and no policy holds, such a payload runs', async () => {
  const page = await desk.context.newPage();
  await page.setContent(hostileHtml()[2] ?? '');
  await expect.poll(() => sentinel(page)).toBe(1);
  await page.close();
});

it('IN3: 0 of 120 payloads run in Chromium, in plain fields, names, titles, words of dictionaries, tags, notices, news for the public and the trail', async () => {
  expect(payloads).toHaveLength(120);
  const [sales, admin, reporter] = [await person(product.url, 'sales'), await person(product.url, 'admin'), await person(product.url, 'reporter')];
  for (const [at, payload] of payloads.entries()) await sales('POST', `${customer.path}/add`, { customerName: `恶意内容${at}`, contact: payload.slice(0, 50), address: payload.slice(0, 200), remark: payload });
  const [unit] = (await sales<{ content: { id: number }[] }>('GET', 'api/inspectUnit?page=0&size=1')).content;
  for (const payload of payloads.slice(0, 40)) await sales('POST', `${project.path}/add`, { projectName: payload.slice(0, 100), belongInspect: unit?.id, type: 'DQ' });
  const [industry] = (await admin<{ content: { id: number }[] }>('GET', 'api/dict?name=industry')).content;
  for (const [at, payload] of payloads.slice(0, 40).entries()) await admin('POST', 'api/dictDetail/add', { dict: industry?.id, dictSort: 900 + at, label: `${at}${payload}`.slice(0, 50), value: `hostile${at}` });
  const articles: number[] = [];
  for (let from = 0; from < payloads.length; from += 40) {
    // An upload that does not exist is refused as such, and would hide the rest.
    const content = `<p>正文开始</p>${payloads.slice(from, from + 40).filter((payload) => !payload.includes('/api/file/')).join('')}<p>正文结束</p>`;
    const article = await reporter<Answer<{ id: number }>>('POST', `${industryNews.path}/add`, { title: `新闻${payloads[from + 2]}`.slice(0, 100), category: 'industry', content });
    articles.push(article.body?.id ?? 0);
    const notice = await admin<Answer<{ id: number }>>('POST', `${announcement.path}/add`, { titile: `通知${payloads[from + 5]}`.slice(0, 100), msgCategory: '1', priority: '0', msgAbstract: payloads[from + 8]?.slice(0, 200), msgContent: content });
    await admin('PUT', `${announcement.path}/send`, { id: notice.body?.id, to: { kind: 'all', ids: [] } });
  }
  await reporter('PUT', `${industryNews.path}/publish`, { ids: articles });

  const { page } = desk;
  for (const id of articles) {
    await page.goto(`/industryNewsDetails?id=${id}`);
    await page.getByText('正文结束').first().waitFor();
    await readsSafely(page);
  }
  await page.goto('/industryNews');
  await page.getByText(/^新闻/).first().waitFor();
  await readsSafely(page);

  await signIn(page, 'sales', '/customer?customerName=%E6%81%B6%E6%84%8F&size=200');
  await settled(page, customer.label);
  await page.getByText('恶意内容119').first().waitFor();
  await readsSafely(page);
  await page.getByRole('button', { name: '恶意内容119', exact: true }).click();
  await page.getByRole('dialog').first().waitFor();
  await readsSafely(page);
  // Words of the dictionary, in a list of choices.
  await page.goto('/customer');
  await settled(page, customer.label);
  await button(page, '新增').first().click();
  await page.getByRole('dialog').getByLabel('所属行业').click();
  await page.keyboard.type('hostile');
  await readsSafely(page);
  await page.goto('/project?size=200');
  await settled(page, project.label);
  await page.getByText(payloads[2]?.slice(0, 20) ?? '').first().waitFor();
  await readsSafely(page);
  // What an address brings becomes the title of its tag.
  for (const payload of payloads.slice(0, 9)) {
    await page.goto(`/siteSample/siteSurvey/details/page?belongProject=1&code=${encodeURIComponent(payload)}`);
    await page.getByRole('button', { name: /^用户菜单/ }).waitFor();
    await readsSafely(page);
  }
  expect(desk.failures.filter((failure) => !/Content Security Policy/i.test(failure))).toEqual([]);

  const second = await openDesk(browser, product.url);
  await signIn(second.page, 'auditor', '/system/log');
  await settled(second.page, '审计日志');
  await readsSafely(second.page);
  await second.page.goto('/notify/myNews');
  await second.page.getByText(/^通知/).first().waitFor();
  await readsSafely(second.page);
  measured(`${payloads.length} 个载荷，${looked} 处页面（公开新闻、列表、详情、字典、标签、审计、通知），执行 ${Number(await sentinel(page) ?? 0) + Number(await sentinel(second.page) ?? 0)} 次`);
});
