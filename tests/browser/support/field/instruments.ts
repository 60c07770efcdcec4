import type { Page } from 'playwright-core';
import { button, dialog } from '../console';
import type { Job } from '../job';
import { shown } from '../people';

/** Opens the take-out dialog on the project's page. */
export async function openInstruments(job: Job): Promise<Page> {
  const page = await job.people.at('field', `/siteSample/eqpIn/details/page?belongProject=${job.project}`);
  await button(shown(page), '领用设备').click();
  return page;
}

export async function takeOut(page: Page, numbers: readonly string[]): Promise<void> {
  const out = dialog(page, '领用设备');
  for (const no of numbers) {
    await out.getByLabel('查找设备').fill(no);
    await out.getByRole('row').filter({ hasText: no }).getByRole('checkbox').check();
  }
  await button(out, `确定出库（${numbers.length}台）`).click();
  await out.waitFor({ state: 'hidden' });
}

export async function returnFromSite(page: Page, numbers: readonly string[]): Promise<void> {
  // The checks of the flow have changed the rows since the page was opened.
  await page.reload();
  const uses = page.getByRole('grid', { name: '项目设备' });
  await uses
    .getByRole('row')
    .filter({ hasText: numbers[0] ?? '' })
    .waitFor();
  await uses.getByRole('checkbox').first().check();
  await button(shown(page), `批量入库（${numbers.length}台）`).click();
  const back = dialog(page, '设备入库');
  await button(back, '确定入库').click();
  await back.waitFor({ state: 'hidden' });
}
