import { expect } from 'vitest';
import { passwordTexts } from '@contract/features/signIn/passwordTexts';
import { stateTexts } from '@contract/features/signIn/signInTexts';
import { roleTexts } from '@contract/features/system/roleTexts';
import { at, leave, other, page, save, type Task, users, wrong } from '../support/administration';
import { button, dialog, grid, noticed, rowAction, rowOf } from '../support/console';

// Accounts: made, unlocked, renamed, closed.

export const accounts: readonly Task[] = [
  [
    'makes an account with a role',
    async () => {
      await users();
      await button(page, '新增').click();
      const form = dialog(page, '新增用户');
      await form.getByLabel('用户名').fill('newcomer');
      await form.getByLabel('姓名').fill('程若溪');
      await form.getByLabel('初始密码').fill('Journey-2032');
      await form.getByRole('combobox', { name: '角色' }).click();
      await page.locator('.ant-select-dropdown:visible').getByTitle('检测员', { exact: true }).click();
      await form.getByLabel('姓名').click();
      await form.getByLabel('到期日').fill('2031-12-31');
      await page.keyboard.press('Enter');
      await save(form);
      await noticed(page, '新增成功');
      await rowOf(page, '用户', 'newcomer').getByText('检测员').waitFor();
    },
  ],
  [
    'has the newcomer choose a password of their own first',
    async () => {
      await other.page.goto('/login');
      await other.page.getByLabel('用户名').fill('newcomer');
      await other.page.getByLabel('密码', { exact: true }).fill('Journey-2032');
      await other.page.locator('button[type=submit]').click();
      await other.page.getByRole('heading', { name: passwordTexts.title }).waitFor();
    },
  ],
  [
    'sees who may sign in, and when somebody did last',
    async () => {
      await users();
      await rowAction(rowOf(page, '用户', 'newcomer'), stateTexts.title);
      await dialog(page, stateTexts.title).getByText('最后登录').waitFor();
      await dialog(page, stateTexts.title)
        .getByText(/^\d{4}-\d\d-\d\d/)
        .first()
        .waitFor();
      await leave(dialog(page, stateTexts.title));
    },
  ],
  [
    'sees how many tries are left',
    async () => {
      for (let tries = 0; tries < 3; tries += 1) await wrong('keeper');
      await users();
      await rowAction(rowOf(page, '用户', 'keeper'), stateTexts.title);
      await dialog(page, stateTexts.title)
        .getByText(/还可尝试2次/)
        .waitFor();
      await leave(dialog(page, stateTexts.title));
    },
  ],
  [
    'unlocks somebody who has forgotten a password',
    async () => {
      for (let tries = 0; tries < 3; tries += 1) await wrong('keeper');
      expect((await wrong('keeper')).status).toBe(429);
      await users();
      await rowAction(rowOf(page, '用户', 'keeper'), stateTexts.title);
      await button(dialog(page, stateTexts.title), stateTexts.unlock).click();
      await noticed(page, stateTexts.unlocked);
      expect((await wrong('keeper')).status).not.toBe(429);
      await leave(dialog(page, stateTexts.title));
    },
  ],
  [
    'finds the refused tries in the trail',
    async () => {
      await wrong('keeper');
      await at('/system/log?title=沈月红', '审计日志');
      await grid(page, '审计日志').getByText('登录失败').first().waitFor();
    },
  ],
  [
    'gives somebody another password, which takes the tries away',
    async () => {
      for (let tries = 0; tries < 4; tries += 1) await wrong('reporter');
      await users();
      await rowAction(rowOf(page, '用户', 'reporter'), '重置密码');
      await page.getByPlaceholder('新密码').fill('Journey-2033');
      await button(page.getByRole('dialog').filter({ has: page.getByPlaceholder('新密码') }), '确定').click();
      await noticed(page, '重置成功');
      await rowAction(rowOf(page, '用户', 'reporter'), stateTexts.title);
      await dialog(page, stateTexts.title).getByText(stateTexts.noTries).waitFor();
      await leave(dialog(page, stateTexts.title));
    },
  ],
  [
    'gives a role to several people at once',
    async () => {
      await users();
      for (const name of ['newcomer', 'keeper']) await rowOf(page, '用户', name).getByRole('checkbox').check();
      await button(page, roleTexts.change).click();
      const form = dialog(page, roleTexts.change);
      await form.getByLabel(roleTexts.add).click();
      await page.getByTitle('复核人', { exact: true }).click();
      await page.keyboard.press('Escape');
      await button(form, '保存').click();
      await noticed(page, roleTexts.changed(2));
      await rowOf(page, '用户', 'newcomer').getByText('复核人').waitFor();
    },
  ],
  [
    'reads what somebody may do, and by which role',
    async () => {
      await users();
      await rowAction(rowOf(page, '用户', 'newcomer'), '有效权限');
      const rights = dialog(page, '有效权限：');
      await rights.getByLabel('查找权限').fill('实验室');
      await rights.getByText('检测员').first().waitFor();
      await page.keyboard.press('Escape');
    },
  ],
  [
    'renames somebody, and says why',
    async () => {
      await users();
      await rowAction(rowOf(page, '用户', 'newcomer'), '编辑');
      const form = dialog(page, '编辑用户');
      await form.getByLabel('姓名').fill('程若曦');
      await save(form);
      await page.getByPlaceholder('更改原因').fill('登记时写错');
      await button(page.getByRole('dialog').filter({ has: page.getByPlaceholder('更改原因') }), '保存').click();
      await noticed(page, '编辑成功');
    },
  ],
  [
    'closes several accounts, and opens them again',
    async () => {
      await users();
      await rowOf(page, '用户', 'newcomer').getByRole('checkbox').check();
      await button(page, '停用').click();
      await button(page.getByRole('dialog').last(), '确定').click();
      await rowOf(page, '用户', 'newcomer').getByText('停用').waitFor();
      await rowOf(page, '用户', 'newcomer').getByRole('checkbox').check();
      await button(page, '启用').click();
      await button(page.getByRole('dialog').last(), '确定').click();
      await rowOf(page, '用户', 'newcomer').getByText('启用').waitFor();
    },
  ],
  [
    'deletes an account, and takes it back from the bin',
    async () => {
      await users();
      await rowAction(rowOf(page, '用户', 'newcomer'), '删除');
      await button(page.getByRole('dialog').last(), '确定').click();
      await rowOf(page, '用户', 'newcomer').waitFor({ state: 'detached' });
      await button(page, '回收站').click();
      await rowAction(page.getByRole('row').filter({ hasText: 'newcomer' }), '恢复');
      await button(page.getByRole('dialog').last(), '确定')
        .click({ timeout: 5_000 })
        .catch(() => undefined);
      await noticed(page, '恢复成功');
    },
  ],
];
