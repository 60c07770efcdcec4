import { expect } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { rightsTexts } from '@contract/features/signIn/signInTexts';
import { roleMenuTexts } from '@contract/features/system/roleMenus';
import { orderTexts } from '@contract/workbook/sortNumbers';
import {
  at,
  boxOf,
  call,
  drawer,
  idOf,
  openMenus,
  other,
  page,
  save,
  saveMenus,
  type Task,
} from '../support/administration';
import { button, dialog, noticed, rowOf, settled, signIn } from '../support/console';

// Menus, and what reaches those who are at work.

const menuForm = () => dialog(page, '新增菜单');
const newMenu = async (): Promise<void> => {
  await at('/system/menu', '菜单');
  await button(page, '新增').click();
  await menuForm().getByLabel('菜单标题').waitFor();
};
/** What was typed into it is left. */
async function leaveMenu(): Promise<void> {
  await button(menuForm(), '取消').click();
  await button(page.getByRole('dialog').last(), '离开').click();
  await menuForm().waitFor({ state: 'hidden' });
}
export const menuTasks: readonly Task[] = [
  [
    'adds a directory with the type that the form shows',
    async () => {
      await newMenu();
      await menuForm().getByLabel('菜单标题').fill('培训');
      await menuForm().getByLabel('路由地址').fill('training');
      await save(menuForm());
      await noticed(page, '新增成功');
      await page.getByLabel('模糊搜索').fill('培训');
      await page.getByLabel('模糊搜索').press('Enter');
      await rowOf(page, '菜单', '培训').waitFor();
    },
  ],
  [
    'finds a page for a menu by its title',
    async () => {
      await newMenu();
      await menuForm().getByText('菜单', { exact: true }).click();
      const box = menuForm().getByLabel('组件路径');
      await box.click();
      await box.fill('受检单位');
      await page
        .locator('.ant-select-dropdown:visible')
        .getByText(/受检单位/)
        .first()
        .click();
      await expect.poll(() => menuForm().innerText()).toContain('inspectUnit');
      await leaveMenu();
    },
  ],
  [
    'pins, highlights and redirects: each has its field',
    async () => {
      await newMenu();
      await menuForm().getByText('菜单', { exact: true }).click();
      for (const label of ['高亮菜单', '固定标签', '面包屑', '菜单缓存', '隐藏'])
        await menuForm().getByLabel(label).waitFor();
      await menuForm().getByText('目录', { exact: true }).click();
      for (const label of ['重定向', '总是显示']) await menuForm().getByLabel(label).waitFor();
      await menuForm().getByLabel('菜单标题').fill('不保存');
      await leaveMenu();
    },
  ],
  [
    'finds an icon by a Chinese word',
    async () => {
      await newMenu();
      await menuForm().getByLabel('菜单图标').click();
      await page.getByLabel('图标名称').fill('设置');
      await page.getByRole('option', { name: 'setting', exact: true }).click();
      await menuForm().getByText('setting').waitFor();
      await leaveMenu();
    },
  ],
  [
    'is warned of a path with a blank',
    async () => {
      await newMenu();
      await menuForm().getByLabel('路由地址').fill('a b');
      await menuForm().getByText('路由地址不能含有空格').waitFor();
      await leaveMenu();
    },
  ],
  [
    'is warned of an address outside that is none',
    async () => {
      await newMenu();
      await menuForm().getByLabel('外链菜单').click();
      await menuForm().getByLabel('路由地址').fill('javascript:alert(1)');
      await menuForm().getByLabel('菜单标题').fill('外链');
      await save(menuForm());
      await menuForm().locator('.ant-form-item-explain-error').first().waitFor();
      await leaveMenu();
    },
  ],
  [
    'puts the pages of a directory in another order',
    async () => {
      await at('/system/menu', '菜单');
      await button(page, orderTexts.title).click();
      const order = page.getByRole('dialog').filter({ has: page.getByRole('listitem') });
      await order.getByRole('listitem').first().dragTo(order.getByRole('listitem').nth(2));
      await button(order, '保存').click();
      await noticed(page, orderTexts.saved);
    },
  ],
  [
    'renames a menu for somebody who is at work',
    async () => {
      await signIn(other.page, 'sales', '/dashboard');
      const id = await idOf('api/menus', 'title', '风险');
      const row = await call<AnyRow>('GET', `api/menus/${id}`).catch(() => undefined);
      expect(row?.title).toBe('风险');
      await call('PUT', 'api/menus/edit', { ...row, title: '风险看板' });
      await other.page.getByRole('link', { name: '风险看板' }).waitFor();
      const now = await call<AnyRow>('GET', `api/menus/${id}`);
      await call('PUT', 'api/menus/edit', { ...now, title: '风险' });
    },
  ],
  [
    'takes a right away while somebody uses its page: what they typed stays',
    async () => {
      await other.page.goto('/customer');
      await settled(other.page, '客户');
      await button(other.page, '新增').click();
      const form = other.page.getByRole('dialog').filter({ hasText: '新增客户' });
      await form.getByLabel('客户名称').fill('尚未保存的客户');
      await openMenus('业务员');
      await (await boxOf('客户管理')).click();
      await saveMenus();
      await other.page
        .getByText(rightsTexts.lost(['客户管理']))
        .or(other.page.getByText(rightsTexts.lostUnsaved(['客户管理'])))
        .first()
        .waitFor();
      expect(await form.getByLabel('客户名称').inputValue()).toBe('尚未保存的客户');
      await openMenus('业务员');
      await button(drawer(), roleMenuTexts.takeBack).click();
      await saveMenus();
    },
  ],
];
