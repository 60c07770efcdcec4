import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { formOf } from '@contract/features/conformity/forms/allServiceForms';
import { evaluationTexts } from '@contract/features/reports/evaluation/evaluationProblems';
import type { ReportView } from '@contract/features/reports/reportContent';
import { messages } from '@contract/messages';
import { pdfPages, unspaced } from '../support/pdfText';
import { launchChromium } from './support/chromium';
import { button, choose, noticed } from './support/console';
import { answer, decide, openPeople, shown } from './support/people';
import { startProduct } from './support/productServer';
import { openStaff, rowsOf, type Staff } from './support/services/calls';
import {
  allPasses,
  approve,
  contract,
  passRecords,
  plan,
  sample,
  type ServiceProject,
  survey,
  test,
} from './support/services/project';
import { services } from './support/services/serviceKinds';
import { sheetPapers, signSheets, typeSheet } from './support/services/sheets';

// The three services of GBZ 331-2024, each from the contract to the archive on data of its own. People do in the
// browser what belongs to the service: they are stopped for a sheet, write and sign it, read the report and archive it.
// What all services share is done by the product's own calls; the whole job (wholeJob.test.ts) does it in the browser.

let product: Awaited<ReturnType<typeof startProduct>>;
let browser: Browser;
let people: ReturnType<typeof openPeople>;
let staff: Staff;

/** Folder for the papers, so that people can look at them; none by default. */
const folder = process.env['SERVICE_PAPERS'];

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  people = openPeople(browser, product);
  staff = await openStaff(product.url);
  const [agency] = await rowsOf(staff, 'admin', 'api/organization', { code: 'HPJC' });
  const stored = await staff.admin<AnyRow>('GET', `api/organization/${agency?.id}`);
  const { user } = await staff.approver<{ user: { nickName: string } }>('GET', 'auth/info');
  await staff.admin('PUT', 'api/organization/edit', { ...stored, legalPerson: user.nickName });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  expect(people?.failures()).toEqual([]);
});

describe.each(services)('journey of the service $label', (service) => {
  let project: ServiceProject;
  let report: AnyRow;
  const known = () => ({ service: service.label, reportNo: String(report['reportNo']) });
  const openAt = (who: string, path: string) => people.at(who, `${path}?belongProject=${project.id}`);
  const typeIt = () => typeSheet(people, project, service.typed.kind);

  it('in the end-to-end test of an evaluation the order is reviewed and surveyed, and stops until people have written and signed the required sheet', async () => {
    project = await contract(staff, service);
    const stored = await staff.field<AnyRow>('GET', `api/project/${project.id}`);
    expect(stored['service']).toBe({ DQ: 'regular', XZ: 'presentState', KX: 'effect' }[service.type]);
    await survey(staff, service, project);
    const page = await openAt('field', '/siteSample/siteSurvey/details/page');
    if (service.typed.step === 'endSurvey') {
      await button(shown(page), '结束调查').click();
      await answer(page, '结束调查', false).catch(() => undefined);
      await page
        .getByText(formOf(service.typed.kind)?.title ?? '')
        .first()
        .waitFor();
      await typeIt();
    }
    await decide(await openAt('field', '/siteSample/siteSurvey/details/page'), '结束调查', false);
    await plan(staff, service, project, async () => {
      if (service.typed.step === 'approvePlan') await typeIt();
    });
  });

  it('in the end-to-end test of an evaluation samples are taken on every shift and tested, and the records approved', async () => {
    await sample(staff, service, project);
    const page = await openAt('field', '/siteSample/liveSample/condition/pageSamplingTime');
    await decide(page, '结束采样', false);
    await shown(page).getByRole('note').waitFor();
    const blind = service.type === 'DQ' ? await addBlind() : null;
    await test(staff, project);
    await passRecords(staff, project.id);
    if (blind) await readBlind(blind);
    const { stage } = await staff.field<AnyRow>('GET', `api/project/${project.id}`);
    expect(stage).toBe('reporting');
  });

  it('in the end-to-end test of an evaluation the report lists what it lacks, is submitted, signed by every required person, and has the standard’s chapters', async () => {
    report = (await staff.reporter<{ body: AnyRow }>('POST', 'api/report/start', { project: project.id })).body;
    const view = () => staff.reporter<ReportView>('GET', `api/report/content/${report.id}`);
    const conclusions = service.sheets.submitReport?.find(({ kind }) => kind.endsWith('Report'));
    if (conclusions)
      expect((await view()).problems).toContain(evaluationTexts.sheets([formOf(conclusions.kind)?.title ?? '']));
    await signSheets(staff, project.id, service.sheets.submitReport, known());
    expect((await view()).problems).toEqual([]);
    const page = await openAt('reporter', '/reportPreviewNew');
    await decide(page, '提交审批');
    await approve(staff, project.id, 'report', allPasses.slice(0, 2));
    await signSheets(staff, project.id, service.sheets.signReport, known());
    if (service.type !== 'DQ') await signReportSheet();
    await approve(staff, project.id, 'report', allPasses.slice(2));
    await page.reload();
    const [download] = await Promise.all([page.waitForEvent('download'), button(shown(page), '下载PDF').click()]);
    const bytes = await readFile(await download.path());
    if (folder) await keep(`${service.type}-report.pdf`, bytes);
    const pages = await pdfPages(new Uint8Array(bytes));
    const text = unspaced(pages.map((page) => page.text).join(''));
    expect(text).toMatch(service.reportTitle);
    for (const [at, chapter] of service.chapters.entries()) expect(text).toContain(`${at + 1}${chapter}`);
    expect(text).not.toContain('尚未签发');
  });

  /** The quality officer adds a blind parallel of the first sample; the answer is its number. */
  async function addBlind(): Promise<string> {
    const [model] = await rowsOf(staff, 'field', 'api/sample', {
      project: project.id,
      sampleKind: 'sample',
      state: 'collected',
      sort: 'id,asc',
    });
    const page = await people.at('quality', '/lab/blindSample');
    await button(shown(page), '新增').click();
    const dialog = page.getByRole('dialog');
    await choose(dialog.getByLabel('项目', { exact: true }), project.code);
    await choose(dialog.getByLabel('同批样品', { exact: true }), String(model?.['sampleNo']));
    await button(dialog, '保存').click();
    await noticed(page, messages.added);
    const [{ sampleNo }] = (await rowsOf(staff, 'quality', 'api/blindSample', { project: project.id })) as [AnyRow];
    await shown(page).getByRole('grid').getByText('待评价').first().waitFor();
    return String(sampleNo);
  }

  /** The quality officer reads the verdict; the analyst has neither the page nor a word of it. */
  async function readBlind(sampleNo: string): Promise<void> {
    const page = await people.at('quality', '/lab/blindSample');
    const row = shown(page).getByRole('grid').getByRole('row').filter({ hasText: sampleNo });
    await row
      .getByText(/相对偏差[\d.]+%（允许/)
      .first()
      .waitFor();
    const analyst = await people.at('analyst', '/lab/laboratory');
    expect(await analyst.getByText('密码样').count()).toBe(0);
  }

  /** The project head and the legal person sign the content of the report, each in the browser. */
  async function signReportSheet(): Promise<void> {
    const { body: sheet } = await staff.field<{ body: AnyRow }>('POST', 'api/serviceForm/add', {
      formKind: 'evaluationSigning',
      project: project.id,
      values: { reportNo: report['reportNo'] },
    });
    const path = `/projectForms/detail?id=${sheet.id}`;
    await decide(await people.at('field', path), '签字提交');
    await decide(await people.at('approver', path), '签字确认');
  }

  it('in the end-to-end test of an evaluation every appendix sheet is printed with its number, its items and its signers', async () => {
    await signSheets(staff, project.id, service.sheets.archive, known());
    const place = folder && join(folder, service.type);
    if (place) await mkdir(place, { recursive: true });
    const papers = await sheetPapers(staff, project.id, place);
    expect(papers.length).toBeGreaterThan(14);
    for (const { kind, text } of papers) {
      const form = formOf(kind);
      expect(text, kind).toContain(unspaced(form?.title ?? ''));
      if (form?.no) expect(text, kind).toContain(unspaced(`GBZ 331-2024 表${form.no}`));
      for (const { label } of form?.signers ?? []) expect(text, kind).toMatch(new RegExp(`${label}：.+?日期：\\d{4}-`));
      for (const { items, table } of form?.parts ?? [])
        if (!table)
          for (const { key, label, former } of items)
            if (!former && key !== 'note') expect(text, kind).toContain(unspaced(label));
    }
  });

  it('in the end-to-end test of an evaluation the project is archived under a signature', async () => {
    const page = await people.at('quality', `/qualityControlNew/index/page/detail?belongProject=${project.id}`);
    const explain = shown(page).getByRole('button', { name: /^说明原因 / });
    await button(shown(page), '归档').waitFor();
    for (let index = 0; index < (await explain.count()); index += 1) {
      await explain.nth(index).click();
      const asked = page.getByRole('dialog', { name: /^说明原因/ });
      await asked.getByRole('textbox', { name: '缺失的原因' }).fill('见纸质档案');
      await button(asked, '保存').click();
      await asked.waitFor({ state: 'hidden' });
    }
    await decide(page, '归档');
    await page.getByRole('alert').filter({ hasText: '归档，共' }).waitFor();
    const { stage } = await staff.quality<AnyRow>('GET', `api/project/${project.id}`);
    expect(stage).toBe('archived');
  });

  async function keep(name: string, bytes: Uint8Array): Promise<void> {
    await mkdir(String(folder), { recursive: true });
    await writeFile(join(String(folder), name), bytes);
  }
});
