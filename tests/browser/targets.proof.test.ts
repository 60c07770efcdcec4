import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shellTexts } from '@/lib/texts/shellTexts';
import { customer } from '@contract/features/customers/entities/customer';
import { siteSurveyModule } from '@contract/features/library/entities/siteSurveyModule';
import { project } from '@contract/features/projects/entities/project';
import { loginPath } from '@contract/routes';
import { measured } from '../support/measured';
import { launchChromium } from './support/chromium';
import { button, type Desk, grid, openDesk, rowNamed, settled, signIn } from './support/console';
import {
  addressOf,
  consoleRoutes,
  type Ground,
  groundOf,
  laboratoryRoutes,
  lacksOf,
  lightRoutes,
  oneOfEachKind,
  pageSettled,
  shownPane,
  visitPage,
} from './support/everyPage';
import { shown } from './support/people';
import { type ProductServer, startProduct } from './support/productServer';
import { smallTargets } from './support/targets';

// QUALITY A11Y: pointer targets are at least 32 px high and wide in the default theme.

let product: ProductServer;
let browser: Browser;
let desk: Desk;
let page: Page;
let ground: Ground;

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  desk = await openDesk(browser, product.url);
  page = desk.page;
  await signIn(page, 'admin');
  await pageSettled(page, shownPane);
  ground = await groundOf(page);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  expect(desk?.failures ?? []).toEqual([]);
});

/** Collects the too small targets of several places, by name. */
function survey() {
  const found: Record<string, readonly string[]> = {};
  let count = 0;
  return {
    async look(name: string, scope?: string): Promise<void> {
      const { count: here, small } = await smallTargets(page, scope);
      expect(here, name).toBeGreaterThan(0);
      count += here;
      if (small.length) found[name] = small;
    },
    end(where: string): void {
      measured(`${where}：${count} 个目标`);
      expect(found).toEqual({});
    },
  };
}

it('every click target is 32 px on a page of each kind of the console (A11Y)', async () => {
  const { look, end } = survey();
  await look('the frame');
  const kinds = oneOfEachKind(consoleRoutes);
  for (const route of kinds) {
    const address = addressOf(route, ground);
    await visitPage(page, address);
    expect(await lacksOf(page, shownPane, address), address).toEqual([]);
    await look(route.path, shownPane);
  }
  end(`控制台 ${kinds.length} 种页面`);
});

it('every click target is 32 px on the pages of a record of every method and in an entry grid (A11Y)', async () => {
  const { look, end } = survey();
  for (const route of laboratoryRoutes) {
    const address = addressOf(route, ground);
    await visitPage(page, address);
    expect(await lacksOf(page, shownPane, address), address).toEqual([]);
    await look(route.path, shownPane);
  }
  await visitPage(page, '/system/dataModule/siteSurveyModule');
  await settled(page, siteSurveyModule.label);
  await rowNamed(page, siteSurveyModule.label, '木质家具企业现场调查模板').getByRole('button').first().click();
  await settled(page, '现场调查模板行填写');
  await look('the entry grid', shownPane);
  end(`检测记录 ${laboratoryRoutes.length} 个页面与表格填写`);
});

/** Overlays by kind. */
const over = {
  dialog: '.ant-modal:visible, .ant-drawer-open:visible',
  list: '.ant-select-dropdown:not(.ant-select-dropdown-hidden)',
  calendar: '.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)',
  menu: '.ant-dropdown:not(.ant-dropdown-hidden)',
  panel: '.ant-popover:not(.ant-popover-hidden)',
} as const;

it('every click target is 32 px in dialogs and drawers of a page (A11Y)', async () => {
  const { look, end } = survey();
  const opened = async (kind: keyof typeof over, name: string, opener: Locator): Promise<void> => {
    await opener.click();
    await page
      .locator(over[kind])
      .locator('button:visible, input:visible, label:visible, [role=menuitem]:visible, .ant-select-item-option:visible')
      .first()
      .waitFor();
    const scope = over[kind].replaceAll(':visible', '');
    await pageSettled(page, scope);
    await look(name, scope);
  };
  // Repeated if a smaller overlay took the key, such as a menu that is still closing.
  const close = async (kind: keyof typeof over): Promise<void> => {
    await expect
      .poll(async () => {
        await page.keyboard.press('Escape');
        return page
          .locator(over[kind])
          .first()
          .waitFor({ state: 'hidden', timeout: 2_000 })
          .then(
            () => 'closed',
            () => 'open',
          );
      })
      .toBe('closed');
  };
  const inDialog = () => page.getByRole('dialog');
  await visitPage(page, '/project/index');
  await settled(page, project.label);
  await opened('dialog', 'a form', button(shown(page), '新增'));
  await opened('list', 'a list of options', inDialog().getByRole('combobox', { name: '关联项目类型' }));
  await close('list');
  await opened('calendar', 'a calendar', inDialog().getByLabel('计划完成日期'));
  await close('calendar');
  await close('dialog');
  await visitPage(page, '/customer/index');
  await settled(page, customer.label);
  await opened('dialog', 'an import', button(shown(page), '导入'));
  await close('dialog');
  await opened('panel', 'the columns of a list', button(shown(page), '列设置'));
  await button(shown(page), '列设置').click();
  await page.locator(over.panel).waitFor({ state: 'hidden' });
  await opened('menu', 'what is exported', button(shown(page), '导出'));
  await close('menu');
  await opened(
    'dialog',
    'the details of a row',
    grid(page, customer.label).getByRole('row').nth(1).getByRole('button').first(),
  );
  await close('dialog');
  const row = grid(page, customer.label).getByRole('row').nth(1);
  await opened('menu', 'what is done with a row', row.getByRole('button', { name: '更多' }));
  await opened('dialog', 'a question', page.getByRole('menuitem', { name: '删除' }));
  await close('dialog');
  await opened('menu', 'the menu of the user', page.getByRole('button', { name: /^用户菜单/ }));
  await opened('dialog', 'the settings', page.getByRole('menuitem', { name: shellTexts.settings }));
  await close('dialog');
  await page.keyboard.press('Control+k');
  await opened('dialog', 'the palette', page.getByRole('combobox', { name: /搜索菜单/ }));
  await close('dialog');
  end('对话框、列表与菜单');
});

it('every click target is 32 px on the pages before the sign-in (A11Y)', async () => {
  const { look, end } = survey();
  await desk.context.clearCookies();
  await page.goto(loginPath);
  await page.getByLabel('用户名').waitFor();
  await look(loginPath);
  for (const route of lightRoutes) {
    await page.goto(addressOf(route, ground));
    await page.locator('h1').first().waitFor();
    await pageSettled(page, 'html');
    expect(await lacksOf(page, 'body', addressOf(route, ground)), route.path).toEqual([]);
    await look(route.path);
  }
  end('登录与公开页面');
});
