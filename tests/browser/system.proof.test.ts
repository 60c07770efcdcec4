import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { messages } from '@contract/messages';
import { oneOfEachKind, proofs } from '../support/proofs';
import { apk, docx } from '../support/uploads';
import { launchChromium } from './support/chromium';
import {
  button,
  confirm,
  type Desk,
  dialog,
  grid,
  noticed,
  openDesk,
  rowAction,
  rowOf,
  settled,
  signIn,
} from './support/console';
import { password, type ProductServer, startProduct } from './support/productServer';

// System administration that needs a browser: uploads, drawing, cropping, content policy, phone width.

let product: ProductServer;
let browser: Browser;
let desk: Desk;
let page: Page;

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  desk = await openDesk(browser, product.url);
  page = desk.page;
  await signIn(page, 'admin', '/system/apk');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const goTo = (path: string) => page.goto(path);
const picture = (colour: string): Promise<number[]> =>
  page.evaluate(async (fill) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 300, height: 200 });
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.fillStyle = fill;
    context.fillRect(0, 0, 300, 200);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))];
  }, colour);

it('the app package page refuses a file that is no package, keeps the form, accepts a real one and offers it to everybody', async () => {
  await button(page, '上传安装包').click();
  const form = dialog(page, '上传安装包');
  const choose = (buffer: Uint8Array) =>
    form
      .locator('input[type=file]')
      .setInputFiles({ name: 'labapp-2.5.0.apk', mimeType: 'application/octet-stream', buffer: Buffer.from(buffer) });
  await choose(docx());
  await button(form, '上传').click();
  await form.getByText('文件内容不符合要求，请上传Android安装包（apk）').waitFor();
  expect(await form.getByLabel('版本').inputValue()).toBe('2.5.0');
  await choose(apk('x'.repeat(2000)));
  await button(form, '上传').click();
  await noticed(page, messages.uploaded);
  await page.getByRole('heading', { name: '最新版本 2.5.0' }).waitFor();
  await rowOf(page, 'APP安装包', '2.5.0').waitFor();
  const download = await fetch(`${product.url}/api/dispalyView/apk`);
  expect([download.status, download.headers.get('content-type')]).toEqual([
    200,
    'application/vnd.android.package-archive',
  ]);
});

it('the page of active sessions (在线用户) lets an administrator end a session', async () => {
  const login = await fetch(`${product.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'analyst', password }),
  });
  const { token } = (await login.json()) as { token: string };
  const alive = async () => (await fetch(`${product.url}/auth/info`, { headers: { authorization: token } })).status;
  expect(await alive()).toBe(200);
  await goTo('/system/online');
  await settled(page, '在线用户');
  expect(await rowOf(page, '在线用户', '当前会话').getByRole('button', { name: '强制退出' }).isDisabled()).toBe(true);
  await rowAction(rowOf(page, '在线用户', 'analyst'), '强制退出');
  await confirm(page, '确定强制退出该用户吗？');
  await rowOf(page, '在线用户', 'analyst').waitFor({ state: 'hidden' });
  expect(await alive()).toBe(401);
});

it('the dialog 有效权限 shows what a person may do and which role grants it', async () => {
  await goTo('/system/user');
  await rowAction(rowOf(page, '用户', 'analyst'), '有效权限');
  const rights = dialog(page, '有效权限');
  await rights.getByText('本机构（来自检测员）').waitFor();
  await rights.getByLabel('查找权限').fill('实验室');
  await rights.getByText('实验室', { exact: false }).first().waitFor();
  await page.keyboard.press('Escape');
});

it('the avatar dialog crops an image to its frame, and refuses a file that only claims to be an image', async () => {
  await goTo('/user/center');
  await page.getByRole('button', { name: '修改头像' }).click();
  const form = dialog(page, '修改头像');
  const choose = (mimeType: string, content: Buffer) =>
    form.locator('input[type=file]').setInputFiles({ name: '头像.png', mimeType, buffer: content });
  await choose('image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await form.getByText('SVG、网页等其他文件不能作头像').waitFor();
  await choose('image/png', Buffer.from(await picture('#007873')));
  await form.getByTestId('container').waitFor();
  await button(form, '保存').click();
  await noticed(page, messages.edited);
  await page.getByRole('button', { name: '修改头像' }).locator('img').waitFor();
  await page.locator('header img[src^="blob:"], [class*=avatar] img[src^="blob:"]').first().waitFor();
});

it('the signature pad stores a drawn signature and shows it again', async () => {
  await page.getByRole('tab', { name: '个人签名' }).click();
  await button(page, '手写签名').click();
  const canvas = page.getByRole('img', { name: '手写签名' });
  const box = (await canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + 60, box.y + 60);
  await page.mouse.down();
  for (let step = 0; step < 20; step += 1)
    await page.mouse.move(box.x + 60 + step * 12, box.y + 100 + 40 * Math.sin(step / 2));
  await page.mouse.up();
  await button(page, '保存').click();
  await noticed(page, messages.edited);
  const shown = page.getByRole('img', { name: '当前签名' });
  await shown.waitFor();
  // Only the ink, not the whole pad.
  const inked = () => shown.evaluate((image) => (image as HTMLImageElement).naturalHeight);
  await expect.poll(inked).toBeGreaterThan(0);
  expect(await inked()).toBeLessThan(box.height);
});

it('the SQL monitor and the API documentation open, fit a phone, and respect the content security policy', async () => {
  await goTo('/system/monitor');
  await grid(page, '语句')
    .getByText(/select .*user_session/)
    .first()
    .waitFor();
  await goTo('/system/apidoc');
  await page.getByLabel('查找接口').fill('auth/info');
  await page.getByRole('button', { name: /当前用户与权限标识/ }).click();
  await button(page, '发送').click();
  await page.getByText(/状态 200/).waitFor();
  for (const width of proofs ? [1440, 375] : [375]) {
    await page.setViewportSize({ width, height: 812 });
    for (const [path, waited] of oneOfEachKind(
      [
        ['/roles', '角色权限表'],
        ['/user/center', '个人中心'],
        ['/system/monitor', '语句'],
        ['/system/file', '文件'],
      ] as const,
      () => 'page',
    )) {
      await goTo(path);
      await page.getByLabel(waited, { exact: true }).first().waitFor();
      // Nothing overflows sideways: tables scroll inside.
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), {
          message: `${path} at ${width}`,
        })
        .toBe(true);
    }
  }
  // The pinned columns leave room for each other.
  await goTo('/system/menu');
  const edit = page.locator('[role=row]').filter({ hasText: '客户管理' }).first().getByText('编辑', { exact: true });
  await edit.waitFor();
  const reachable = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return top !== null && top.closest('button') === element.closest('button');
  };
  await expect.poll(() => edit.evaluate(reachable)).toBe(true);
  expect(desk.failures).toEqual([]);
});
