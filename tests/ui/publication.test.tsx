import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { PublishDrawer } from '@/features/publicity/publish/PublishDrawer';
import { ApprovalPage } from '@/features/reports/approval/ApprovalPage';
import { ReportPage } from '@/features/reports/ReportPage';
import type { AnyRow } from '@contract/entity';
import { publicationTexts } from '@contract/features/publicity/noticePublication';
import { delegationTexts } from '@contract/features/reports/delegation/delegationRules';
import {
  approvalTable,
  delegationTable,
  inspectUnitTable,
  projectTable,
  reportTable,
  sampleCollectorsTable,
  siteMediaTable,
  workflowStepTable,
} from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { dayFromNow } from '../support/fieldRows';
import { renderPage } from '../support/renderPage';
import { reportBench, signingPassword } from '../support/reportBench';
import { png, sendForm } from '../support/uploads';

const api = apiServer();
let bench: Awaited<ReturnType<typeof reportBench>>;
beforeAll(async () => {
  bench = await reportBench(api.server);
});

const orm = () => api.server.database.orm;
const button = (name: string, within: ParentNode = document): HTMLElement => {
  const found = [...within.querySelectorAll('button')].findLast(
    ({ textContent }) => textContent?.replace(/\s/g, '') === name,
  );
  if (!found) throw new Error(name);
  return found;
};
const field = (label: string): HTMLInputElement => {
  const found = screen.getByText(label, { selector: 'label' }).closest('.ant-form-item')?.querySelector('input');
  if (!found) throw new Error(label);
  return found;
};

/** Creates an issued report of samples that a client brought, without field work. */
async function broughtReport() {
  const project = await bench.tested();
  await orm().delete(sampleCollectorsTable);
  await orm().update(projectTable).set({ incoming: true }).where(eq(projectTable.id, project.id));
  await bench.pass((await bench.submit('analyst', project.id, 'records')).body.body?.id ?? 0, 'sign');
  const report = (await bench.ask<{ body: AnyRow }>('reporter', 'POST', 'api/report/start', { project: project.id }))
    .body.body;
  await bench.pass((await bench.submit('reporter', project.id, 'report')).body.body?.id ?? 0, 'sign');
  return { project, report };
}

describe('publishing from the report page', () => {
  it('publishing from the report page refuses a date that is too early, and otherwise shows the public content before it publishes', async () => {
    const { project, report } = await broughtReport();
    const { body } = await sendForm<{ body: { body: { id: string } } }['body']>(api.server, 'api/file/upload', {
      token: bench.people.reporter.token,
      fields: { fileClass: 'image' },
      content: png(),
    });
    await orm()
      .insert(siteMediaTable)
      .values({
        project: project.id,
        activity: 'sampling',
        place: '喷漆岗位',
        content: body.body.id,
        takenAt: new Date('2026-05-10T02:00:00Z'),
        organizationId: bench.home,
      });
    const [stored] = await orm()
      .select({ unit: projectTable.belongInspect })
      .from(projectTable)
      .where(eq(projectTable.id, project.id));
    await orm()
      .update(inspectUnitTable)
      .set({ region: '浙江省/杭州市/滨江区' })
      .where(eq(inspectUnitTable.id, stored?.unit ?? 0));
    const path = `/reportPreviewNew?belongProject=${project.id}&publish=1`;
    const early = await renderPage(<ReportPage publish={PublishDrawer} />, {
      token: bench.people.reporter.token,
      path,
    });
    expect(await screen.findByText(publicationTexts.notArchived('报告签发'))).toBeVisible();
    early.unmount();
    // A client's samples have no people on site.
    await orm().update(projectTable).set({ stage: 'archived', type: 'LY' }).where(eq(projectTable.id, project.id));
    await renderPage(<ReportPage publish={PublishDrawer} />, { token: bench.people.reporter.token, path });
    const seen = await screen.findByRole('region', { name: '公众将看到的内容' });
    for (const [label, value] of [
      ['联系人', '陈雅琴'],
      ['单位地址', '江虹南路382号'],
      ['联系电话', '18768403517'],
      ['用人单位陪同人', '沈建国'],
      ['项目负责人', '王组长'],
      ['项目组人员', '王组长'],
    ] as const)
      fireEvent.change(field(label), { target: { value } });
    fireEvent.click(screen.getByLabelText('公示：喷漆岗位'));
    await waitFor(() => expect(seen).toHaveTextContent('187****3517'));
    expect(seen).toHaveTextContent('李检测');
    expect(seen).not.toHaveTextContent('18768403517');
    await waitFor(() => expect(button('确认公示')).toBeEnabled());
    fireEvent.click(screen.getByLabelText('同时公示报告副本（PDF）'));
    const copy = await screen.findByRole('region', { name: '公示的报告副本' });
    expect(copy).toHaveTextContent(publicationTexts.copyMark);
    await waitFor(() => expect(button('确认公示')).toBeDisabled());
    fireEvent.click(screen.getByLabelText(publicationTexts.checked));
    await waitFor(() => expect(button('确认公示')).toBeEnabled());
    fireEvent.click(button('确认公示'));
    await waitFor(async () =>
      expect(
        (await orm().select({ state: reportTable.state }).from(reportTable).where(eq(reportTable.id, report.id)))[0]
          ?.state,
      ).toBe('published'),
    );
    expect(await screen.findByText('公示页面')).toBeVisible();
    await waitFor(() => expect(button('撤回公示')).toBeEnabled());
  });
});

describe('a delegated approval', () => {
  it('a delegated approval is signed in the name of the person chosen, and the timeline shows it', async () => {
    const project = await bench.tested();
    const id = (await bench.submit('analyst', project.id, 'records')).body.body?.id ?? 0;
    await orm()
      .insert(delegationTable)
      .values({
        title: delegationTexts.title('赵一审', '周二审'),
        principal: bench.people.reviewer.id,
        delegate: bench.people.quality.id,
        steps: 'approval:passFirst',
        validFrom: dayFromNow(0),
        validUntil: dayFromNow(3),
        reason: '休假',
        organizationId: bench.home,
      });
    await renderPage(<ApprovalPage title="检测记录审核" kind="records" />, {
      token: bench.people.quality.token,
      path: `/projectAuditReviewNewPage/pageSysjs?belongProject=${project.id}&id=${id}`,
    });
    await screen.findByText(`${project.code} 检测记录`);
    await waitFor(() => expect(button('一审通过')).toBeEnabled());
    fireEvent.click(button('一审通过'));
    const dialog = await screen.findByRole('dialog');
    // Not before the dialog has started to open.
    await waitFor(() => expect(within(dialog).getByText('签名：周二审（代赵一审）')).toBeVisible());
    fireEvent.change(within(dialog).getByPlaceholderText('登录密码'), { target: { value: signingPassword } });
    fireEvent.submit(dialog.querySelector('form') as HTMLFormElement);
    await waitFor(async () =>
      expect(
        (await orm().select({ state: approvalTable.state }).from(approvalTable).where(eq(approvalTable.id, id)))[0]
          ?.state,
      ).toBe('second'),
    );
    const [step] = await orm()
      .select()
      .from(workflowStepTable)
      .where(
        and(
          eq(workflowStepTable.machine, 'approval'),
          eq(workflowStepTable.rowId, id),
          eq(workflowStepTable.move, 'passFirst'),
        ),
      );
    expect(step).toMatchObject({ personName: '周二审', onBehalfName: '赵一审' });
  });
});
