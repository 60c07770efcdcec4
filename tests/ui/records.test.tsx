import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { and, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProjectRecordList } from '@/features/records/ProjectRecordList';
import { RecordsPage } from '@/features/records/RecordsPage';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { project as projectEntity } from '@contract/features/projects/entities/project';
import { recordsTexts } from '@contract/features/records/recordsTexts';
import { auditLogTable, userTable } from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { heardFeedback } from '../support/browserState';
import { allOf } from '../support/renderList';
import { renderPage } from '../support/renderPage';
import { testPassword } from '../support/rows';
import { type SigningLab, signingLab } from '../support/signedRecords';

const api = apiServer();
let lab: SigningLab;
let token: string;
let project: number;
let records: number[];

beforeAll(async () => {
  lab = await signingLab(api.server);
  const { rows, login } = api.server;
  const permissions = [
    'recordPage:list',
    'record:review',
    'record:correct',
    ...allOf(labSheet),
    ...allOf(projectEntity),
  ];
  await rows.user({
    userName: 'reader',
    nickName: '周复核',
    organizationId: lab.organizationId,
    roles: [await rows.role({ permissions })],
  });
  token = await login('reader');
  const first = await lab.ready();
  ({ project } = first);
  records = [first.id, (await lab.ready(1, project)).id];
  for (const id of records) expect((await lab.move(id, 'submit', 'analyst')).status).toBe(200);
});
beforeEach(() => {
  vi.stubGlobal('print', vi.fn());
});

const orm = () => api.server.database.orm;
const show = () =>
  renderPage(<RecordsPage title="原始记录" />, { token, path: `/recordPage/pageReport?belongProject=${project}` });
// Queries by selector, because roles and names of a thousand cells take jsdom seconds.
const sheets = () =>
  waitFor(() => {
    const found = [...document.querySelectorAll('section[aria-label^="第"]')];
    expect(found).not.toHaveLength(0);
    return found;
  });
const ticks = () => [...document.querySelectorAll<HTMLInputElement>('nav input[type=checkbox]')];
const button = (name: string): HTMLElement => {
  const found = screen.getByText(name).closest('button');
  if (!found) throw new Error(name);
  return found;
};
const line = (at: number) => {
  const found = document.querySelectorAll<HTMLElement>('nav li')[at];
  if (!found) throw new Error(`no paper ${at}`);
  return found;
};

describe('records of a project', () => {
  it('the records page of a project lists its printed documents with states and signatures beside the opened document', async () => {
    await show();
    await sheets();
    expect(ticks()).toHaveLength(2);
    for (const at of [0, 1]) expect(line(at)).toHaveTextContent(/甲苯待复核.*-JL0[12]检测人李检测/);
    expect(document.querySelector('[role=heading][aria-level="2"]')?.textContent).toBe(
      '气相色谱法检测原始记录（溶剂解吸）',
    );
    expect(document.body.textContent).toContain('C=(c1+c2)×v/(V0×D)');
    fireEvent.click(within(line(1)).getByText('甲苯'));
    await waitFor(() => expect(line(1)).toHaveAttribute('data-current', 'true'));
    await waitFor(() =>
      expect(document.body.textContent).toContain(
        `记录编号：${String(line(1).textContent?.match(/P24-\d+-JL\d+/)?.[0])}`,
      ),
    );
  });

  it('the records of a project are printed together with continuous page numbers and one audit event', async () => {
    await show();
    const { length } = await sheets();
    expect(button('打印所选')).toBeDisabled();
    fireEvent.click(screen.getByLabelText(/^全选/));
    fireEvent.click(button('打印所选'));
    await waitFor(() => expect(window.print).toHaveBeenCalledTimes(1));
    const printed = [...document.querySelectorAll('[data-printed] > section')];
    expect(printed).toHaveLength(2 * length);
    expect(printed.at(-1)?.textContent).toContain(`总第 ${2 * length} 页　共 ${2 * length} 页`);
    const trail = await orm()
      .select({ title: auditLogTable.title })
      .from(auditLogTable)
      .where(and(eq(auditLogTable.action, 'print'), eq(auditLogTable.entityId, project)));
    expect(trail.map(({ title }) => title)).toEqual([expect.stringMatching(/共2份$/)]);
    fireEvent(window, new Event('afterprint'));
    await waitFor(() => expect(document.querySelector('[data-printed]')).toBeNull());
  });

  it('the records of a project are signed together and move on together', async () => {
    const [reader] = await orm().select({ id: userTable.id }).from(userTable).where(eq(userTable.userName, 'reader'));
    await show();
    await sheets();
    fireEvent.click(screen.getByLabelText(/^全选/));
    fireEvent.click(button(recordsTexts.signMany('复核', 2)));
    const password = await screen.findByPlaceholderText('登录密码');
    const dialog = password.closest<HTMLElement>('[role=dialog]');
    if (!dialog) throw new Error('the dialog');
    expect(dialog.textContent).toContain(recordsTexts.signNote(2));
    fireEvent.change(password, { target: { value: testPassword } });
    fireEvent.click(within(dialog).getByText(/^复\s?核$/, { selector: 'button span' }));
    await waitFor(
      () => {
        for (const at of [0, 1]) expect(line(at)).toHaveTextContent('待审核');
      },
      { timeout: 15_000 },
    );
    for (const id of records)
      expect((await lab.timeline(id)).steps.at(-1)).toMatchObject({
        move: 'review',
        personId: reader?.id,
        signed: true,
      });
  });

  it('the records page of a project shows an older version unchanged, with a link to the newer version', async () => {
    const [id = 0] = records;
    expect((await lab.move(id, 'approve', 'approver')).status).toBe(200);
    expect((await lab.ask('PUT', 'api/labSheet/move', { id, move: 'correct', reason: '抄录错误' })).status).toBe(200);
    await show();
    await sheets();
    const fresh = [0, 1].map(line).find((one) => one.textContent?.includes('-G1'));
    if (!fresh) throw new Error('the new version');
    expect(fresh).toHaveTextContent(recordsTexts.versionNo(2));
    fireEvent.click(within(fresh).getByText('甲苯'));
    const old = await screen.findByText(`${recordsTexts.versionNo(1)}（${recordsTexts.corrected}）`);
    fireEvent.click(old);
    expect(await screen.findByText(/更正原因：抄录错误/)).toBeInTheDocument();
    fireEvent.click(button('查看现行版本'));
    await waitFor(() => expect(screen.queryByText(/更正原因：抄录错误/)).toBeNull());
  });
});

describe('list of projects with records', () => {
  it('the list of projects with records shows the progress of the records, and a row opens its documents', async () => {
    const { router } = await renderPage(
      <ProjectRecordList title="原始记录" path="/recordPage/pageReport" incoming={false} />,
      { token, path: '/recordPage' },
    );
    expect(await screen.findByText('已审核 0/2')).toBeInTheDocument();
    fireEvent.click(screen.getByText(/^P24-/));
    await waitFor(() => expect(router.state.location.pathname).toBe('/recordPage/pageReport'));
    expect(new URLSearchParams(router.state.location.search).get('belongProject')).toBe(String(project));
  });
});

describe('after a signature on a record', () => {
  it('a signed record is followed by the next one that waits for the same signature, in the project and then in another', async () => {
    const first = await lab.ready();
    const second = await lab.ready(1, first.project);
    const other = await lab.ready();
    for (const { id } of [first, second, other]) expect((await lab.move(id, 'submit', 'analyst')).status).toBe(200);
    await renderPage(<RecordsPage title="原始记录" />, {
      token,
      path: `/recordPage/pageReport?belongProject=${first.project}`,
    });
    const heard = heardFeedback();
    await sheets();
    expect(line(0)).toHaveAttribute('data-current', 'true');
    const review = async () => {
      const acts = await waitFor(() => button('本份办理记录').parentElement as HTMLElement);
      fireEvent.click(await within(acts).findByText(/^复\s?核$/));
      const password = await screen.findByPlaceholderText('登录密码');
      const dialog = password.closest<HTMLElement>('[role=dialog]');
      if (!dialog) throw new Error('the dialog');
      await waitFor(() => expect(dialog).toBeVisible());
      fireEvent.change(password, { target: { value: testPassword } });
      fireEvent.click(within(dialog).getByText(/^复\s?核$/, { selector: 'button span' }));
      await waitFor(() => expect(dialog).not.toBeVisible(), { timeout: 15_000 });
    };
    await review();
    await waitFor(() => expect(line(0)).toHaveTextContent('待审核'), { timeout: 15_000 });
    await waitFor(() => expect(line(1)).toHaveAttribute('data-current', 'true'));
    expect(heard.notices.some(([, text]) => text.startsWith('下一项'))).toBe(false);
    await review();
    const { code } = (await lab.good<{ code: string }>('GET', `api/project/${other.project}`)) ?? {};
    await waitFor(() => expect(heard.notices.map(([, text]) => text)).toContain(`下一项：复核检测记录（1） ${code}`), {
      timeout: 15_000,
    });
  });
});
