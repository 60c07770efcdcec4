import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { PushFindings } from '@/features/platforms/PushFindings';
import { PublishDrawer } from '@/features/publicity/publish/PublishDrawer';
import { ApprovalPage } from '@/features/reports/approval/ApprovalPage';
import { ReportPage } from '@/features/reports/ReportPage';
import type { Finding } from '@contract/features/platforms/pushFindings';
import { submissionTexts } from '@contract/features/platforms/submissionWire';
import { approvalTexts } from '@contract/features/reports/approval/approvalTexts';
import { reportTexts } from '@contract/features/reports/reportTexts';
import { reportTable } from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { renderPage } from '../support/renderPage';
import { reportBench, signingPassword } from '../support/reportBench';
import { savedFiles } from '../support/savedFiles';

const api = apiServer();
let bench: Awaited<ReturnType<typeof reportBench>>;
beforeAll(async () => {
  bench = await reportBench(api.server);
});

const orm = () => api.server.database.orm;
const paper = () => document.querySelector<HTMLElement>('[role=region]')?.textContent ?? '';
const area = (label: string): HTMLTextAreaElement => {
  const found = screen.getByText(label).closest('.ant-form-item')?.querySelector('textarea');
  if (!found) throw new Error(label);
  return found;
};
const button = (name: string): HTMLElement => {
  const found = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent?.replace(/\s/g, '') === name,
  );
  if (!found) throw new Error(name);
  return found;
};

describe('report of a project', () => {
  it('the report page shows typed texts on the paper at once, saves them, and can restore the generated texts', async () => {
    const { project, report } = await bench.reporting('48.2', '112');
    await renderPage(<ReportPage publish={PublishDrawer} />, {
      token: bench.people.reporter.token,
      path: `/reportPreviewNew?belongProject=${project.id}`,
    });
    await waitFor(() => expect(paper()).toContain('不符合GBZ 2.1-2019'));
    expect(area('结论').placeholder).toContain('涂装车间喷漆岗位甲苯不符合');
    // The paper scrolls to the section being edited.
    const desk = document.querySelector('[role=region]') as HTMLElement;
    const heading = [...desk.querySelectorAll('[role=heading]')].find(({ textContent }) =>
      textContent?.endsWith('结论'),
    ) as HTMLElement;
    heading.getBoundingClientRect = () => ({ top: 900 }) as DOMRect;
    fireEvent.focus(area('结论'));
    expect(desk.scrollTop).toBe(876);
    fireEvent.change(area('结论'), { target: { value: '喷漆岗位甲苯短时间接触浓度超过接触限值。' } });
    await waitFor(() => expect(paper()).toContain('喷漆岗位甲苯短时间接触浓度超过接触限值。'));
    fireEvent.click(button('保存'));
    await waitFor(async () =>
      expect(
        (await orm().select({ said: reportTable.conclusion }).from(reportTable).where(eq(reportTable.id, report.id)))[0]
          ?.said,
      ).toBe('喷漆岗位甲苯短时间接触浓度超过接触限值。'),
    );
    const back = () =>
      within(area('结论').closest<HTMLElement>('.ant-form-item') as HTMLElement)
        .getByText('恢复自动文字')
        .closest('button') as HTMLElement;
    // The button is disabled while saving.
    await waitFor(() => expect(back()).toBeEnabled());
    fireEvent.click(back());
    await waitFor(() => expect(paper()).toContain('不符合GBZ 2.1-2019'));
    fireEvent.click(button('下载Word'));
    await waitFor(() =>
      expect(savedFiles.map(({ name }) => name)).toEqual([expect.stringMatching(/（可编辑副本）.*\.docx$/)]),
    );
  });

  it('the report page can start a report when the project reaches reporting, and submits it with the password', async () => {
    const project = await bench.tested();
    await bench.pass((await bench.submit('analyst', project.id, 'records')).body.body?.id ?? 0, 'sign');
    await renderPage(<ReportPage publish={PublishDrawer} />, {
      token: bench.people.reporter.token,
      path: `/reportPreviewNew?belongProject=${project.id}`,
    });
    fireEvent.click(await screen.findByText('新增报告'));
    await waitFor(() => expect(paper()).toContain(reportTexts.draftMark));
    fireEvent.click(await screen.findByText('提交审批'));
    fireEvent.change(await screen.findByPlaceholderText('登录密码'), { target: { value: signingPassword } });
    fireEvent.submit(document.querySelector('.ant-modal form') as HTMLFormElement);
    await waitFor(async () =>
      expect(
        (
          await orm().select({ state: reportTable.state }).from(reportTable).where(eq(reportTable.project, project.id))
        )[0]?.state,
      ).toBe('awaitingReview'),
    );
  });
});

describe('an approval', () => {
  it('the approval page shows results out of range first, and requires reading the changes before approval', async () => {
    const { project, report } = await bench.reporting('48.2', '112');
    const id = (await bench.submit('reporter', project.id, 'report')).body.body?.id ?? 0;
    await bench.move('reviewer', id, 'returnToStart', { reason: '请写明超标岗位' });
    const [now] = await orm()
      .select({ version: reportTable.version })
      .from(reportTable)
      .where(eq(reportTable.id, report.id));
    await bench.ask('reporter', 'PUT', 'api/report/edit', {
      ...report,
      version: now?.version,
      exceedance: '喷漆岗位甲苯短时间超标。',
    });
    await bench.submit('reporter', project.id, 'report');
    await renderPage(<ApprovalPage title="报告审核" kind="report" />, {
      token: bench.people.reviewer.token,
      path: `/projectAuditReviewNewPage/page?belongProject=${project.id}&id=${id}`,
    });
    expect(await screen.findByText('结果（1个岗位不符合）')).toBeVisible();
    await waitFor(() => expect(button('一审通过')).toBeDisabled());
    fireEvent.click(screen.getByText('退回后的修改（1）'));
    await waitFor(() => expect(document.querySelector('ins')).toHaveTextContent('喷漆岗位甲苯短时间超标。'));
    fireEvent.click(screen.getByText('已查看，确认'));
    expect(await screen.findByText('您已确认查看以下修改')).toBeVisible();
    await waitFor(() => expect(button('一审通过')).toBeEnabled());
    expect(approvalTexts.unseen(1)).toContain('1处修改');
  });
});

it('missing data of a platform submission are shown 100 at a time with the remaining number; a refusal names ten and the total', async () => {
  const findings = Array.from({ length: 230 }, (_, index): Finding => ({
    field: `points[${index}].headcount`,
    section: 'points',
    label: `检测岗位第${index + 1}行：接触人数`,
    message: `缺少检测岗位第${index + 1}行：接触人数`,
    place: { title: '现场调查', path: '/siteSurvey' },
  }));
  await renderPage(<PushFindings title={submissionTexts.incomplete(findings.length)} findings={findings} />, {
    token: bench.people.reporter.token,
    path: '/',
  });
  const list = await screen.findByRole('list', { name: '缺少的资料' });
  expect(screen.getByText('还缺230项，补充后才能报送')).toBeDefined();
  const counted = (): number =>
    within(list)
      .getAllByRole('listitem')
      .filter((line) => line.textContent?.startsWith('缺少')).length;
  expect([counted(), list.lastElementChild?.textContent]).toEqual([100, '还有130项再显示100项']);
  fireEvent.click(within(list).getByRole('button', { name: '再显示100项' }));
  expect([counted(), list.lastElementChild?.textContent]).toEqual([200, '还有30项再显示30项']);
  fireEvent.click(within(list).getByRole('button', { name: '再显示30项' }));
  expect([counted(), within(list).queryByRole('button')]).toEqual([230, null]);
  const refused = submissionTexts.refused(findings.map(({ label }) => label));
  expect([refused.match(/第\d+行/g)?.length, refused.endsWith('等230项')]).toEqual([10, true]);
});
