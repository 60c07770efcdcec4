import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { customer } from '@contract/features/customers/entities/customer';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { announcement } from '@contract/features/notices/entities/notice';
import { project } from '@contract/features/projects/entities/project';
import { industryNews } from '@contract/features/publicity/entities/industryNews';
import type { Answer, LoginAnswer } from '@contract/wire';
import { headersOf } from '@contract/workbook/sheetCells';
import { escapeHtml } from '@server/base/escapeHtml';
import { textRow, xlsx } from '../server/sheet/workbooks';
import { hostileHtml } from '../support/hostileHtml';
import { measured } from '../support/measured';
import { pdfPages, unspaced } from '../support/pdfText';
import { pngBomb } from '../support/pictureBombs';
import { drawnPng } from '../support/uploads';
import { launchChromium } from './support/chromium';
import { button, type Desk, dialog, grid, openDesk, settled, signIn } from './support/console';
import { shown } from './support/people';
import { password, type ProductServer, startProduct } from './support/productServer';
import { person, projectOnSite } from './support/projectOnSite';

let product: ProductServer;
let browser: Browser;
let desk: Desk;
let folder: string;

/**
 * Forty attacks in three spellings: unchanged, in odd capitals, and after characters that may close the surrounding
 * element.
 */
const payloads = hostileHtml().flatMap((payload) => [
  payload,
  payload.replace(/<(\/?)([a-z]+)/g, (_all, end: string, name: string) => `<${end}${name.toUpperCase()}`),
  `"'></textarea></title></style></script>${payload}`,
]);
const sentinel = (page: Page) => page.evaluate(() => (window as unknown as { sentinel?: number }).sentinel);
/** What a payload would have become in the page, in overlays, and on paper. */
const inert = ['main', '[role=dialog]', '[data-printed]', '[data-print]']
  .flatMap((place) =>
    [
      'script:not([src])',
      'iframe',
      'object',
      'embed',
      '[onerror]',
      '[onload]',
      '[onfocus]',
      '[ontoggle]',
      'a[href^="javascript:" i]',
      'a[href^="data:" i]',
    ].map((found) => `${place} ${found}`),
  )
  .join(', ');

let looked = 0;
/** A project on its sampling day whose texts, places and files contain payloads. */
let onSite: { readonly id: number; readonly code: string; readonly words: readonly string[] };

async function readsSafely(page: Page): Promise<void> {
  // Handlers of broken images and of animations run shortly after, so this waits for another frame.
  await page.evaluate(() => new Promise<void>((done) => setTimeout(() => requestAnimationFrame(() => done()), 300)));
  expect([await sentinel(page), await page.locator(inert).count()], page.url()).toEqual([undefined, 0]);
  looked += 1;
}

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  desk = await openDesk(browser, product.url);
  folder = await mkdtemp(join(tmpdir(), 'occhealth-hostile-'));
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

it('a script payload runs if nothing is cleaned and no content policy applies, so the payload tests would notice it', async () => {
  const page = await desk.context.newPage();
  await page.setContent(hostileHtml()[2] ?? '');
  await expect.poll(() => sentinel(page)).toBe(1);
  await page.close();
});

it('0 of 120 script payloads run in Chromium: fields, names, titles, dictionaries, tags, notices, public news, audit trail (IN3)', async () => {
  expect(payloads).toHaveLength(120);
  const [sales, admin, reporter] = [
    await person(product.url, 'sales'),
    await person(product.url, 'admin'),
    await person(product.url, 'reporter'),
  ];
  for (const [at, payload] of payloads.entries())
    await sales('POST', `${customer.path}/add`, {
      customerName: `恶意内容${at}`,
      contact: payload.slice(0, 50),
      address: payload.slice(0, 200),
      remark: payload,
    });
  const [unit] = (await sales<{ content: { id: number }[] }>('GET', 'api/inspectUnit?page=0&size=1')).content;
  for (const payload of payloads.slice(0, 40))
    await sales('POST', `${project.path}/add`, {
      projectName: payload.slice(0, 100),
      belongInspect: unit?.id,
      type: 'DQ',
    });
  const [industry] = (await admin<{ content: { id: number }[] }>('GET', 'api/dict?name=industry')).content;
  for (const [at, payload] of payloads.slice(0, 40).entries())
    await admin('POST', 'api/dictDetail/add', {
      dict: industry?.id,
      dictSort: 900 + at,
      label: `${at}${payload}`.slice(0, 50),
      value: `hostile${at}`,
    });
  const articles: number[] = [];
  for (let from = 0; from < payloads.length; from += 40) {
    // A missing upload is refused, which would hide the rest.
    const content = `<p>正文开始</p>${payloads
      .slice(from, from + 40)
      .filter((payload) => !payload.includes('/api/file/'))
      .join('')}<p>正文结束</p>`;
    const article = await reporter<Answer<{ id: number }>>('POST', `${industryNews.path}/add`, {
      title: `新闻${payloads[from + 2]}`.slice(0, 100),
      category: 'industry',
      content,
    });
    articles.push(article.body?.id ?? 0);
    const notice = await admin<Answer<{ id: number }>>('POST', `${announcement.path}/add`, {
      titile: `通知${payloads[from + 5]}`.slice(0, 100),
      msgCategory: '1',
      priority: '0',
      msgAbstract: payloads[from + 8]?.slice(0, 200),
      msgContent: content,
    });
    await admin('PUT', `${announcement.path}/send`, { id: notice.body?.id, to: { kind: 'all', ids: [] } });
  }
  await reporter('PUT', `${industryNews.path}/publish`, { rows: articles.map((id) => ({ id, version: 1 })) });

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
  // Dictionary labels in a select.
  await page.goto('/customer');
  await settled(page, customer.label);
  await button(page, '新增').first().click();
  await page.getByRole('dialog').getByLabel('所属行业').click();
  await page.keyboard.type('hostile');
  await readsSafely(page);
  await page.goto('/project?size=200');
  await settled(page, project.label);
  await page
    .getByText(payloads[2]?.slice(0, 20) ?? '')
    .first()
    .waitFor();
  await readsSafely(page);
  // A parameter of the address becomes the title of the tab.
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
  measured(
    `${payloads.length} 个载荷，${looked} 处页面（公开新闻、列表、详情、字典、标签、审计、通知），执行 ${Number((await sentinel(page)) ?? 0) + Number((await sentinel(second.page)) ?? 0)} 次`,
  );
});

async function tokenOf(username: string): Promise<string> {
  const answer = await fetch(`${product.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return ((await answer.json()) as LoginAnswer).token;
}

/** Uploads under a hostile name as people would, so that the product's cleaning of names is tested too. */
async function uploaded(token: string, name: string, content: Uint8Array): Promise<string> {
  const form = new FormData();
  form.set('fileClass', 'document');
  form.set('file', new Blob([new Uint8Array(content)]), name);
  const answer = await fetch(`${product.url}/api/file/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  expect(answer.status, name).toBe(200);
  return ((await answer.json()) as Answer<{ id: string }>).body?.id ?? '';
}

it('0 of 120 script payloads run from the cells of a workbook in the import preview and in its errors (IN3)', async () => {
  const before = looked;
  const path = join(folder, '恶意内容.xlsx');
  const headers = headersOf(inspectUnit);
  await writeFile(
    path,
    xlsx(
      [
        textRow(...headers),
        ...payloads.map((_payload, index) =>
          textRow(
            ...headers.map((_header, column) =>
              escapeHtml(payloads[(index + column) % payloads.length]?.slice(0, 300) ?? ''),
            ),
          ),
        ),
      ].join(''),
    ),
  );
  const { page, failures } = await openDesk(browser, product.url);
  await signIn(page, 'sales', '/inspectUnit');
  await settled(page, inspectUnit.label);
  await button(page, '导入').click();
  const importing = dialog(page, `导入${inspectUnit.label}`);
  await importing.locator('input[type=file]').setInputFiles(path);
  await importing.getByText(`有误 ${payloads.length}`).waitFor();
  await readsSafely(page);
  const said = await importing.getByRole('listitem').allInnerTexts();
  // The texts are readable: nothing was cleaned away.
  expect(said.some((text) => text.includes('<'))).toBe(true);
  const preview = grid(page, '导入预览');
  for (let down = 0; down < 6; down += 1) {
    await preview.evaluate((table, part) => {
      for (const box of [table, ...table.querySelectorAll('*')])
        if (box.scrollHeight > box.clientHeight + 100) box.scrollTop = (box.scrollHeight * part) / 6;
    }, down);
    await readsSafely(page);
  }
  const cell = preview.getByRole('button', { name: /^第\d+行 / }).first();
  await cell.hover();
  await cell.click();
  await readsSafely(page);
  expect(failures).toEqual([]);
  measured(
    `导入：${payloads.length} 行 × ${headers.length} 列为载荷，${said.length} 条错误，查看 ${looked - before} 处，执行 ${Number((await sentinel(page)) ?? 0)} 次`,
  );
});

it('0 script payloads run from names of uploads in lists and preview, nor from labels and papers in print (IN3)', async () => {
  const before = looked;
  const short = payloads.filter((payload) => payload.length <= 100 && !payload.includes('/api/file/'));
  let at = 0;
  const words: string[] = [];
  const token = await tokenOf('field');
  const field = await person(product.url, 'field');
  const picture = drawnPng(40, 20);
  const made = await projectOnSite(product.url, undefined, {
    words: () => words[words.push(short[(at += 1) % short.length] ?? '') - 1] ?? '',
    planning: async (project) => {
      for (const [row, payload] of payloads.entries())
        await field('POST', 'api/surveyFile/add', {
          project,
          fileKind: 'sites',
          rowSort: row,
          title: `${payload.slice(0, 190)}.png`,
          content:
            row < 40 ? await uploaded(token, `${payload}.png`, picture) : await uploaded(token, `${row}.png`, picture),
        });
    },
  });
  onSite = { ...made, words };
  await field('POST', 'api/samplingDay/add', { project: made.id, sampledOn: '2026-03-10', collectors: [] });

  const { page, failures } = await openDesk(browser, product.url);
  const about = `belongProject=${made.id}&code=${encodeURIComponent(made.code)}`;
  await signIn(page, 'field', `/siteSample/samplePlan/details/page?${about}`);
  await page.getByRole('tab', { name: '测点布置' }).click();
  const files = page.getByRole('region', { name: '测点布置附件' });
  await expect.poll(() => files.getByRole('listitem').count()).toBe(payloads.length);
  await readsSafely(page);
  for (const row of [2, 3, 4, 36, 40, 80]) {
    await files.getByRole('listitem').nth(row).getByRole('button', { name: /^预览/ }).click();
    const look = page.getByRole('dialog');
    await look.locator('img').waitFor();
    await readsSafely(page);
    await page.keyboard.press('Escape');
    await look.waitFor({ state: 'hidden' });
  }
  // Keeps the sheet while it is checked, as a real print dialog would.
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await button(shown(page), '打印').click();
  const paper = page.locator('[data-printed]');
  await paper.waitFor({ state: 'attached' });
  await page.emulateMedia({ media: 'print' });
  expect(unspaced(await paper.innerText())).toContain(unspaced(words[1] ?? '').slice(0, 20));
  await readsSafely(page);
  await page.emulateMedia({ media: null });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await paper.waitFor({ state: 'detached' });

  await page.goto(`/siteSample/liveSample/condition/pageSamplingTime?${about}`);
  await button(shown(page), '打印标签').first().click();
  await page.locator('[data-print="labels"] [data-label]').first().waitFor({ state: 'attached' });
  await page.emulateMedia({ media: 'print' });
  const labels = page.locator('[data-print="labels"]');
  expect(await labels.innerText()).toContain('<');
  await readsSafely(page);
  await page.emulateMedia({ media: null });
  expect(failures).toEqual([]);
  measured(
    `${payloads.length} 个上传文件、${words.length} 处采样信息为载荷：列表、预览、标签与打印件查看 ${looked - before} 处，执行 ${Number((await sentinel(page)) ?? 0)} 次`,
  );
});

it('the PDFs of a project with 120 script payloads contain them as text: no script, no action, no link (IN3)', async () => {
  const { page, context } = await openDesk(browser, product.url);
  await signIn(page, 'reviewer', '/recordPage');
  const keeper = await person(product.url, 'reviewer');
  const { papers } = await keeper<{ papers: { key: string }[] }>('GET', `api/records/${onSite.id}`);
  await page.goto(`/recordPage/pageReport?belongProject=${onSite.id}&code=${encodeURIComponent(onSite.code)}`);
  await page.getByRole('complementary', { name: '记录清单' }).waitFor();
  await readsSafely(page);
  for (const tick of await page.getByRole('checkbox', { name: /^选择 / }).all()) await tick.check();
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, '合并为PDF').click()]);
  const path = join(folder, 'papers.pdf');
  await download.saveAs(path);
  const bytes = await readFile(path);
  const text = (await pdfPages(new Uint8Array(bytes))).map((pdfPage) => pdfPage.text).join('');
  const found = onSite.words.filter((word) => word && text.includes(unspaced(word).slice(0, 12)));
  expect(found.length).toBeGreaterThan(5);
  const task = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 });
  const document = await task.promise;
  const active: unknown[] = [
    await document.getJSActions(),
    await document.getOpenAction(),
    await document.getAttachments(),
  ].filter((one) => one !== null);
  for (let index = 1; index <= document.numPages; index += 1)
    active.push(
      ...(await (await document.getPage(index)).getAnnotations()).filter((one: { url?: string; unsafeUrl?: string }) =>
        /script|data:/i.test(`${one.url} ${one.unsafeUrl}`),
      ),
      ...[await (await document.getPage(index)).getJSActions()].filter((one) => one !== null),
    );
  await task.destroy();
  expect(active).toEqual([]);
  // Names of the file's own objects in any spelling. Streams are content that pages draw.
  const objects = bytes
    .toString('latin1')
    .replace(/\bstream\r?\n[^]*?\bendstream\b/g, '')
    .replace(/\((?:\\.|[^\\()])*\)|<[0-9a-f\s]*>/gi, '')
    .replace(/#([0-9a-f]{2})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  expect(
    objects.match(/\/(JavaScript|JS|OpenAction|AA|Launch|EmbeddedFile|RichMedia|XFA|SubmitForm|GoToR|URI)\b/g) ?? [],
  ).toEqual([]);
  expect(objects).toContain('/Catalog');
  await context.close();
  measured(
    `${papers.length} 份记录合并为PDF：载荷作为文字出现 ${found.length} 处，脚本、动作、链接 ${active.length} 个`,
  );
});

it('an image of 100 million pixels blocks neither the page nor the next image (IN8)', async () => {
  const token = await tokenOf('field');
  const field = await person(product.url, 'field');
  const bomb = await pngBomb({ width: 10_000, height: 10_000 });
  const bombed = await projectOnSite(product.url, undefined, {
    planning: async (project) => {
      for (const [name, content] of [
        ['一亿像素.png', bomb],
        ['平面图.png', drawnPng(40, 20)],
      ] as const)
        await field('POST', 'api/surveyFile/add', {
          project,
          fileKind: 'sites',
          title: name,
          content: await uploaded(token, name, content),
        });
    },
  });
  const { page } = await openDesk(browser, product.url);
  await signIn(
    page,
    'field',
    `/siteSample/samplePlan/details/page?belongProject=${bombed.id}&code=${encodeURIComponent(bombed.code)}`,
  );
  await page.getByRole('tab', { name: '测点布置' }).click();
  const files = page.getByRole('region', { name: '测点布置附件' });
  // Longest blocking time of the page, measured from before the images load.
  await page.evaluate(() => {
    const seen = window as unknown as { longest: number };
    seen.longest = 0;
    let last = performance.now();
    setInterval(() => {
      seen.longest = Math.max(seen.longest, performance.now() - last);
      last = performance.now();
    }, 20);
  });
  const look = page.getByRole('dialog');
  for (const name of ['一亿像素.png', '平面图.png']) {
    await files.getByRole('button', { name: `预览 ${name}` }).click();
    await expect
      .poll(() => look.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(name === '平面图.png' ? 40 : 10_000);
    await page.keyboard.press('Escape');
    await look.waitFor({ state: 'hidden' });
  }
  const longest = await page.evaluate(() => (window as unknown as { longest: number }).longest);
  expect(longest).toBeLessThan(10_000);
  measured(
    `${(bomb.length / 1024).toFixed(0)} kB 的一亿像素图片：页面最长停顿 ${Math.ceil(longest)} ms，随后的图片照常打开`,
    longest <= 2_000,
  );
});
