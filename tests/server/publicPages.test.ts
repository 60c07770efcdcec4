import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desc, eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageNumbers } from '@contract/features/publicity/pages/pager';
import { complaintPath, complaintRate, complaintTexts } from '@contract/features/publicity/publicContact';
import { publicityTexts, publicCalls, publicRate, publicReportFile } from '@contract/features/publicity/publicityWire';
import { pictureAddress } from '@contract/fields/richText';
import {
  brandTable,
  dictDetailTable,
  dictTable,
  industryNewsTable,
  nonconformityTable,
  organizationTable,
  reportFormulaTable,
  reportSceneTable,
  reportTable,
  storedFileTable,
} from '@server/db/schema';
import { publicPages } from '@server/features/publicity/pages/routes';
import { copyRules } from '@server/features/publicity/publicCopy';
import { imageSize } from '@server/files/pictures/imageSize';
import { measured } from '../support/measured';
import { testServer, type TestServer } from '../support/server';
import { drawnPng, uploadHash } from '../support/uploads';

// What a visitor without scripts, a crawler and a messenger get: whole pages with the right status.

const origin = 'https://lab.example.com';
let server: TestServer;
let pages: Hono;
let webRoot: string;
let organizationId: number;
const ids = { live: 0, withdrawn: 0, voided: 0, article: 0, gone: 0 };
let caller = 0;

const report = (at: number, given: object = {}) => ({
  organizationId,
  title: `受检单位${at}定期检测报告公示`,
  unitName: `受检单位${at}`,
  reportNo: `HP-${at}`,
  reportType: 'DQ',
  reportDate: '2026-03-20',
  region: '浙江省/杭州市/西湖区',
  address: '文三路1号',
  contact: '俞利平',
  contactPhone: '13588214790',
  leader: '周海涛',
  team: '周海涛、林思远',
  samplers: '周海涛',
  samplingFrom: '2026-03-05',
  samplingTo: '2026-03-06',
  companion: '王卫东',
  companionPublic: false,
  conclusion: '苯的浓度为0.32 mg/m³，符合要求，联系电话13588214790。',
  status: '1',
  publishTime: new Date(Date.UTC(2026, 2, at)),
  ...given,
});

async function storedPicture(): Promise<string> {
  const [row] = await server.database.orm
    .insert(storedFileTable)
    .values({
      id: crypto.randomUUID(),
      name: 'a.png',
      mime: 'image/png',
      size: drawnPng(800, 600).length,
      sha256: uploadHash(drawnPng(800, 600)),
      fileClass: 'image',
      organizationId,
    })
    .returning({ id: storedFileTable.id });
  await server.services.files.put(row?.id ?? '', new Uint8Array(drawnPng(800, 600)));
  return row?.id ?? '';
}

beforeAll(async () => {
  server = await testServer({ publicUrl: origin });
  const { orm } = server.database;
  organizationId = await server.rows.organization({ name: '甲检测中心' });
  await orm.update(organizationTable).set({
    phone: '0571-8765432',
    address: '西湖区教工路8号',
    email: 'service@lab.example.com',
    caseNumber: '浙ICP备2022000001号',
  });
  const [kinds] = await orm.insert(dictTable).values({ name: 'projectType' }).returning({ id: dictTable.id });
  const [lines] = await orm.insert(dictTable).values({ name: 'supervisionLine' }).returning({ id: dictTable.id });
  await orm.insert(dictDetailTable).values([
    { dict: kinds?.id ?? 0, label: '定期检测', value: 'DQ', dictSort: 1 },
    { dict: lines?.id ?? 0, label: '12345政务服务便民热线', value: '全国', dictSort: 1 },
    { dict: lines?.id ?? 0, label: '杭州市卫生健康委员会 0571-12345', value: '浙江省/杭州市', dictSort: 2 },
  ]);
  const rows = await orm
    .insert(reportFormulaTable)
    .values([
      ...Array.from({ length: 25 }, (_, index) => report(index + 1)),
      report(26, { status: '2' }),
      report(27, { status: '2' }),
      report(28, {
        title: '<script>alert(1)</script>"\'&公示',
        unitName: '<img src=x onerror=alert(1)>',
        reportNo: 'X<1',
        reportDate: '2025-01-05',
        region: '江苏省/南京市/玄武区',
        publishTime: new Date(Date.UTC(2020, 1, 1)),
      }),
    ])
    .returning({ id: reportFormulaTable.id });
  [ids.live, ids.withdrawn, ids.voided] = [rows[0]?.id ?? 0, rows[25]?.id ?? 0, rows[26]?.id ?? 0];
  const unit = await server.rows.inspectUnit({ organizationId, region: '浙江省/杭州市/西湖区' });
  const project = await server.rows.project({ organizationId, belongInspect: unit });
  await orm.insert(reportTable).values([
    {
      organizationId,
      project,
      title: '检测报告',
      reportNo: 'HP-27',
      unitName: '受检单位27',
      state: 'voided',
      issuedOn: '2026-03-20',
      verifyCode: 'v'.repeat(24),
      notice: ids.voided,
    },
    {
      organizationId,
      project,
      title: '检测报告',
      reportNo: 'HP-1',
      unitName: '受检单位1',
      state: 'issued',
      issuedOn: '2026-03-20',
      verifyCode: 'c'.repeat(24),
      notice: ids.live,
    },
  ]);
  const picture = await storedPicture();
  await orm
    .insert(reportSceneTable)
    .values({ formula: ids.live, picture, caption: '车间采样', activity: 'sampling', consented: true, organizationId });
  const news = await orm
    .insert(industryNewsTable)
    .values([
      {
        organizationId,
        title: '新版标准发布',
        category: 'standard',
        content: `<p>限值为8 mg/m³。</p><p><img src="${pictureAddress(picture)}" alt="图一"></p><script>alert(1)</script><table><tbody><tr><td>8 mg/m³</td></tr></tbody></table>`,
        cover: picture,
        topped: false,
        contactsPublic: false,
        status: '1',
        publishTime: new Date(),
      },
      {
        organizationId,
        title: '过时的文章',
        category: 'policy',
        content: '<p>无</p>',
        topped: false,
        contactsPublic: false,
        status: '2',
        publishTime: new Date(),
      },
    ])
    .returning({ id: industryNewsTable.id });
  [ids.article, ids.gone] = [news[0]?.id ?? 0, news[1]?.id ?? 0];
  webRoot = mkdtempSync(join(tmpdir(), 'occhealth-public-'));
  mkdirSync(join(webRoot, 'assets'));
  writeFileSync(
    join(webRoot, 'ahead.json'),
    JSON.stringify({ entry: [], console: [], home: [], public: ['assets/public-1.js', 'assets/public-1.css'] }),
  );
  pages = new Hono();
  pages.route('/', publicPages(server.services, webRoot));
  pages.all('*', (context) => context.text('the console', 200));
});
afterAll(async () => {
  rmSync(webRoot, { recursive: true, force: true });
  await server.close();
});

/** Requests a page as a visitor with a separate address. */
async function visit(
  path: string,
  headers: Record<string, string> = {},
  ip = `198.51.100.${(caller += 1) % 250}`,
): Promise<{ status: number; text: string; headers: Headers }> {
  const response = await pages.request(`http://spoofed.example${path}`, {
    headers: { 'x-forwarded-for': ip, ...headers },
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}
const meta = (text: string, name: string): string | undefined =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(text)?.[1];

describe('published notice', () => {
  it('the public page of a notice is a whole page: text, name, link preview, and contact', async () => {
    const { status, text, headers } = await visit(`/orgReportFormulaDetails?id=${ids.live}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('<title>受检单位1定期检测报告公示 - 职业卫生检测管理系统</title>');
    expect(meta(text, 'description')).toBe('受检单位1，定期检测，报告编号HP-1，报告日期2026-03-20，出具机构甲检测中心');
    expect([meta(text, 'og:title'), meta(text, 'og:type'), meta(text, 'og:url')]).toEqual([
      '受检单位1定期检测报告公示',
      'article',
      `${origin}/orgReportFormulaDetails?id=${ids.live}`,
    ]);
    expect(text).toContain(`<link rel="canonical" href="${origin}/orgReportFormulaDetails?id=${ids.live}">`);
    expect(meta(text, 'og:image')).toMatch(
      new RegExp(`^${origin}/api/public/orgReportFormula/${ids.live}/picture/\\d+\\?size=share$`),
    );
    const sheet = /<article class="pub-sheet">(.*)<\/article>/s.exec(text)?.[1]?.replace(/<[^>]+>/g, '') ?? '';
    for (const words of ['文三路1号', '俞利平', '135****4790', '2026-03-05 至 2026-03-06', '周海涛、林思远'])
      expect(sheet).toContain(words);
    expect(text).not.toContain('13588214790');
    expect(text).not.toContain('王卫东');
    for (const words of [
      '0571-8765432',
      '西湖区教工路8号',
      'mailto:service@lab.example.com',
      '杭州市卫生健康委员会 0571-12345',
    ])
      expect(text).toContain(words);
    expect(text).toContain('<img src="/api/public/orgReportFormula/');
    expect(text).toMatch(/loading="lazy" width="480" height="360"/);
    expect(text).toContain('<span class="pub-unit">0.32 mg/m³</span>');
  });

  it('the public page of a notice loads only the product’s scripts, none inline, and repeats no header of the request', async () => {
    const { text } = await visit(`/orgReportFormulaDetails?id=${ids.live}`);
    expect([...text.matchAll(/<script\b([^>]*)>/g)].map(([, attributes]) => attributes)).toEqual([
      ' defer src="/oldBrowser.js"',
      ' type="module" src="/assets/public-1.js"',
    ]);
    expect(text).toContain('<link rel="stylesheet" href="/assets/public-1.css">');
    expect(text).not.toContain('spoofed.example');
  });

  it('the public page of a notice is 404 if it never existed, 410 if withdrawn, and says if its report was voided', async () => {
    const words = async (path: string) => {
      const { status, text } = await visit(path);
      return [
        status,
        /<h1 class="pub-notice-title">([^<]*)</.exec(text)?.[1],
        meta(text, 'robots'),
        /rel="canonical"/.test(text),
      ];
    };
    expect(await words('/orgReportFormulaDetails?id=999999')).toEqual([
      404,
      publicityTexts.missingReport,
      'noindex',
      false,
    ]);
    expect(await words('/orgReportFormulaDetails?id=x')).toEqual([404, publicityTexts.missingReport, 'noindex', false]);
    expect(await words('/orgReportFormulaDetails')).toEqual([404, publicityTexts.missingReport, 'noindex', false]);
    expect(await words(`/orgReportFormulaDetails?id=${ids.withdrawn}`)).toEqual([
      410,
      publicityTexts.goneReport,
      'noindex',
      false,
    ]);
    expect(await words(`/orgReportFormulaDetails?id=${ids.voided}`)).toEqual([
      410,
      publicityTexts.voidedReport,
      'noindex',
      false,
    ]);
    expect(await words(`/industryNewsDetails?id=${ids.gone}`)).toEqual([
      410,
      publicityTexts.goneNews,
      'noindex',
      false,
    ]);
    expect(await words('/industryNewsDetails?id=999999')).toEqual([404, publicityTexts.missingNews, 'noindex', false]);
  });

  it('the public page of a notice shows hostile text as text', async () => {
    const { text } = await visit('/orgReportFormula?page=3');
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(text).not.toMatch(/<script>|<img src=x/);
    const search = await visit(`/orgReportFormula?keyword=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(search.text).not.toContain('<script>');
    expect(search.text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  });
});

describe('report check', () => {
  it('the public check of a report shows its state and the contact, and without a public notice it is excluded from search engines', async () => {
    const { status, text } = await visit(`/orgReportFormulaDetails?code=${'v'.repeat(24)}`);
    expect([status, meta(text, 'robots')]).toEqual([200, 'noindex']);
    for (const words of ['报告核验：', '已作废', '0571-8765432', '杭州市卫生健康委员会 0571-12345'])
      expect(text).toContain(words);
    expect((await visit('/orgReportFormulaDetails?code=nothing')).status).toBe(404);
  });

  it('the public check of a published report points search engines to its notice, so that they do not store the code', async () => {
    const { status, text } = await visit(`/orgReportFormulaDetails?code=${'c'.repeat(24)}`);
    const notice = `${origin}/orgReportFormulaDetails?id=${ids.live}`;
    expect([status, meta(text, 'robots'), meta(text, 'og:url')]).toEqual([200, undefined, notice]);
    expect(text).toContain(`<link rel="canonical" href="${notice}">`);
    expect(text.slice(0, text.indexOf('</head>'))).not.toContain('c'.repeat(24));
  });
});

describe('list', () => {
  it('a public list links to its entries page by page, and an empty page has a message and a link back', async () => {
    const { text } = await visit('/orgReportFormula');
    expect(text).toContain('共26条公示');
    expect([...text.matchAll(/href="\/orgReportFormulaDetails\?id=\d+"/g)]).toHaveLength(10);
    for (const to of [2, 3])
      expect(text).toContain(`<a href="/orgReportFormula?page=${to}" aria-label="第${to}页">${to}</a>`);
    expect(text).toContain(
      `<link rel="alternate" type="application/atom+xml" title="报告公示" href="${origin}/orgReportFormula/atom.xml">`,
    );
    const beyond = await visit('/orgReportFormula?page=99');
    expect(beyond.text).toContain('没有第99页');
    expect(beyond.text).toContain('href="/orgReportFormula?page=3"');
  });

  it('a public list repeats at most 100 characters of a filter in its links', async () => {
    const { text } = await visit(`/orgReportFormula?keyword=${'x'.repeat(5_000)}`);
    expect(text).toContain(`value="${'x'.repeat(100)}"`);
    expect(text).not.toContain('x'.repeat(101));
  });

  it('a public list is filtered by province, year and kind of report, and sorted', async () => {
    const told = async (query: string) =>
      /共[1-9]\d*条公示|没有符合条件的公示/.exec((await visit(`/orgReportFormula?${query}`)).text)?.[0];
    expect(await told(`area=${encodeURIComponent('江苏省')}`)).toBe('共1条公示');
    expect(await told('year=2025')).toBe('共1条公示');
    expect(await told('year=2026&kind=DQ')).toBe('共25条公示');
    expect(await told('kind=LY')).toBe('没有符合条件的公示');
    const oldest = (await visit('/orgReportFormula?order=publishedFirst')).text;
    expect(/<h2><a href="[^"]*">([^<]*)</.exec(oldest)?.[1]).toBe('&lt;img src=x onerror=alert(1)&gt;');
    expect(oldest).toContain('<option value="publishedFirst" selected>');
    for (const query of ['year=x', 'order=x', 'from=x'])
      expect((await visit(`/orgReportFormula?${query}`)).status).toBe(400);
  });

  it('a public list shows page numbers around the current one, with gaps', () => {
    expect([pageNumbers(1, 3), pageNumbers(1, 20), pageNumbers(10, 20), pageNumbers(4, 20)]).toEqual([
      [1, 2, 3],
      [1, 2, 3, null, 20],
      [1, null, 8, 9, 10, 11, 12, null, 20],
      [1, 2, 3, 4, 5, 6, null, 20],
    ]);
  });
});

describe('article', () => {
  it('the public page of an article shows its cleaned text, with pictures of known size', async () => {
    const { status, text } = await visit(`/industryNewsDetails?id=${ids.article}`);
    expect(status).toBe(200);
    expect(text).not.toContain('alert(1)');
    expect(text).toMatch(
      new RegExp(
        `<img src="/api/public/industryNews/${ids.article}/picture/[0-9a-f-]{36}\\?size=text" width="800" height="600" alt="图一" loading="lazy">`,
      ),
    );
    expect(text).toContain(
      '<div class="pub-table"><table><tbody><tr><td><span class="pub-unit">8 mg/m³</span></td></tr></tbody></table></div>',
    );
  });
});

describe('pictures and papers', () => {
  it('pictures of public pages are sent as webp in the requested size, and as jpeg for a link preview', async () => {
    const [{ id } = { id: 0 }] = await server.database.orm.select({ id: reportSceneTable.id }).from(reportSceneTable);
    const ask = (size: string) => server.app.request(`/${publicCalls.reports}/${ids.live}/picture/${id}?size=${size}`);
    const card = await ask('card');
    expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(imageSize(Buffer.from(await card.arrayBuffer()))).toEqual({ width: 480, height: 360 });
    const share = await ask('share');
    expect([share.headers.get('content-type'), imageSize(Buffer.from(await share.arrayBuffer()))]).toEqual([
      'image/jpeg',
      { width: 1200, height: 630 },
    ]);
    expect((await ask('huge')).status).toBe(400);
  });

  it('the public copy of a report is shown inline as a PDF', async () => {
    const id = crypto.randomUUID();
    const bytes = new TextEncoder().encode('%PDF-1.4\n%%EOF');
    await server.database.orm.insert(storedFileTable).values({
      id,
      name: '报告.pdf',
      mime: 'application/pdf',
      size: bytes.length,
      sha256: uploadHash(bytes),
      fileClass: 'document',
      organizationId,
    });
    await server.services.files.put(id, bytes);
    await server.database.orm
      .update(reportFormulaTable)
      .set({ reportFile: id, copyRules })
      .where(eq(reportFormulaTable.id, ids.live));
    const response = await server.app.request(`/${publicReportFile(ids.live)}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(response.headers.get('content-disposition')).toMatch(/^inline/);
    expect(response.headers.get('content-security-policy')).not.toContain('sandbox');
  });
});

describe('other addresses', () => {
  it('addresses that are no public page are 404 for visitors, except the console’s own', async () => {
    const unknown = await visit('/no/such/page');
    expect(unknown.status).toBe(404);
    for (const words of ['页面不存在', 'href="/orgReportFormula"', 'href="/login"'])
      expect(unknown.text).toContain(words);
    for (const path of [
      '/login',
      '/',
      '/customer/index',
      '/system/user',
      '/redirect/system/user',
      '/assets/x.js',
      '/api/x',
    ])
      expect((await visit(path)).text, path).toBe('the console');
    expect((await visit('/no/such/page', { cookie: 'token=x' })).text).toBe('the console');
    expect((await visit('/orgReportFormula/index')).text).toContain('共26条公示');
    const signedIn = await visit('/orgReportFormula/', { cookie: 'token=x; appearance=dark' });
    for (const words of ['进入系统', 'data-theme="dark"']) expect(signedIn.text).toContain(words);
  });

  it('robots.txt, the sitemap and the feeds list published content only', async () => {
    expect((await visit('/robots.txt')).text).toContain(`Sitemap: ${origin}/sitemap.xml`);
    const map = (await visit('/sitemap.xml')).text;
    expect(map).toContain(`<loc>${origin}/orgReportFormulaDetails?id=${ids.live}</loc>`);
    for (const id of [ids.withdrawn, ids.voided]) expect(map).not.toContain(`orgReportFormulaDetails?id=${id}<`);
    const feed = await visit('/industryNews/atom.xml');
    expect([feed.status, feed.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    expect(feed.text).toContain('<title>新版标准发布</title>');
    expect(feed.text).not.toContain('过时的文章');
    expect((await visit('/orgReportFormula/atom.xml')).text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('the legal texts are public pages', async () => {
    for (const path of ['/legal/privacyPolicy', '/legal/certificateAgreement'])
      expect((await visit(path)).text).toContain('<article class="pub-legal">');
  });
});

describe('rate of an address (AZ10)', () => {
  it('public pages of one address allow 300 views a minute, and refuse more', async () => {
    const ip = '203.0.113.77';
    const seen: number[] = [];
    // The views of one window: later in the minute of a busy machine, earlier ones count less.
    const time = server.services.now().getTime();
    server.advance(60_000 - (time % 60_000));
    for (let index = 0; index < publicRate.views + 5; index += 1)
      seen.push((await visit('/legal/privacyPolicy', {}, ip)).status);
    const counted = (status: number) => seen.filter((one) => one === status).length;
    measured(`同一地址一分钟内 ${seen.length} 次页面浏览：${counted(200)} 次答复，其余 429`);
    expect([counted(200), counted(429)]).toEqual([publicRate.views, 5]);
    const refused = await visit('/orgReportFormula', {}, ip);
    expect([
      refused.status,
      refused.text.includes(publicityTexts.tooFast),
      Number(refused.headers.get('retry-after')) > 0,
    ]).toEqual([429, true, true]);
    for (const file of ['/robots.txt', '/sitemap.xml', '/industryNews/atom.xml'])
      expect((await visit(file, {}, ip)).status, file).toBe(429);
    // Pictures of a page and choices of its search are no views.
    expect((await server.ask('GET', publicCalls.choices, { ip })).status).toBe(200);
  });
});

describe('objection', () => {
  const send = (body: object, ip = `192.0.2.${(caller += 1) % 250}`) =>
    server.ask<{ message: string; body?: { no: string } }>('POST', complaintPath, { body, ip });

  it('an objection to a public notice becomes a complaint at the organization, with the project, word for word', async () => {
    const { status, body } = await send({
      code: 'c'.repeat(24),
      content: '采样当天车间没有生产。',
      person: '陈师傅',
      contact: '13700001111',
    });
    expect([status, body.message]).toEqual([200, complaintTexts.received]);
    const [row] = await server.database.orm
      .select()
      .from(nonconformityTable)
      .orderBy(desc(nonconformityTable.id))
      .limit(1);
    expect(row).toMatchObject({
      nonconformityNo: body.body?.no,
      nonconformityKind: 'complaint',
      state: 'open',
      automatic: true,
      organizationId,
    });
    expect(row?.project).not.toBeNull();
    for (const words of ['HP-1', '采样当天车间没有生产。', '陈师傅', '13700001111'])
      expect(row?.description).toContain(words);
  });

  it('an objection to a public notice is refused without text, about an unknown object, and if too frequent', async () => {
    expect((await send({ notice: ids.live, content: ' ' })).body.message).toBe(complaintTexts.noContent);
    expect((await send({ notice: ids.withdrawn, content: '异议' })).status).toBe(404);
    expect((await send({ content: '异议' })).status).toBe(404);
    const answers = [];
    for (let index = 0; index <= complaintRate.most; index += 1)
      answers.push((await send({ notice: ids.live, content: '异议' }, '192.0.2.251')).status);
    expect(answers).toEqual([...Array.from({ length: complaintRate.most }, () => 200), 429]);
  });

  it('an objection to a public notice requires the captcha if the installation does', async () => {
    const strict = await testServer({ captcha: true });
    try {
      const answer = await strict.ask<{ message: string }>('POST', complaintPath, {
        body: { notice: 1, content: '异议' },
      });
      expect([answer.status, answer.body.message]).toEqual([400, complaintTexts.noCaptcha]);
      expect(
        (
          await strict.ask('POST', complaintPath, {
            body: { notice: 1, content: '异议', uuid: crypto.randomUUID(), captcha: 'abcd' },
          })
        ).status,
      ).toBe(400);
    } finally {
      await strict.close();
    }
  });
});

describe('brand of a public page', () => {
  /** Returns the brand on a page: name, logo, footer, case number and colour. */
  const frame = async (path: string) => {
    const { text } = await visit(path);
    return {
      title: /<title>.* - (.*)<\/title>/.exec(text)?.[1],
      name: /class="pub-home"[^>]*>(?:<svg.*?<\/svg>|<img[^>]*>)([^<]*)</s.exec(text)?.[1],
      logo: /<img class="pub-logo" src="([^"]*)"/.exec(text)?.[1],
      icon: /<link rel="icon" href="([^"]*)"/.exec(text)?.[1],
      foot: /<footer class="pub-foot"><span>([^<]*)</.exec(text)?.[1],
      number: /rel="noopener noreferrer">([^<]*)</.exec(text)?.[1],
      colour: /--primary:(#[0-9a-f]{6})/.exec(text)?.[1],
    };
  };

  it('the name and logo of public lists are the platform’s, those of an organization’s publications the organization’s', async () => {
    const { orm } = server.database;
    const picture = await storedPicture();
    await orm.update(storedFileTable).set({ open: true }).where(eq(storedFileTable.id, picture));
    await orm.insert(brandTable).values({
      title: '职卫云平台',
      logo: picture,
      favicon: picture,
      theme: '#0958d9',
      footerTxt: '某某技术支持',
      caseNumber: '浙ICP备1号',
    });
    const platform = {
      title: '职卫云平台',
      name: '职卫云平台',
      logo: `/api/file/open/${picture}`,
      icon: `/api/file/open/${picture}`,
      foot: '某某技术支持',
      number: '浙ICP备1号',
      colour: '#0958d9',
    };
    // The only organization has its own case number, and nothing else.
    expect(await frame('/orgReportFormula')).toEqual({ ...platform, number: '浙ICP备2022000001号' });
    await server.rows.organization({ name: '乙检测中心' });
    for (const path of ['/orgReportFormula', '/industryNews', '/legal/privacyPolicy', '/no/such/page'])
      expect(await frame(path), path).toEqual(platform);
    await orm
      .update(organizationTable)
      .set({ title: '甲业务系统', titlePre: '甲中心', theme: '#531dab', footerTxt: '甲检测中心版权所有' })
      .where(eq(organizationTable.id, organizationId));
    const own = {
      ...platform,
      title: '甲中心甲业务系统',
      name: '甲中心甲业务系统',
      foot: '甲检测中心版权所有',
      number: '浙ICP备2022000001号',
      colour: '#531dab',
    };
    for (const path of [
      `/orgReportFormulaDetails?id=${ids.live}`,
      `/orgReportFormulaDetails?code=${'c'.repeat(24)}`,
      `/industryNewsDetails?id=${ids.article}`,
    ])
      expect(await frame(path), path).toEqual(own);
    expect(await frame('/orgReportFormula')).toEqual(platform);
  });
});
