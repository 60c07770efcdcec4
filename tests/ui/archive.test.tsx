import { fireEvent, screen, waitFor } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { useMemo, useState } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { ArchivePage } from '@/features/archive/ArchivePage';
import { ArchiveProjects } from '@/features/archive/ArchiveProjects';
import { PageStateContext } from '@/session/tabs/pageState';
import { archiveTexts } from '@contract/features/archive/archiveTexts';
import { contractReviewTable, projectTable, reportTable } from '@server/db/schema';
import { dueAfterIssue } from '@server/features/projects/workCalendar';
import { apiServer } from '../support/apiServer';
import { renderPage } from '../support/renderPage';
import { reportBench, signingPassword } from '../support/reportBench';
import { wholeArchive } from '../support/wholeArchive';

const api = apiServer();
let token: string;
let home: number;
let made: Awaited<ReturnType<typeof wholeArchive>>;

beforeAll(async () => {
  const bench = await reportBench(api.server);
  ({ home } = bench);
  const { rows, login } = api.server;
  const permissions = [
    'qualityControl:list',
    'qualityControl:edit',
    'project:list',
    'project:archive',
    'labSheet:list',
  ];
  await rows.user({
    userName: 'keeper',
    nickName: '吴归档',
    organizationId: bench.home,
    roles: [await rows.role({ permissions })],
    password: signingPassword,
  });
  token = await login('keeper');
  made = await wholeArchive(api.server, bench);
});

const orm = () => api.server.database.orm;
const Chart = () => null;
const unsaved = new Set<string>();
/** Renders the page in a tab that a button leaves and returns to. */
function Tab() {
  const [active, setActive] = useState(true);
  const state = useMemo(
    () => ({
      active,
      setDirty: (source: string, is: boolean) => void (is ? unsaved.add(source) : unsaved.delete(source)),
      setName: () => undefined,
    }),
    [active],
  );
  return (
    <>
      <button type="button" onClick={() => setActive(!active)}>
        换页
      </button>
      <PageStateContext value={state}>
        <ArchivePage title="质控归档" Chart={Chart} />
      </PageStateContext>
    </>
  );
}
const show = () =>
  renderPage(<Tab />, { token, path: `/qualityControl/index/page/detail?belongProject=${made.project.id}` });
const button = (name: string): HTMLElement => {
  const found = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent?.replace(/\s/g, '') === name,
  );
  if (!found) throw new Error(name);
  return found;
};
/** Returns the text of a document's row: name, state, signatures, reason. */
const line = (title: string): string =>
  [...document.querySelectorAll('tbody tr')].find(({ textContent }) => textContent?.startsWith(title))?.textContent ??
  '';

describe('archive of a project', () => {
  it('the archive page lists missing documents, and closes the archive with the password once every document is present', async () => {
    await orm()
      .update(contractReviewTable)
      .set({ deleteTime: new Date() })
      .where(eq(contractReviewTable.project, made.project.id));
    await show();
    const [missingReview] = await screen.findAllByText(
      archiveTexts.missing('“合同评审记录”', archiveTexts.why.noReview),
    );
    expect(missingReview).toBeVisible();
    await waitFor(() => expect(button('归档')).toBeDisabled());
    expect(line('合同评审记录')).toContain('缺少');
    expect(line('职业病危害现场调查记录')).toContain(`不需要–${archiveTexts.why.incomingSurvey}`);
    expect(line('检测报告')).toContain('已有签名有效（3）');
    // Pages that the person may not open are not linked.
    expect(line('检测报告')).not.toContain('页面');
    expect(screen.queryByText('下载档案（ZIP）')).toBeNull();

    // The missing document is added on another page; returning shows it as present.
    fireEvent.click(button('换页'));
    await orm()
      .update(contractReviewTable)
      .set({ deleteTime: null })
      .where(eq(contractReviewTable.project, made.project.id));
    fireEvent.click(button('换页'));
    const [issue] = await orm()
      .select({ on: reportTable.issuedOn })
      .from(reportTable)
      .where(eq(reportTable.id, made.report.id));
    const due = await dueAfterIssue(orm(), home, issue?.on ?? null);
    expect(
      await screen.findByText(`${archiveTexts.complete}${archiveTexts.dueOn(due?.archiveBy ?? '')}`),
    ).toBeVisible();
    await waitFor(() => expect(button('归档')).toBeEnabled());
    fireEvent.click(button('归档'));
    fireEvent.change(await screen.findByPlaceholderText('登录密码'), { target: { value: signingPassword } });
    fireEvent.submit(document.querySelector('.ant-modal form') as HTMLFormElement);
    expect(await screen.findByText(/由吴归档归档，共7份文件，保存至/)).toBeVisible();
    expect(
      (
        await orm().select({ stage: projectTable.stage }).from(projectTable).where(eq(projectTable.id, made.project.id))
      )[0]?.stage,
    ).toBe('archived');
  });

  it('the archive page keeps a typed storage place as unsaved input while the project changes elsewhere, until it is saved', async () => {
    await show();
    fireEvent.click(await screen.findByText('保存与位置'));
    const shelf = await screen.findByLabelText<HTMLInputElement>('档案架号');
    expect(unsaved.size).toBe(0);
    fireEvent.change(shelf, { target: { value: 'A-03-2' } });
    expect([...unsaved]).toEqual(['archivePlace']);
    const stored = async () =>
      (
        await orm()
          .select({ version: projectTable.version, shelf: projectTable.shelfNo })
          .from(projectTable)
          .where(eq(projectTable.id, made.project.id))
      )[0];
    const { version } = (await stored()) ?? { version: 0 };
    fireEvent.click(button('换页'));
    await orm()
      .update(projectTable)
      .set({ version: version + 1 })
      .where(eq(projectTable.id, made.project.id));
    // Its text shows whether the answer has arrived.
    const review = (deleteTime: Date | null) =>
      orm().update(contractReviewTable).set({ deleteTime }).where(eq(contractReviewTable.project, made.project.id));
    expect(line('合同评审记录')).toContain('已有');
    await review(new Date());
    fireEvent.click(button('换页'));
    await waitFor(() => expect(line('合同评审记录')).toContain('缺少'));
    await review(null);
    fireEvent.click(button('保存'));
    await waitFor(async () => expect((await stored())?.shelf).toBe('A-03-2'));
    await waitFor(() => expect(unsaved.size).toBe(0));
    expect(screen.getByLabelText<HTMLInputElement>('档案架号').value).toBe('A-03-2');
  });

  it('the list of archives shows each project with its report and the number of present documents', async () => {
    await renderPage(
      <ArchiveProjects
        title="质控归档"
        detailPath="/qualityControl/index/page/detail"
        choices={[
          { label: '全部', stages: ['issuing', 'archived', 'published'] },
          { label: '待归档', stages: ['issuing'] },
        ]}
      />,
      { token, path: '/qualityControl' },
    );
    expect(await screen.findByText('7/7 齐全')).toBeVisible();
    expect(screen.getByText(String(made.report.reportNo))).toBeVisible();
    fireEvent.click(screen.getByText('待归档'));
    await waitFor(() => expect(screen.queryByText('7/7 齐全')).toBeNull());
  });
});
