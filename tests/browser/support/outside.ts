import type { Page } from 'playwright-core';
import { savedText } from '@contract/workbook/saveMany';
import { button, choose, dialog, noticed, settled } from './console';
import { shown, toCell } from './people';

// A check by an external reviewer, step by step in the window of the responsible person.

const form = '检查表';

export const taskAddress = (id: number): string => `/sfQualityDetail/sfQualityDetail?id=${id}`;

const openTab = (page: Page, title: string): Promise<void> =>
  shown(page)
    .getByRole('tab', { name: new RegExp(`^${title}`) })
    .click();

/** Waits until the page of a task or settlement shows a state. */
export const reached = (page: Page, state: string): Promise<void> =>
  shown(page).getByRole('heading', { level: 1 }).getByText(state).waitFor();

export interface JudgedLine {
  /** As the cell's list shows it. */
  readonly result: string;
  readonly score?: string;
  readonly remark?: string;
}

/** Types the lines of the form from the first on, as into a spreadsheet, and saves. */
export async function judgeLines(page: Page, lines: readonly JudgedLine[]): Promise<void> {
  await settled(page, form);
  for (const [row, { result, score, remark }] of lines.entries()) {
    for (const [title, text] of [
      ['结果', result],
      ['得分', score],
      ['说明', remark],
    ] as const) {
      if (text === undefined) continue;
      await toCell(page, form, row, title);
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    }
  }
  await page.keyboard.press('Control+s');
  await noticed(page, savedText);
}

export async function conclude(page: Page, conclusion: string): Promise<void> {
  await shown(page).getByLabel('检查结论').fill(conclusion);
  await button(shown(page), '保存结论').click();
}

export async function writeFinding(
  page: Page,
  { severity, description }: { readonly severity: string; readonly description: string },
): Promise<void> {
  await openTab(page, '检查发现');
  await button(shown(page), '登记问题').click();
  const writing = dialog(page, '登记问题');
  await button(writing, '保存').click();
  await writing.getByText('请输入问题描述').waitFor();
  await choose(writing.getByLabel('程度'), severity);
  await writing.getByLabel('问题描述').fill(description);
  await button(writing, '保存').click();
  await writing.waitFor({ state: 'hidden' });
  await shown(page).getByRole('listitem').getByText(description).waitFor();
}

/** Answers the task's only finding. An empty answer is refused first. */
export async function answerFinding(page: Page, id: number, answer: string): Promise<void> {
  await page.goto(taskAddress(id));
  await openTab(page, '检查发现');
  await button(shown(page), '答复').click();
  const answering = dialog(page, '答复问题');
  await button(answering, '保存').click();
  await answering.getByText('请填写整改答复').waitFor();
  await answering.getByLabel('整改答复').fill(answer);
  await button(answering, '保存').click();
  await answering.waitFor({ state: 'hidden' });
}

/** Accepts the answer to the task's only finding after reading it. */
export async function acceptAnswer(page: Page, id: number, answer: string): Promise<void> {
  await page.goto(taskAddress(id));
  await openTab(page, '检查发现');
  await button(shown(page), '复核').click();
  const judging = dialog(page, '复核答复');
  await judging.getByText(answer).waitFor();
  await judging.getByLabel('认可', { exact: true }).check();
  await button(judging, '保存').click();
  await judging.waitFor({ state: 'hidden' });
}

/** Creates a settlement of a reviewer's open fees and opens it; it is the only unconfirmed one. */
export async function settle(
  page: Page,
  { reviewer, from, until }: { readonly reviewer: string; readonly from: string; readonly until: string },
): Promise<void> {
  await page.goto('/sfFinanceRecord/sfFinanceRecord');
  await openTab(page, '结算单');
  await button(shown(page), '新增').click();
  const making = dialog(page, '新增第三方结算单');
  await choose(making.getByLabel('检查人'), reviewer);
  for (const [label, day] of [
    ['费用起始日期', from],
    ['费用截止日期', until],
  ] as const) {
    await making.getByLabel(label).fill(day);
    await page.keyboard.press('Enter');
  }
  await button(making, '保存').click();
  await making.waitFor({ state: 'hidden' });
  await shown(page)
    .getByRole('grid')
    .getByRole('row')
    .filter({ hasText: '待确认' })
    .getByRole('button', { name: /^JS/ })
    .click();
  await reached(page, '待确认');
}
