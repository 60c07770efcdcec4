import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixedDictionaries } from '@contract/dictionaries';
import { decisionTexts } from '@contract/features/reports/judgement/openLines';
import type { LoginAnswer } from '@contract/wire';
import { eligibleSignerTexts } from '@contract/workflow/roundSteps';
import { labSheetRowTable, labSheetTable } from '@server/db/schema';
import { unpackMigrated } from '../support/pgliteTemplate';
import { type Hand, reportBench } from '../support/reportBench';
import { testServer } from '../support/server';
import { launchChromium } from './support/chromium';
import { button, noticed, rowNamed } from './support/console';
import { answer, decide, openPeople, type People, shown } from './support/people';
import { password, type ProductServer, startIn } from './support/productServer';

// Who may sign next and why a person has no button; and the written decision that an open result of a report requires.

const passed = fixedDictionaries.approvalState.find(({ value }) => value === 'passed')?.label ?? '';

let dataDir: string;
let product: ProductServer;
let browser: Browser;
let people: People;
let approval: { readonly id: number; readonly project: number; readonly title: string };
/** A second person beside 钱签发 who may issue. */
let signatory: number;
let waiting: { readonly project: number };

const note = (page: Page): Locator => shown(page).getByRole('note');
const move = (page: Page, name: string): Locator => button(shown(page), name);
const openApproval = (who: Hand): Promise<Page> =>
  people.at(who, `/projectAuditReviewNewPage/pageSysjs?belongProject=${approval.project}&id=${approval.id}`);

/** Sends a request in the name of a person who may, for steps that this test is not about. */
async function call(
  who: string,
  verb: 'GET' | 'POST' | 'PUT',
  path: string,
  data?: unknown,
): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }> {
  const { request } = await people.at(who, '/');
  const { token } = (await (
    await request.post('/auth/login', { data: { username: who, password } })
  ).json()) as LoginAnswer;
  const answered = await request.fetch(path, {
    method: verb,
    headers: { authorization: `Bearer ${token}` },
    ...(data === undefined ? {} : { data }),
  });
  return { status: answered.status(), body: (await answered.json()) as Readonly<Record<string, unknown>> };
}

/** Creates projects of an organization with two reviewers, who may do both reviews, and two people who may issue. */
async function fill(): Promise<void> {
  const server = await testServer({}, dataDir);
  const bench = await reportBench(server, {
    password,
    more: {
      analyst: ['recordPageNew:list'],
      reviewer: ['approval:passSecond'],
      quality: ['approval:passFirst'],
    },
  });
  const signing = await server.rows.role({ permissions: ['approval:sign', 'approval:list'] });
  signatory = await server.rows.user({
    userName: 'signatory',
    nickName: '吴签发',
    organizationId: bench.home,
    roles: [signing],
    password,
  });
  const tested = await bench.tested();
  const id = (await bench.submit('analyst', tested.id, 'records')).body.body?.id ?? 0;
  const row = (await bench.ask<{ title: string }>('quality', 'GET', `api/approval/${id}`)).body;
  approval = { id, project: tested.id, title: row.title };
  // Its two results are in another unit than their limits.
  const { project } = await bench.reporting();
  const { orm } = server.database;
  const [sheet] = await orm
    .select({ id: labSheetTable.id })
    .from(labSheetTable)
    .where(eq(labSheetTable.project, project.id));
  await orm
    .update(labSheetRowTable)
    .set({ unit: 'ppm' })
    .where(eq(labSheetRowTable.sheet, sheet?.id ?? 0));
  waiting = { project: project.id };
  await server.services.push.close();
  await server.database.close();
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'occhealth-duties-'));
  await unpackMigrated(dataDir);
  await (await startIn(dataDir, { CAPTCHA: 'off', DEMO: 'off' })).stop();
  await fill();
  product = await startIn(dataDir, { CAPTCHA: 'off', DEMO: 'off' });
  browser = await launchChromium();
  people = openPeople(browser, product);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await rm(dataDir, { recursive: true, force: true });
  expect(people?.failures() ?? []).toEqual([]);
});

describe('signatures of one approval', () => {
  it('the approval page shows who may sign next, and tells a person who has signed why there is no button', async () => {
    const page = await openApproval('reviewer');
    expect(await note(page).innerText()).toBe(`${eligibleSignerTexts.waits('一审通过', ['赵一审', '周二审'])}。`);
    await move(page, '一审通过').click();
    await page
      .getByRole('dialog')
      .getByText(eligibleSignerTexts.next('二审通过', ['周二审', '钱签发']))
      .waitFor();
    await answer(page, '一审通过');
    await note(page).getByText(eligibleSignerTexts.shut('一审通过', '二审通过')).waitFor();
    expect(await note(page).innerText()).toContain(eligibleSignerTexts.waits('二审通过', ['周二审', '钱签发']));
    expect(await move(page, '二审通过').count()).toBe(0);
  });

  it('the list of approvals shows who may make the next signature', async () => {
    const page = await people.at('quality', '/projectAuditReview');
    await rowNamed(page, '项目审核', approval.title).getByText('周二审、钱签发').waitFor();
  });

  it('the approval page refuses a signature that would leave nobody for the next step, and names who may sign instead', async () => {
    const page = await openApproval('approver');
    await move(page, '二审通过').click();
    await page
      .getByRole('dialog')
      .getByText(eligibleSignerTexts.next('签发', ['吴签发']))
      .waitFor();
    // While the dialog is open, the only other person leaves.
    const { body } = await call('admin', 'GET', `/api/user/${signatory}`);
    const editAnswer = await call('admin', 'PUT', '/api/user/edit', { ...body, enabled: '0' });
    expect(editAnswer.status, JSON.stringify(editAnswer.body)).toBe(200);
    const refused = eligibleSignerTexts.strands('二审通过', '签发', ['周二审']);
    const asked = page.getByRole('dialog', { name: '二审通过' });
    await asked.getByPlaceholder('登录密码').fill(password);
    await page.keyboard.press('Enter');
    await asked.getByRole('alert').getByText(refused).waitFor();
    // The dialog no longer names the next person.
    expect(await asked.getByText(eligibleSignerTexts.next('签发', ['吴签发'])).count()).toBe(0);
    await button(asked, '取消').click();
    await button(page.getByRole('dialog').last(), '离开').click();
    await asked.waitFor({ state: 'hidden' });
    // The page behind the dialog shows it too, and its button is disabled.
    await note(page).getByText(refused).waitFor();
    expect(await move(page, '二审通过').isDisabled()).toBe(true);
  });

  it('the approval starts again after a return: the same people sign again, and the report is issued', async () => {
    const second = await openApproval('quality');
    await decide(second, '二审通过');
    await note(second)
      .getByText(`${eligibleSignerTexts.waits('签发', ['钱签发'])}。`)
      .waitFor();

    const third = await openApproval('approver');
    await move(third, '退回提交人').click();
    const asked = third.getByRole('dialog', { name: '退回提交人' });
    await asked.getByRole('textbox').fill('补充谱图');
    await button(asked, '退回提交人').click();
    await asked.waitFor({ state: 'hidden' });
    const { body: returned } = await call('analyst', 'GET', `/api/project/${String(approval.project)}`);
    const { body: listed } = await call('analyst', 'GET', `/api/records/${String(approval.project)}`);
    const again = await call('analyst', 'POST', '/api/approval/submit', {
      project: approval.project,
      kind: 'records',
      version: returned['version'],
      asSeen: listed['asSeen'],
      password,
    });
    expect(again.status, JSON.stringify(again.body)).toBe(200);

    for (const [who, name] of [
      ['reviewer', '一审通过'],
      ['quality', '二审通过'],
      ['approver', '签发'],
    ] as const) {
      const page = await openApproval(who);
      await decide(page, name);
      await move(page, name).waitFor({ state: 'hidden' });
    }
    await shown(third).getByText(passed, { exact: true }).waitFor();
  });
});

describe('report with open results', () => {
  const page = () => people.at('reporter', `/reportPreview?belongProject=${waiting.project}`);
  const panel = (of: Page): Locator => shown(of).getByRole('region', { name: decisionTexts.title });
  const lines = (of: Page): Locator => panel(of).getByRole('listitem');
  /** The verdicts on paper, each beside its result. */
  const decided = (of: Page): Locator =>
    shown(of)
      .getByRole('cell')
      .filter({ hasText: '待核实' })
      .filter({ hasText: '处理决定：已核实，保留该结果：原始记录已核对（孙编制' });
  const save = async (of: Page): Promise<void> => {
    await button(panel(of), decisionTexts.save).click();
    await noticed(of, decisionTexts.saved);
  };
  const refusal = async (of: Page, open: number): Promise<void> => {
    await move(of, '提交审批').click();
    await noticed(of, decisionTexts.open(open));
    expect(await of.getByRole('dialog').count()).toBe(0);
  };

  const take = async (box: Locator, option: string): Promise<void> => {
    await box.click();
    await box
      .page()
      .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
      .getByTitle(option, { exact: true })
      .click();
  };

  it('a report with undecided results cannot be submitted before each of them has a written decision', async () => {
    const desk = await page();
    await lines(desk).nth(1).waitFor();
    expect(await lines(desk).count()).toBe(2);
    await refusal(desk, 2);
    // A choice without a text asks for it and stays.
    const first = lines(desk).first();
    await take(first.getByRole('combobox'), '重新采样');
    await button(panel(desk), decisionTexts.save).click();
    await first.getByText(decisionTexts.wordsMissing).waitFor();
    await first.getByRole('textbox').fill('下次按mg/m³报出');
    await save(desk);
    // The page says it once, in the list of what the project lacks.
    await shown(desk).getByText(decisionTexts.open(1)).waitFor();
    expect(await shown(desk).getByText(decisionTexts.open(1)).count()).toBe(1);
    await refusal(desk, 1);
  });

  it('a report accepts one decision for several undecided results and prints it beside the verdict', async () => {
    const desk = await page();
    const same = panel(desk).getByRole('group', { name: decisionTexts.same });
    await same.waitFor();
    await button(same, decisionTexts.same).click();
    await noticed(desk, decisionTexts.noneChosen);
    await same.getByRole('checkbox', { name: decisionTexts.all }).check();
    await same.getByText(decisionTexts.chosen(2)).waitFor();
    await take(same.getByRole('combobox'), '已核实，保留该结果');
    await same.getByRole('textbox').fill('原始记录已核对');
    await button(same, decisionTexts.same).click();
    await save(desk);
    await shown(desk).getByText(decisionTexts.open(1)).waitFor({ state: 'hidden' });
    await expect.poll(() => decided(desk).count()).toBe(2);
  });

  it('a report is submitted once its undecided results are decided, and the approval page shows these decisions', async () => {
    const desk = await page();
    await decide(desk, '提交审批');
    const { body } = await call('quality', 'GET', '/api/approval?kind=report&page=0&size=1');
    const [handedIn] = body['content'] as { id: number }[];
    const reading = await people.at(
      'quality',
      `/projectAuditReviewNewPage/page?belongProject=${waiting.project}&id=${handedIn?.id}`,
    );
    await expect.poll(() => decided(reading).count()).toBe(2);
    await decide(reading, '一审通过');
    await note(reading).getByText(eligibleSignerTexts.shut('一审通过', '二审通过')).waitFor();
  });
});
