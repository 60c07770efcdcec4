import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { customer } from '@contract/features/customers/entities/customer';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { blankTexts } from '@contract/features/fieldwork/blanks/blankBatches';
import { labTaskTexts } from '@contract/features/laboratory/tasks/taskTexts';
import { signInTexts } from '@contract/features/signIn/signInTexts';
import { messages } from '@contract/messages';
import { serveConsole } from '../support/specServer/console';
import { account, token } from '../support/specServer/data';
import { type SpecServer, startSpecServer } from '../support/specServer/specServer';
import { launchChromium } from './support/chromium';
import {
  button,
  confirm,
  type Desk,
  dialog,
  noticed,
  openDesk,
  rowAction,
  rowOf,
  settled,
  told,
} from './support/console';
import { buildProduct } from './support/productServer';

// The console on a back end that is not ours: it answers what SPEC §3, §6 and §7 say, on another origin, and nothing
// else.

const units = inspectUnit.label;
/** How the customers' list is asked for there. */
const lists = {
  [customer.path]: {
    url: 'other/khlb',
    method: 'post',
    pageParam: 'current',
    firstPage: 1,
    suffixes: { export: 'download' },
    belongGas: 'gas-3',
    uploadType: '2',
  },
};

let backEnd: SpecServer;
let web: Awaited<ReturnType<typeof serveConsole>>;
let browser: Browser;
let desk: Desk;
let page: Page;

/** Runs in the page: a call that nobody answers ends after half a second where the page is told to be impatient. */
function impatient(): void {
  const { set } = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, 'timeout') ?? {};
  Object.defineProperty(XMLHttpRequest.prototype, 'timeout', {
    set(this: XMLHttpRequest, ms: number) {
      set?.call(this, sessionStorage.getItem('impatient') ? 500 : ms);
    },
  });
}

beforeAll(async () => {
  await buildProduct('web');
  backEnd = await startSpecServer();
  web = await serveConsole(backEnd.url, lists);
  browser = await launchChromium();
  desk = await openDesk(browser, web.url, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  page = desk.page;
  await page.addInitScript(impatient);
});
afterAll(async () => {
  await browser?.close();
  await web?.stop();
  await backEnd?.stop();
});

const last = (call: string) => backEnd.callsOf(call).at(-1);
const menu = (...titles: string[]) =>
  titles.reduce(
    (before, title) =>
      before.then(() =>
        page
          .getByRole('menuitem', { name: new RegExp(`${title}$`) })
          .first()
          .click(),
      ),
    Promise.resolve(),
  );
const tick = (list: string, text: string) => rowOf(page, list, text).getByRole('checkbox').click();
async function fill(title: string, values: Readonly<Record<string, string>>): Promise<void> {
  const form = dialog(page, title);
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label, { exact: true }).fill(value);
  await button(form, '保存').click();
}

it('with a third-party back end that requires a token even for logo and name, the login page stays open and shows why a login was refused', async () => {
  await page.goto('/inspectUnit?status=1');
  await page.getByRole('img', { name: '验证码图片' }).waitFor();
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/inspectUnit?status=1');
  await page.getByLabel('用户名').fill(account.username);
  await page.getByLabel('密码', { exact: true }).fill('wrong');
  await page.getByLabel('验证码', { exact: true }).fill(account.code);
  await button(page, signInTexts.submit).click();
  await page.getByText('验证码或密码错误').waitFor();
  // One page, one question: nothing was loaded anew.
  expect(backEnd.callsOf('GET api/familyBucket/getFamilyBucket')).toHaveLength(1);
});

it('with a third-party back end the console signs in as the specification’s user and requests the opened list with token and organization', async () => {
  await page.getByLabel('密码', { exact: true }).fill(account.password);
  await page.getByLabel('验证码', { exact: true }).fill(account.code);
  await button(page, signInTexts.submit).click();
  await settled(page, units);
  expect(last('POST auth/login')?.body).toMatchObject({ uuid: account.uuid, code: account.code });
  const { headers, query } = last('GET api/inspectUnit') ?? {};
  expect(headers).toMatchObject({ authorization: token, organizationid: '9' });
  expect([...(query ?? [])]).toEqual([
    ['page', '0'],
    ['size', '30'],
    ['sort', 'id,desc'],
    ['status', '1'],
  ]);
});

it('with a third-party back end the console shows times given as seconds, and dictionaries by name', async () => {
  await rowOf(page, units, '甲机械厂').getByText('通用设备制造业').waitFor();
  await rowOf(page, units, '甲机械厂').getByRole('button', { name: '甲机械厂' }).click();
  await page.getByRole('dialog').getByText('2024-06-01 08:00:00').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect([...(last('GET api/dictDetail')?.query.keys() ?? [])].sort()).toEqual(['dictName', 'page', 'size']);
});

it('with a third-party back end the console adds, edits, copies and pastes a row', async () => {
  await button(page, '新增').click();
  await fill('新增', { 单位名称: '丁铸造厂', 联系人: '孙亮' });
  await told(page, messages.added);
  await rowAction(rowOf(page, units, '丁铸造厂'), '编辑');
  await fill('编辑', { 联系人: '孙明' });
  await told(page, messages.edited);
  await rowOf(page, units, '孙明').waitFor();
  await rowAction(rowOf(page, units, '丁铸造厂'), '复制');
  await fill('复制', { 单位名称: '戊铸造厂' });
  await told(page, messages.copied);
  await page.evaluate(() => navigator.clipboard.writeText('己印刷厂\t\t\t\t\t\t\t\t钱进'));
  await button(page, '粘贴').click();
  await button(dialog(page, '粘贴'), '保存').click();
  await told(page, messages.pasted);
  await rowOf(page, units, '己印刷厂').waitFor();
  expect(backEnd.lists['api/inspectUnit']?.rows.map(({ unitName }) => unitName)).toEqual([
    '甲机械厂',
    '乙化工厂',
    '丙纺织厂',
    '丁铸造厂',
    '戊铸造厂',
    '己印刷厂',
  ]);
});

it('with a third-party back end the console changes a status row by row, and in bulk', async () => {
  await button(page, '重置').click();
  await tick(units, '丁铸造厂');
  await tick(units, '戊铸造厂');
  const before = backEnd.callsOf('PUT api/inspectUnit/edit').length;
  await button(page, '停业').click();
  await confirm(page, '停业');
  await noticed(page, messages.submitted);
  const edits = backEnd.callsOf('PUT api/inspectUnit/edit').slice(before);
  expect(edits.map(({ body }) => (body as { status: string }).status)).toEqual(['2', '2']);
  expect(Object.keys(edits[0]?.body as object)).not.toContain('createTime');
  await tick(units, '丁铸造厂');
  await button(page, '恢复正常').click();
  await confirm(page, '恢复正常');
  await told(page, messages.submitted);
  expect(last('PUT api/inspectUnit/status')?.body).toMatchObject({ field: 'status', value: '1' });
});

it('with a third-party back end the console deletes a row, shows a refusal with code 400, and looks for an enterprise’s projects before deleting it', async () => {
  await rowAction(rowOf(page, units, '己印刷厂'), '删除');
  await confirm(page, messages.confirmDelete);
  await told(page, messages.deleted);
  await rowAction(rowOf(page, units, '丙纺织厂'), '删除');
  await confirm(page, messages.confirmDelete);
  await told(page, '丙纺织厂不能删除');
  await rowAction(rowOf(page, units, '甲机械厂'), '删除');
  await confirm(page, messages.confirmDelete);
  await told(page, messages.unitHasProjects);
  expect([...(last('GET api/project')?.query ?? [])]).toEqual([
    ['page', '1'],
    ['size', '10'],
    ['belongInspect', '1'],
  ]);
});

it('with a third-party back end the console requests a list by the configured address, method, page parameter and first page number', async () => {
  await menu('客户');
  await settled(page, customer.label);
  expect([...(last('POST other/khlb')?.query ?? [])].slice(0, 2)).toEqual([
    ['current', '1'],
    ['size', '30'],
  ]);
  await page.getByRole('listitem', { name: '2', exact: true }).click();
  await expect.poll(() => last('POST other/khlb')?.query.get('current')).toBe('2');
  await rowOf(page, customer.label, '第35客户').waitFor();
});

it('the console shows a list 550 px high, and less in a lower window', async () => {
  const list = page.locator(`[role="grid"][aria-label="${customer.label}"]`);
  const heightAt = async (height: number) => {
    await page.setViewportSize({ width: 1440, height });
    return list.evaluate((grid) => Math.round(grid.parentElement?.getBoundingClientRect().height ?? 0));
  };
  await expect.poll(() => heightAt(1080)).toBe(550);
  await expect.poll(() => heightAt(600)).toBeLessThan(450);
  // Nothing is pushed out of the window.
  expect(
    await page
      .locator('.ant-pagination')
      .last()
      .evaluate((pages) => pages.getBoundingClientRect().bottom),
  ).toBeLessThan(600);
  await page.setViewportSize({ width: 1440, height: 900 });
});

it('with a third-party back end the console exports by the configured suffix, with time and title as file name', async () => {
  const saved = page.waitForEvent('download');
  await button(page, '导出').click();
  await page.getByRole('menuitem', { name: '导出查询结果（xlsx）' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^\d{4}-\d\d-\d\d_\d{6}-.+\.xlsx$/);
  await told(page, messages.downloaded);
  expect(last('GET other/khlb/download')?.query.has('page')).toBe(false);
});

it('with a third-party back end the console imports by the form upload of the specification, and shows the result of each wrong row', async () => {
  const give = async (name: string) => {
    await button(page, '导入').click();
    await dialog(page, '导入')
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: '', buffer: Buffer.from('PK') });
  };
  await give('units.txt');
  await dialog(page, '导入').getByText(messages.wrongWorkbook).waitFor();
  await dialog(page, '导入')
    .getByRole('button', { name: 'Close' })
    .or(dialog(page, '导入').getByLabel('关闭'))
    .first()
    .click();
  await give('wrong.xlsx');
  await told(page, '第3行：单位名称不能为空；第4行：状态不存在');
  await give('right.xlsx');
  await told(page, messages.imported);
  expect(last('POST other/khlb/import')?.body).toEqual({ file: 'right.xlsx', belongGas: 'gas-3', uploadType: '2' });
});

it('with a third-party back end the console distributes a sample’s plan row to a named analyst', async () => {
  await menu('实验室管理', '样品分发');
  await settled(page, '检测任务');
  await rowAction(rowOf(page, '检测任务', 'Y-01'), labTaskTexts.toHolder);
  await confirm(page, labTaskTexts.confirmToHolder);
  await noticed(page, messages.submitted);
  expect(last('PUT api/labTask/distribute')?.body).toEqual({ sampleId: 71, sampleSiteHazardId: 61 });
  await tick('检测任务', 'K-01');
  await button(page, '分发').click();
  await page.getByPlaceholder(labTaskTexts.analystName).fill('li');
  await button(page.getByRole('dialog'), '分发').click();
  await told(page, messages.submitted);
  expect(last('PUT api/labTask/distribute')?.body).toEqual({ downloadBy: 43, ids: [82] });
});

it('with a third-party back end the console relates field blanks and cancels a relation', async () => {
  await page.goto('/siteSample/projectAdjustment/blkSampleInfo/details?belongProject=5');
  await settled(page, '样品与空白');
  for (const no of ['Y-01', 'K-01']) await tick('样品与空白', no);
  await button(page, '关联').click();
  await confirm(page, messages.confirmRelate);
  await told(page, messages.related);
  expect(last('POST api/blankRelation/relation')?.body).toEqual({
    projectId: 5,
    ids: [71],
    blkSampleIds: [72],
    hazardNames: ['苯'],
  });
  await page.reload();
  await settled(page, blankTexts.byHand);
  await tick(blankTexts.byHand, '苯');
  await button(page, '取消关联').click();
  await confirm(page, messages.confirmCancelRelate);
  await told(page, messages.removed);
  expect(last('POST api/blankRelation/cancelRelation')?.body).toEqual({ ids: [1] });
});

it('with a third-party back end the console resets a row by its id', async () => {
  await page.goto('/siteSample/projectAdjustment/blkSampleInfo/pageSampling?belongProject=5');
  await rowAction(rowOf(page, '样品', 'Y-01'), '重置');
  await confirm(page, messages.confirmReset);
  await told(page, messages.resetDone);
  expect(last('POST api/sample/reset')?.body).toEqual({ id: 71 });
});

it('with a third-party back end the console shows notices, marks one as read, and reloads at a push message', async () => {
  await page.getByRole('button', { name: /1条未读/ }).click();
  const notices = dialog(page, '系统维护通知');
  await notices.getByText('2024-06-01 08:00').first().waitFor();
  // SPEC §9.
  await page.setViewportSize({ width: 1440, height: 1080 });
  const sizes = () =>
    notices.evaluate((box) => [
      Math.round(box.getBoundingClientRect().width),
      Math.round(box.querySelector('[role="grid"]')?.parentElement?.getBoundingClientRect().height ?? 0),
    ]);
  await expect.poll(sizes).toEqual([800, 500]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await notices.getByRole('button', { name: '系统维护通知' }).click();
  await page.getByText('今晚十点维护。').waitFor();
  expect(last('PUT api/ohitAnnouncementSend/edit')?.body).toEqual({ id: 301, readFlag: '1', updateBy: 42 });
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'zhang，您好' }).waitFor();
  expect(backEnd.offered).toEqual([]);
  const asked = backEnd.callsOf('GET api/ohitAnnouncement/listByUser').length;
  await expect
    .poll(async () => {
      backEnd.push({ cmd: 'topic' });
      await pause(50);
      return backEnd.callsOf('GET api/ohitAnnouncement/listByUser').length;
    })
    .toBeGreaterThan(asked);
});

it('with a third-party back end the console reports failures as the specification says', async () => {
  await page.goto('/inspectUnit');
  await settled(page, units);
  backEnd.next('GET api/inspectUnit', { status: 500, body: { message: '数据库正在维护' } });
  await button(page, '刷新').press('Enter');
  await told(page, '数据库正在维护');
  await page.evaluate(() => sessionStorage.setItem('impatient', '1'));
  backEnd.next('GET api/inspectUnit', { silent: true });
  await button(page, '刷新').press('Enter');
  await told(page, messages.timeout);
  await page.evaluate(() => sessionStorage.removeItem('impatient'));
  backEnd.next('GET api/inspectUnit', { status: 403, body: { message: '没有权限' } });
  await button(page, '刷新').press('Enter');
  await page.waitForURL('**/401');
});

it('with a third-party back end the console signs out once at a 401', async () => {
  const asked = (): number => backEnd.callsOf('GET api/familyBucket/getFamilyBucket').length;
  const before = asked();
  await page.goto('/inspectUnit');
  await settled(page, units);
  // A page asks for the brand after it is painted.
  await expect.poll(() => asked() - before).toBe(1);
  const brands = asked();
  backEnd.next('GET api/inspectUnit', { status: 401, body: { message: '登录已过期' } });
  await button(page, '刷新').press('Enter');
  await page.getByLabel('用户名').waitFor();
  await page.getByText(messages.sessionExpired).waitFor();
  await expect.poll(() => asked() - brands).toBe(1);
  await page.waitForLoadState('networkidle');
  expect(asked() - brands).toBe(1);
});

it('with a third-party back end the console makes no call that the specification does not name, and throws no error', () => {
  expect([...new Set(backEnd.unknown)]).toEqual([]);
  expect(desk.failures).toEqual([]);
});
