import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { AuthorisationDrawer } from '@/features/laboratory/authorisation/AuthorisationDrawer';
import { useAuthorisation } from '@/features/laboratory/authorisation/authorisationStore';
import { DutyDrawer } from '@/features/laboratory/authorisation/DutyDrawer';
import { useDuties } from '@/features/laboratory/authorisation/dutyStore';
import { installFeedback } from '@/lib/feedback';
import LaboratoryPage from '@/pages/lab/laboratory/page';
import SampleDistributePage from '@/pages/lab/sampleDistribute/page';
import { labTaskTexts } from '@contract/features/laboratory/tasks/taskTexts';
import { accreditationTexts } from '@contract/features/library/accreditationScope';
import {
  accreditedItemTable,
  dutyAuthorisationTable,
  labMethodItemTable,
  labTaskTable,
  methodAuthorisationTable,
  sampleTable,
} from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { heardFeedback } from '../support/browserState';
import { dayFromNow, type FieldRows, fieldRowsOf } from '../support/fieldRows';
import { button, click, spaced, type } from '../support/renderList';
import { renderPage } from '../support/renderPage';
import { savedFiles } from '../support/savedFiles';

const api = apiServer();
let field: FieldRows;
let organizationId: number;
let tokens: Record<'keeper' | 'analyst' | 'admin', string>;
let people: Record<'analyst' | 'second', number>;
let benzene: number;
let method: number;

const methodTitle = '苯系物 溶剂解吸-气相色谱法';
const orm = () => api.server.database.orm;

beforeAll(async () => {
  const { rows, login } = api.server;
  organizationId = await rows.organization({ name: '甲检测中心' });
  field = fieldRowsOf(api.server, organizationId);
  const test = await rows.role({
    permissions: ['labTask:list', 'labTask:giveBack', 'labSheet:list', 'labSheet:add', 'project:list'],
  });
  await rows.user({
    userName: 'keeper',
    nickName: '沈月红',
    organizationId,
    roles: [
      await rows.role({ permissions: ['labTask:list', 'labTask:distribute', 'labTask:giveBack', 'project:list'] }),
    ],
  });
  await rows.user({
    userName: 'head',
    nickName: '戴宏远',
    organizationId,
    roles: [
      await rows.role({
        permissions: [
          'user:list',
          ...['list', 'add', 'del'].flatMap((action) => [
            `methodAuthorisation:${action}`,
            `dutyAuthorisation:${action}`,
          ]),
        ],
      }),
    ],
  });
  people = {
    analyst: await rows.user({ userName: 'analyst', nickName: '林思远', organizationId, roles: [test] }),
    second: await rows.user({ userName: 'second', nickName: '何雨桐', organizationId, roles: [test] }),
  };
  tokens = { keeper: await login('keeper'), analyst: await login('analyst'), admin: await login('head') };
  benzene = await field.hazard('苯');
  method = await field.method(methodTitle, 7);
  await orm().insert(labMethodItemTable).values({ method, hazard: benzene, dataCertainty: 'sure', organizationId });
  await authorise(people.analyst, 100);
  await authorise(people.second, -1);
});
afterEach(() => {
  vi.restoreAllMocks();
  useAuthorisation.setState({ open: false });
});

const authorise = (person: number, until: number) =>
  orm()
    .insert(methodAuthorisationTable)
    .values({ person, method, validFrom: dayFromNow(-200), validUntil: dayFromNow(until), organizationId });

/** Creates two received samples and a blank, whose tasks are open or assigned to the analyst. */
async function tasks(analyst: number | null = null, keepUntil = dayFromNow(2)) {
  const project = await field.project('testing');
  const made = [];
  for (const no of ['0101', '0102', 'K1']) {
    const sampleKind = no === 'K1' ? 'blank' : 'sample';
    const sample = await field.sample({
      project: project.id,
      hazard: benzene,
      method,
      sampleNo: `${project.code}-B1-${no}`,
      sampleKind,
      state: analyst ? 'distributed' : 'received',
      storage: '冷藏',
    });
    made.push({
      project: project.id,
      sample: sample.id,
      sampleNo: sample.sampleNo,
      sampleKind,
      variant: 'ordinary',
      hazard: benzene,
      hazardName: '苯',
      method,
      methodKind: 'gasChromatography',
      state: analyst ? 'distributed' : 'waiting',
      analyst,
      keepUntil,
      dueOn: dayFromNow(9),
      effective: true,
      organizationId,
    });
  }
  await orm().insert(labTaskTable).values(made);
  return project;
}
const stored = (project: number) =>
  orm().select().from(labTaskTable).where(eq(labTaskTable.project, project)).orderBy(labTaskTable.sampleNo);
const pile = (text: string) =>
  waitFor(() => {
    const found = screen
      .getAllByRole('button', { name: new RegExp(text) })
      .find((one) => one.hasAttribute('aria-pressed'));
    if (!found || (found as HTMLButtonElement).disabled) throw new Error('not ready');
    return found;
  });

/** Answers every prompt with this text and collects the messages. */
function heardAnswering(text: string): string[] {
  const told: string[] = [];
  installFeedback({
    notify: (_, said) => void told.push(said),
    confirm: () => Promise.resolve(true),
    prompt: () => Promise.resolve(text),
  });
  return told;
}

describe('task distribution page (样品分发)', () => {
  it('the task distribution page (样品分发) lists the tasks that the address selects, as links of the home page do', async () => {
    await renderPage(<SampleDistributePage />, {
      token: tokens.keeper,
      path: '/lab/sampleDistribute?view=all&state=waiting&state=testing',
    });
    await waitFor(() =>
      expect(api.calls.map(({ path }) => path)).toContainEqual(
        expect.stringMatching(/^api\/labTask\?.*state=waiting&state=testing/),
      ),
    );
  });

  it('the task distribution page (样品分发) assigns a group of tasks to an authorised analyst, says why others cannot be chosen, and prints the task sheet', async () => {
    const project = await tasks();
    const printed = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    await renderPage(<SampleDistributePage />, { token: tokens.keeper, path: '/lab/sampleDistribute' });
    const heard = heardFeedback();
    click(await pile('苯'));
    expect((await screen.findByRole('status')).textContent).toBe('已选3项，含空白1项');
    expect(screen.getByRole('grid', { name: '检测任务' }).textContent).toContain(`${dayFromNow(2)} 余2天`);
    button('分发（3项）').focus();
    click(button('分发（3项）'));
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByRole('radio', { name: /林思远/ })));
    const other = (await within(dialog).findByText('何雨桐')).closest('label') as HTMLElement;
    expect(within(other).getByRole('radio')).toHaveProperty('disabled', true);
    expect(other.textContent).toContain(labTaskTexts.authorisationOver('何雨桐', methodTitle, dayFromNow(-1)));
    click(within(dialog).getByRole('radio', { name: /林思远/ }));
    click(within(dialog).getByRole('button', { name: spaced('分发给林思远') }));
    await waitFor(() => expect(heard.notices.map(([, text]) => text)).toEqual([labTaskTexts.distributed(3, '林思远')]));
    expect((await stored(project.id)).map(({ state, analyst }) => [state, analyst])).toEqual(
      [1, 2, 3].map(() => ['distributed', people.analyst]),
    );
    await waitFor(() => expect(printed).toHaveBeenCalledOnce());
    // The pressed button has nothing left to distribute, so the focus moves to a control nearby.
    await waitFor(() =>
      expect(screen.getByRole('status').closest('section')?.contains(document.activeElement)).toBe(true),
    );
    const paper = document.querySelector('[data-printed]')?.textContent ?? '';
    for (const text of [
      '检测任务单',
      '甲检测中心',
      '林思远',
      project.code,
      methodTitle,
      `${project.code}-B1-0101、0102`,
      `${project.code}-B1-K1`,
      '冷藏',
      dayFromNow(2),
      dayFromNow(9),
      '分发人：沈月红',
      '领样人签名',
    ])
      expect(paper).toContain(text);
    window.dispatchEvent(new Event('afterprint'));
  });

  it('the task distribution page (样品分发) names tests outside the accredited scope or ended, in the table and before distribution', async () => {
    const { id } = await tasks();
    const standardNo = 'GBZ/T 300.66-2017';
    const item = { organizationId, item: '苯', hazard: benzene, basis: standardNo, standardNo };
    await orm()
      .insert(accreditedItemTable)
      .values({ ...item, validUntil: dayFromNow(-1) });
    try {
      await renderPage(<SampleDistributePage />, { token: tokens.keeper, path: '/lab/sampleDistribute' });
      click(await pile('苯'));
      await waitFor(() => expect(screen.getByRole('grid', { name: '检测任务' }).textContent).toContain('资质已过期'));
      click(button('分发（3项）'));
      const dialog = await screen.findByRole('dialog');
      expect(await within(dialog).findByText(accreditationTexts.endedTests([`苯（${standardNo}）`]))).toBeDefined();
    } finally {
      await orm().delete(accreditedItemTable);
      await orm().delete(labTaskTable).where(eq(labTaskTable.project, id));
    }
  });

  it('the task distribution page (样品分发) says that another person has already distributed a task, and keeps the selection', async () => {
    const project = await tasks();
    await renderPage(<SampleDistributePage />, { token: tokens.keeper, path: '/lab/sampleDistribute' });
    click(await pile('苯'));
    click(button('分发（3项）'));
    const dialog = await screen.findByRole('dialog');
    click(await within(dialog).findByRole('radio', { name: /林思远/ }));
    const [first] = await stored(project.id);
    await orm()
      .update(labTaskTable)
      .set({ state: 'distributed', analyst: people.second })
      .where(eq(labTaskTable.id, first?.id ?? 0));
    click(within(dialog).getByRole('button', { name: spaced('分发给林思远') }));
    await screen.findByText(labTaskTexts.heldByOther(first?.sampleNo ?? '', '苯', '何雨桐'));
    expect((await stored(project.id)).map(({ state }) => state)).toEqual(['distributed', 'waiting', 'waiting']);
  });

  it('the task distribution page (样品分发) groups by hazard and method, and takes tasks back with a reason', async () => {
    const project = await tasks(people.second);
    await renderPage(<SampleDistributePage />, { token: tokens.keeper, path: '/lab/sampleDistribute' });
    const heard = heardAnswering('仪器送检');
    click(await screen.findByText('按因素与方法'));
    await screen.findByRole('region', { name: '苯' });
    const row = (await screen.findByText(`${project.code}-B1-0101`)).closest<HTMLElement>(
      '[role="row"]',
    ) as HTMLElement;
    click(within(row).getByRole('checkbox'));
    click(button('退回（1项）'));
    await waitFor(() => expect(heard).toEqual([labTaskTexts.givenBack(1)]));
    expect((await stored(project.id)).map(({ state, stateReason }) => [state, stateReason])).toEqual([
      ['waiting', '仪器送检'],
      ['distributed', null],
      ['distributed', null],
    ]);
  });
});

describe('laboratory desk (实验室)', () => {
  it('the laboratory page (实验室) lists assigned tasks by method, adds blanks, and starts a record on the method’s page', async () => {
    const project = await tasks(people.analyst, dayFromNow(-1));
    const { router } = await renderPage(<LaboratoryPage />, { token: tokens.analyst, path: '/lab/laboratory' });
    const heard = heardFeedback();
    const methods = await screen.findByRole('list', { name: '检测方法' });
    expect(methods.textContent).toMatch(new RegExp(`${methodTitle}.*保存截止 ${dayFromNow(-1)} 超期1天（3项）`));
    click(await pile(project.code));
    click(button('导出'));
    click(await screen.findByText('导出查询结果（xlsx）'));
    await waitFor(() => expect(savedFiles.at(-1)?.name).toMatch(/-检测任务\.xlsx$/));
    expect(api.calls.map(({ path }) => path)).toContainEqual(
      expect.stringMatching(/^api\/labTask\/tasks\/export\?.*mine=1&columns=sampleNo,sampleKind,project,hazard,state,/),
    );
    expect(screen.getByRole('status').textContent).toBe('已选3项，含空白1项');
    click(button('开始检测'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/labGas/detail'));
    expect(heard.notices.map(([kind]) => kind)).toEqual(['success', 'success']);
    const [first, ...rest] = await stored(project.id);
    expect(new URLSearchParams(router.state.location.search).toString()).toBe(
      `belongProject=${project.id}&phyId=${first?.sheet}`,
    );
    expect([first, ...rest].map((one) => [one?.state, one?.sheet])).toEqual(
      [1, 2, 3].map(() => ['testing', first?.sheet]),
    );
    expect(
      (
        await orm().select({ state: sampleTable.state }).from(sampleTable).where(eq(sampleTable.project, project.id))
      ).map(({ state }) => state),
    ).toEqual(['testing', 'testing', 'testing']);
  });

  it('the laboratory page (实验室) says why tasks of two projects, or only blanks, cannot start a record', async () => {
    const [one, two] = [await tasks(people.analyst), await tasks(people.analyst)];
    await renderPage(<LaboratoryPage />, { token: tokens.analyst, path: '/lab/laboratory' });
    await pile(two.code);
    const check = async (no: string) =>
      click(
        within((await screen.findByText(no)).closest<HTMLElement>('[role="row"]') as HTMLElement).getByRole('checkbox'),
      );
    await check(`${one.code}-B1-K1`);
    expect(screen.getByRole('status').textContent).toBe('已选1项，含空白1项。只选择了空白，请至少选择一个样品');
    await check(`${two.code}-B1-0101`);
    expect(screen.getByRole('status').textContent).toContain('所选样品不属于同一个项目');
    expect(button('开始检测')).toHaveProperty('disabled', true);
  });
});

describe('authorisation drawer (检测授权)', () => {
  it('the authorisation drawer (检测授权) shows who is authorised for what until when, and authorises several people at once', async () => {
    useAuthorisation.setState({ open: true });
    await renderPage(<AuthorisationDrawer />, { token: tokens.admin, path: '/system/user' });
    const heard = heardFeedback();
    const expired = await screen.findByRole('button', { name: new RegExp(`何雨桐 ${methodTitle}：已过期`) });
    expect(expired.textContent).toBe(`${dayFromNow(-1).slice(2)} 过期`);
    expect(screen.queryByRole('columnheader', { name: '戴宏远' })).toBeNull();
    click(within(screen.getByRole('columnheader', { name: '何雨桐' })).getByRole('checkbox'));
    click(within(screen.getByRole('columnheader', { name: '林思远' })).getByRole('checkbox'));
    click(within(screen.getByRole('rowheader', { name: methodTitle })).getByRole('checkbox'));
    expect(screen.getByRole('status').textContent).toBe('已选2人 × 1个方法，已有授权');
    click(button('更改有效期（2项）'));
    await waitFor(() => expect(heard.notices.map(([, text]) => text)).toEqual([labTaskTexts.granted(2)]));
    const rows = await orm().select().from(methodAuthorisationTable).where(eq(methodAuthorisationTable.method, method));
    expect(rows.map(({ validFrom }) => validFrom)).toEqual([dayFromNow(0), dayFromNow(0)]);
  });

  it('the authorisation drawer (检测授权) withdraws an authorisation after a question, finds methods by text, and moves by arrow keys', async () => {
    const other = await field.method('甲醛 分光光度法', 3, { methodKind: 'spectrophotometry' });
    useAuthorisation.setState({ open: true });
    await renderPage(<AuthorisationDrawer />, { token: tokens.admin, path: '/system/user' });
    const heard = heardFeedback();
    await screen.findByRole('rowheader', { name: methodTitle });
    expect(screen.queryByRole('rowheader', { name: '甲醛 分光光度法' })).toBeNull();
    type(screen.getByLabelText('查找检测方法'), '甲醛');
    await screen.findByRole('rowheader', { name: '甲醛 分光光度法' });
    expect(screen.queryByRole('rowheader', { name: methodTitle })).toBeNull();
    click(await screen.findByRole('button', { name: /林思远 甲醛 分光光度法：未授权/ }));
    click(button('授权'));
    await screen.findByRole('button', { name: /林思远 甲醛 分光光度法：有效/ });
    click(screen.getByRole('button', { name: /林思远 甲醛 分光光度法：有效/ }));
    click(button('撤销授权'));
    await waitFor(() => expect(heard.notices.at(-1)?.[1]).toBe(labTaskTexts.withdrawn(1)));
    expect(heard.questions).toHaveLength(1);
    expect(
      (await orm().select().from(methodAuthorisationTable).where(eq(methodAuthorisationTable.method, other)))[0]
        ?.deleteTime,
    ).toBeInstanceOf(Date);
    type(screen.getByLabelText('查找人员'), '何雨');
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: '林思远' })).toBeNull());
    expect(screen.getByRole('columnheader', { name: '何雨桐' })).toBeInTheDocument();
    type(screen.getByLabelText('查找人员'), '查无此人');
    expect(await screen.findByText('没有符合条件的人员')).toBeInTheDocument();
    type(screen.getByLabelText('查找人员'), '');
    await screen.findByRole('columnheader', { name: '林思远' });
    const [a, b] = screen.getAllByRole('button', { name: /甲醛 分光光度法：/ }) as [HTMLElement, HTMLElement];
    a.focus();
    fireEvent.keyDown(a, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(b);
  });
});

describe('duty drawer (岗位授权)', () => {
  it('the duty drawer (岗位授权) authorises several people for fields at once, and withdraws after a question', async () => {
    useDuties.setState({ open: true });
    await renderPage(<DutyDrawer />, { token: tokens.admin, path: '/system/user' });
    const heard = heardFeedback();
    click(within(await screen.findByRole('columnheader', { name: '何雨桐' })).getByRole('checkbox'));
    click(within(screen.getByRole('columnheader', { name: '林思远' })).getByRole('checkbox'));
    click(within(screen.getByRole('rowheader', { name: '现场采样（粉尘）' })).getByRole('checkbox'));
    click(within(screen.getByRole('rowheader', { name: '报告签发（不限领域）' })).getByRole('checkbox'));
    expect(screen.queryByRole('rowheader', { name: '法定代表人（粉尘）' })).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('已选2人 × 2个事项');
    click(button('授权（4项）'));
    await waitFor(() => expect(heard.notices.at(-1)?.[1]).toBe(labTaskTexts.granted(4)));
    click(await screen.findByRole('button', { name: /林思远 现场采样（粉尘）：有效/ }));
    click(button('撤销授权'));
    await waitFor(() => expect(heard.notices.at(-1)?.[1]).toBe(labTaskTexts.withdrawn(1)));
    expect(heard.questions).toHaveLength(1);
    await screen.findByRole('button', { name: '林思远 现场采样（粉尘）：未授权' });
    const rows = await orm().select().from(dutyAuthorisationTable);
    expect(rows.filter(({ deleteTime }) => deleteTime === null)).toHaveLength(3);
  });

  it('the duty drawer (岗位授权) selects and clears all items of a group by the checkbox in its head', async () => {
    useDuties.setState({ open: true });
    await renderPage(<DutyDrawer />, { token: tokens.admin, path: '/system/user' });
    click(within(await screen.findByRole('columnheader', { name: '何雨桐' })).getByRole('checkbox'));
    const group = screen.getByRole<HTMLInputElement>('checkbox', { name: '选择整组：现场采样' });
    const items = screen.getAllByRole<HTMLElement>('rowheader', { name: /^现场采样（/ });
    expect(items.length).toBeGreaterThan(2);
    click(within(items[0] as HTMLElement).getByRole('checkbox'));
    expect([group.checked, group.indeterminate]).toEqual([false, true]);
    click(group);
    expect([group.checked, group.indeterminate]).toEqual([true, false]);
    expect(screen.getByRole('status').textContent).toContain(`已选1人 × ${items.length}个事项`);
    click(group);
    expect(group.checked).toBe(false);
    expect(screen.getByRole('status').textContent).not.toContain('已选');
    useDuties.setState({ open: false });
  });
});
