import type { Locator, Page } from 'playwright-core';
import { button, dialog } from '../console';
import { answer, shown } from '../people';

/** Puts all collected samples on a sheet and sends it. */
export async function sendSheet(page: Page, sheetNo: string, count: number): Promise<void> {
  await button(shown(page), '新增流转单').click();
  const form = dialog(page, '新增流转单');
  await form.getByText(`已选${count}/${count}个样品`).waitFor();
  await form.getByLabel('交接地点').fill('样品室');
  await button(form, '保存').click();
  await shown(page).getByRole('heading', { name: sheetNo }).waitFor();
  // Exact match, because the sheet's card contains 尚未送交.
  await shown(page)
    .getByRole('button', { name: /^送\s*交$/ })
    .click();
  await answer(page, '送交');
}

export const counting = (page: Page): Locator => shown(page).getByRole('region', { name: '扫码清点' });
export const receiveButton = (page: Page): Locator => shown(page).getByRole('button', { name: /^接\s*收$/ });

/** Types as a scanner does: `delay` ms between keys, then Enter. */
export async function scan(page: Page, code: string, delay = 0): Promise<void> {
  await page.keyboard.type(code, { delay });
  await page.keyboard.press('Enter');
}

/** Receives the counted samples under the keeper's signature. */
export async function receive(page: Page, sent: number, received: number): Promise<void> {
  await receiveButton(page).click();
  await answer(page, '接收');
  await shown(page).getByText(`送交${sent}个，接收${received}个`).waitFor();
}
