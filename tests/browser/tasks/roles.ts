import { expect } from 'vitest';
import { roleMenuTexts } from '@contract/features/system/roleMenus';
import { roleTexts } from '@contract/features/system/roleTexts';
import {
  boxOf,
  drawer,
  heldBy,
  leave,
  openMenus,
  page,
  roles,
  save,
  saveMenus,
  type Task,
} from '../support/administration';
import { button, dialog, noticed, rowAction, rowNamed } from '../support/console';

// Roles, and what they may do.

export const roleTasks: readonly Task[] = [
  [
    'copies a role with its menus',
    async () => {
      await roles();
      await rowAction(rowNamed(page, '角色', '检测员'), roleTexts.copy);
      await page.getByRole('dialog').getByRole('textbox').fill('检测组长');
      await button(page.getByRole('dialog'), '复制').click();
      await noticed(page, '复制成功');
      expect([...(await heldBy('检测组长'))].sort()).toEqual([...(await heldBy('检测员'))].sort());
    },
  ],
  [
    'compares two roles',
    async () => {
      await roles();
      for (const name of ['检测员', '检测组长']) await rowNamed(page, '角色', name).getByRole('checkbox').check();
      await button(page, roleTexts.compare).click();
      await dialog(page, '对比').getByText(roleTexts.same).waitFor();
      await leave(dialog(page, '对比'));
    },
  ],
  [
    'gives a role to people',
    async () => {
      await roles();
      await rowAction(rowNamed(page, '角色', '检测组长'), roleTexts.assign);
      const people = dialog(page, roleTexts.assign);
      await people.getByText(/（keeper）/).click();
      await people
        .getByRole('button')
        .filter({ has: page.locator('.anticon-right') })
        .click();
      await button(people, '保存').click();
      await noticed(page, roleTexts.changed(1));
    },
  ],
  [
    'makes a role that may only look: a page without its buttons',
    async () => {
      await roles();
      await button(page, '新增').click();
      const form = dialog(page, '新增角色');
      await form.getByLabel('角色名称').fill('参观者');
      await form.getByLabel('角色级别').fill('9');
      await form.getByLabel('数据范围').click();
      await page.locator('.ant-select-dropdown:visible').getByTitle('本机构', { exact: true }).click();
      await save(form);
      await noticed(page, '新增成功');
      await openMenus('参观者');
      // A new role is put together from whole groups, unless one chooses otherwise.
      await drawer().getByRole('switch', { name: roleMenuTexts.linked }).click();
      await (await boxOf('受检单位')).click();
      await saveMenus();
      expect((await heldBy('参观者')).length).toBe(1);
    },
  ],
  [
    'opens and saves it unchanged, and nothing changes',
    async () => {
      const before = await heldBy('审计员');
      await openMenus('审计员');
      await drawer().getByText(roleMenuTexts.unchanged).waitFor();
      await (await boxOf('导出客户')).click();
      await (await boxOf('导出客户')).click();
      await drawer().getByText(roleMenuTexts.unchanged).waitFor();
      expect(await heldBy('审计员')).toEqual(before);
    },
  ],
  [
    'ticks a page with all its buttons by the switch',
    async () => {
      await openMenus('参观者');
      await drawer().getByRole('switch', { name: roleMenuTexts.linked }).click();
      await (await boxOf('客户管理')).click();
      await drawer()
        .getByRole('status')
        .filter({ hasText: /新增\d\d?项/ })
        .waitFor();
      await saveMenus();
      expect((await heldBy('参观者')).length).toBeGreaterThan(5);
    },
  ],
  [
    'reads what a role may do in the order of the tree',
    async () => {
      await roles();
      await rowNamed(page, '角色', '参观者').getByRole('button', { name: '参观者', exact: true }).click();
      const detail = page.getByRole('dialog').filter({ hasText: '参观者' });
      await detail.getByText('客户管理').first().waitFor();
      await detail.getByText('导出客户').first().waitFor();
      await page.keyboard.press('Escape');
    },
  ],
];
