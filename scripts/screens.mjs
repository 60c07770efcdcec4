// npm run screens: takes the pictures of docs/screens from the demonstration, one command for all of them.
//   npm run screens                      builds, fills a new directory, serves, takes all
//   npm run screens -- dashboard roles   takes these alone
//   SCREENS_AT=http://host:port          takes them from a running demonstration (DEMO_PASSWORD is its password)
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { crc32, deflateSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { buildWhenStale } from './build.mjs';
import { root } from './install.mjs';

const folder = join(root, 'docs/screens');
/** Bytes of the largest picture. */
const most = 200_000;
const desk = { width: 1440, height: 900 };
const phone = { width: 375, height: 812 };
const password = process.env.DEMO_PASSWORD ?? 'Screens-2031!';

const survey = '/siteSample/siteSurvey/details/page';
const plan = '/siteSample/samplePlan/details/page';
const site = '/siteSample/liveSample/condition';

/** Returns the first project in a stage. */
async function projectAt(ask, stage) {
  const { content } = await ask(`api/project?stage=${stage}&incoming=false&size=1&sort=id,asc`);
  if (!content[0]) throw new Error(`the demonstration has no project at ${stage}`);
  return content[0].id;
}
const ofProject = (path, stage) => async (ask) => `${path}?belongProject=${await projectAt(ask, stage)}`;

/** Returns the address of the analyst's oldest record that is not signed. */
async function recordAddress(ask) {
  const { todos } = await ask('api/dashboard');
  const path = todos.map((todo) => todo.path).find((one) => one?.includes('phyId='));
  if (path) return path;
  throw new Error('the analyst has no record to work on');
}

/** Returns the address of the newest run with its files. */
async function runAddress(ask) {
  const { content } = await ask('api/labRun?size=1&sort=id,desc');
  if (!content[0]) throw new Error('the demonstration has no run');
  return `/lab/run?run=${content[0].id}`;
}

/** Takes samplers out, if none is, and opens the grid of their flows. */
async function openFlows(page) {
  const grid = page.getByRole('button', { name: /^流量校准（/ });
  await page.getByText(/^领用\d+台次/).waitFor();
  if (!(await grid.isVisible())) {
    await page.getByRole('button', { name: /领用设备/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('查找设备').fill('采样器');
    for (let row = 1; row <= 3; row += 1) await dialog.getByLabel(`选择第 ${row} 行`, { exact: true }).check();
    await dialog.getByRole('button', { name: /确定出库/ }).click();
    await dialog.waitFor({ state: 'hidden' });
  }
  await grid.click();
  const readings = {
    设定流量: ['0.1', '0.05'],
    采样前读数1: ['0.1', '0.058'],
    采样前读数2: ['0.101', '0.058'],
    采样前读数3: ['0.1', '0.058'],
  };
  const dialog = page.getByRole('dialog');
  for (const [column, values] of Object.entries(readings)) {
    const inputs = dialog.getByLabel(new RegExp(`${column}$`));
    await inputs.first().waitFor();
    for (const [row, value] of values.entries()) await inputs.nth(row).fill(value);
  }
  await dialog
    .getByText(/超过±5%/)
    .first()
    .waitFor();
}

/** Tries to add a day of sampling with one collector. */
async function addWithOne(page) {
  const form = page.getByRole('group', { name: '新增采样日期' });
  await form.getByRole('button', { name: '新增并生成样品' }).scrollIntoViewIfNeeded();
  const box = form.locator('input').first();
  await box.fill(new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10));
  await form.getByRole('button', { name: '新增并生成样品' }).click();
  await form.getByRole('alert').first().scrollIntoViewIfNeeded();
}

/** Shows what a messenger makes of the tags of the newest notice and article. */
async function showCards(page) {
  const cards = [];
  for (const [list, details] of [
    ['/orgReportFormula', '/orgReportFormulaDetails'],
    ['/industryNews', '/industryNewsDetails'],
  ]) {
    await page.goto(list);
    const link = page.locator(`a[href*="${details}"]`).first();
    await link.waitFor();
    const html = await (await page.request.get(await link.getAttribute('href'))).text();
    const tag = (name) => new RegExp(`property="og:${name}" content="([^"]*)"`).exec(html)?.[1] ?? '';
    const picture = tag('image') && (await page.request.get(new URL(tag('image'), page.url()).pathname));
    const source = picture
      ? `data:${picture.headers()['content-type']};base64,${(await picture.body()).toString('base64')}`
      : '';
    cards.push(
      `<article><img src="${source}" alt=""><h2>${tag('title')}</h2><p>${tag('description')}</p><small>${tag('site_name')}</small></article>`,
    );
  }
  await page.goto('about:blank');
  await page.setContent(`<style>body{margin:16px;display:flex;gap:16px;align-items:start;background:#eee;font:14px/1.45 sans-serif}
    article{flex:1;overflow:hidden;border-radius:8px;background:#fff}img{width:100%;height:220px;object-fit:cover}
    h2{margin:8px 12px;font-size:17px}p,small{display:block;margin:6px 12px;color:#555}small{padding-bottom:12px}</style>${cards.join('')}`);
}

/** Returns a chunk of a PNG: length, type, data, checksum. */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Returns the 256 colours that most pixels have, and for each pixel the nearest of them. */
function withPalette(pixels) {
  const bucketOf = (at) => ((pixels[at] >> 3) << 10) | ((pixels[at + 1] >> 3) << 5) | (pixels[at + 2] >> 3);
  const buckets = new Map();
  for (let at = 0; at < pixels.length; at += 4) {
    const bucket = bucketOf(at);
    const found = buckets.get(bucket) ?? [0, 0, 0, 0];
    for (const part of [0, 1, 2]) found[part] += pixels[at + part];
    found[3] += 1;
    buckets.set(bucket, found);
  }
  const colours = [...buckets.values()]
    .sort((one, other) => other[3] - one[3])
    .slice(0, 256)
    .map(([red, green, blue, count]) => [red, green, blue].map((part) => Math.round(part / count)));
  const nearest = new Map();
  for (const [bucket, [red, green, blue, count]] of buckets) {
    const far = ([r, g, b]) => (r - red / count) ** 2 + (g - green / count) ** 2 + (b - blue / count) ** 2;
    let best = 0;
    for (let at = 1; at < colours.length; at += 1) if (far(colours[at]) < far(colours[best])) best = at;
    nearest.set(bucket, best);
  }
  const indices = new Uint8Array(pixels.length / 4);
  for (let at = 0; at < indices.length; at += 1) indices[at] = nearest.get(bucketOf(at * 4));
  return { colours, indices };
}

/** Returns a picture as a PNG with a palette, a third as large as one in full colours. */
async function smallPicture(page, picture) {
  const { width, height, data } = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = `data:image/png;base64,${source}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    const { data: bytes } = canvas.getImageData(0, 0, image.width, image.height);
    let text = '';
    for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
    return { width: image.width, height: image.height, data: btoa(text) };
  }, picture.toString('base64'));
  const { colours, indices } = withPalette(Buffer.from(data, 'base64'));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // 8 bits a pixel, with a palette.
  head.set([8, 3, 0, 0, 0], 8);
  const lines = Buffer.alloc((width + 1) * height);
  for (let line = 0; line < height; line += 1)
    lines.set(indices.subarray(line * width, (line + 1) * width), line * (width + 1) + 1);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(colours.flat())),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Every picture: who looks, at which size, where, and what they do before. */
const screens = [
  { name: 'login', path: '/login' },
  { name: 'dashboard', user: 'field', path: '/dashboard' },
  {
    name: 'contractReview',
    user: 'reviewer',
    path: async (ask) => `/project/index?handle=${await projectAt(ask, 'contractReview')}`,
  },
  { name: 'siteSurvey', user: 'field', path: ofProject(survey, 'survey') },
  { name: 'samplePlan', user: 'field', path: ofProject(plan, 'sampling') },
  { name: 'fieldListOnPhone', user: 'field', size: phone, path: '/siteSample/eqpIn' },
  { name: 'samplingOnPhone', user: 'field', size: phone, path: ofProject(`${site}/pageSampling`, 'sampling') },
  {
    name: 'crewOnPhone',
    user: 'field',
    size: phone,
    path: ofProject(`${site}/pageSamplingTime`, 'sampling'),
    act: addWithOne,
  },
  { name: 'flowGrid', user: 'field', path: ofProject('/siteSample/eqpIn/details/page', 'sampling'), act: openFlows },
  { name: 'sampleFlow', user: 'keeper', path: ofProject('/siteSample/sampleFlow/details/page', 'handOver') },
  { name: 'labRecord', user: 'analyst', path: recordAddress },
  { name: 'analysisRuns', user: 'analyst', path: runAddress },
  { name: 'inspectUnit', user: 'sales', path: '/inspectUnit' },
  { name: 'unitListOnPhone', user: 'sales', size: phone, path: '/inspectUnit?keyword=科技' },
  { name: 'announcement', user: 'admin', path: '/notify/announcement' },
  { name: 'myNewsOnPhone', user: 'field', size: phone, path: '/notify/myNews' },
  {
    name: 'declarationsOnPhone',
    user: 'enterprise',
    size: phone,
    path: '/dataGovernance/enterpriseDeclaration/declarationShow',
  },
  { name: 'hazard', user: 'quality', path: '/system/hazard' },
  { name: 'method', user: 'quality', path: '/system/method' },
  { name: 'reportFormula', user: 'reporter', path: '/dataGovernance/reportFormula' },
  { name: 'handOut', user: 'reporter', path: '/reportHandOut' },
  { name: 'platforms', user: 'reporter', path: '/dataGovernance/dataSynchronization/differentPlatform' },
  { name: 'certificates', user: 'admin', path: '/system/certificate' },
  { name: 'conformity', user: 'quality', path: '/system/conformity' },
  { name: 'projectTime', user: 'quality', path: '/projectTime' },
  { name: 'yearPlan', user: 'quality', path: '/resource/yearPlan' },
  { name: 'roles', user: 'quality', path: '/roles' },
  { name: 'monitor', user: 'admin', path: '/system/monitor' },
  { name: 'userCenter', user: 'field', path: '/user/center' },
  { name: 'publicNotices', path: '/orgReportFormula' },
  { name: 'newsOnPhone', size: phone, path: '/industryNews' },
  { name: 'linkCard', size: { width: 900, height: 420 }, path: '/industryNews', act: showCards },
];

/** Starts the built product on a new directory with the demonstration. */
async function startDemonstration() {
  await buildWhenStale();
  const dataDir = mkdtempSync(join(tmpdir(), 'occhealth-screens-'));
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    cwd: dataDir,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO: 'on',
      CAPTCHA: 'off',
      ADMIN_PASSWORD: password,
      DEMO_PASSWORD: password,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk.toString();
      const found = /已启动：(http:\/\/\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}\n${said}`)));
  });
  return {
    url,
    async stop() {
      child.removeAllListeners('exit');
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Signs in by the login page; returns what asks the API as this person. */
async function signIn(page, user) {
  await page.goto('/login');
  await page.getByLabel('用户名').fill(user);
  await page.getByLabel('密码', { exact: true }).fill(password);
  const answered = page.waitForResponse((response) => response.url().endsWith('/auth/login'));
  await page.keyboard.press('Enter');
  const { token } = await (await answered).json();
  await page.getByRole('button', { name: /^用户菜单/ }).waitFor();
  return async (path) => (await page.request.get(`/${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
}

/** ms to wait until the demonstration is full. */
const patience = 180_000;

/** Waits until the demonstration has a published project and a record to work on, which its play makes last. */
async function full(browser, url) {
  const context = await browser.newContext({ baseURL: url, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
  const until = Date.now() + patience;
  try {
    const ask = await signIn(await context.newPage(), 'analyst');
    for (;;) {
      const { totalElements = 0 } = await ask('api/project?stage=published&size=1');
      const { todos = [] } = await ask('api/dashboard');
      if (totalElements > 0 && todos.some(({ path }) => path?.includes('phyId='))) return;
      if (Date.now() > until) throw new Error(`the demonstration is not full after ${patience / 1000} s`);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  } finally {
    await context.close();
  }
}

/** Waits until nothing loads, fades or is drawn as a placeholder. */
async function settled(page) {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(
    () => !document.querySelector('[aria-busy="true"], [aria-label="页面加载中"], .ant-skeleton, [role="progressbar"]'),
  );
}

async function take(browser, url, { name, user, size = desk, path, act }) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: size,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    ...(size === phone ? { isMobile: true, hasTouch: true } : {}),
  });
  try {
    const page = await context.newPage();
    const ask = user ? await signIn(page, user) : undefined;
    await page.goto(typeof path === 'string' ? path : await path(ask));
    await settled(page);
    await act?.(page);
    await settled(page);
    if (await page.getByRole('heading', { name: '没有权限查看此页面' }).isVisible())
      throw new Error(`${user} may not open it`);
    const file = join(folder, `${name}.png`);
    const shot = await page.screenshot();
    // The page's own content policy forbids data addresses.
    const blank = await (await browser.newContext()).newPage();
    const small = await smallPicture(blank, shot);
    await blank.context().close();
    writeFileSync(file, small);
    const bytes = small.length;
    if (bytes > most) throw new Error(`${name}.png has ${bytes} bytes, more than ${most}`);
    console.log(`${name}.png ${Math.round(bytes / 1000)} kB`);
  } finally {
    await context.close();
  }
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((one) => !screens.some(({ name }) => name === one));
if (unknown.length) throw new Error(`no such screen: ${unknown.join(', ')}`);
const at = process.env.SCREENS_AT;
const demonstration = at ? { url: at, stop: () => Promise.resolve() } : await startDemonstration();
const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  await full(browser, demonstration.url);
  const failed = [];
  for (const screen of screens.filter(({ name }) => !wanted.length || wanted.includes(name)))
    await take(browser, demonstration.url, screen).catch((error) => failed.push(`${screen.name}: ${error.message}`));
  if (failed.length) throw new Error(failed.join('\n'));
} finally {
  await browser.close();
  await demonstration.stop();
}
