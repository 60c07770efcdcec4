import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { http, HttpResponse } from 'msw';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { extentOf } from '@/features/system/roles/roleMatrix';
import { installFeedback } from '@/lib/feedback';
import { emptyTabs } from '@/session/tabs/tabState';
import { useTabs } from '@/session/tabs/tabStore';
import { diagnosticsOffCode, menuType } from '@contract/constants';
import { maintenanceTexts } from '@contract/features/system/maintenanceFiles';
import { exportTexts } from '@contract/features/system/organizationExport';
import type { GrantedMenu } from '@contract/features/system/rightsWire';
import { failures, messages } from '@contract/messages';
import { rules } from '@contract/rules';
import type { ErrorBody } from '@contract/wire';
import { userTable } from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { heardFeedback } from '../support/browserState';
import { measured } from '../support/measured';
import { button, click, renderEditor, renderList, rowOf, type } from '../support/renderList';
import { renderPage } from '../support/renderPage';
import { testPassword } from '../support/rows';
import { pdf, sendForm } from '../support/uploads';
import { strong, weakByRule, weakFor } from '../support/weakPasswords';

// Pages of system administration that are no plain lists; lists are in pages.test.tsx.

const api = apiServer();
let admin: string;
let person: string;
let personId: number;
let home: number;

beforeAll(async () => {
  const { rows, login } = api.server;
  const organizationId = (home = await rows.organization({ name: '甲检测中心' }));
  await rows.user({ userName: 'chief', nickName: '总管', isAdmin: true, organizationId });
  const [analyst, trainee] = [
    await rows.role({ name: '检测员', level: 5, permissions: ['customer:list', 'customer:add'] }),
    await rows.role({ name: '见习', level: 9, dataScope: 'self', permissions: ['customer:list'] }),
  ];
  personId = await rows.user({
    userName: 'person',
    nickName: '林晓梅',
    organizationId,
    roles: [analyst, trainee],
    password: testPassword,
  });
  [admin, person] = [await login('chief'), await login('person')];
});

const show = async (load: Promise<{ default: React.ComponentType }>, token: string) => {
  const { default: Page } = await load;
  await renderPage(<Page />, { token });
  return heardFeedback();
};

it('the line above the list of files no longer counts a file that was cleaned, as soon as the list is read again', async () => {
  const { body } = await sendForm<{ body: { id: string } }>(api.server, 'api/file/upload', {
    token: admin,
    name: '误传.pdf',
    content: pdf(),
    fields: { fileClass: 'document' },
  });
  await show(import('@/pages/system/file/page'), admin);
  await rowOf('误传.pdf');
  const before = (await screen.findByText(/^保存的文件共/)).textContent ?? '';
  const cleaned = { token: admin, body: [body.body.id] };
  expect((await api.server.ask('DELETE', 'api/storedFile/delete?now=true', cleaned)).status).toBe(200);
  click(screen.getByRole('button', { name: '刷新' }));
  await waitFor(() => expect(screen.queryByText('误传.pdf')).toBeNull());
  await waitFor(() => expect(screen.queryByText(before)).toBeNull());
});

describe('SQL monitor', () => {
  it('the SQL monitor lists kinds of statements, sorts them, shows one in full, and resets after a question', async () => {
    const said = await show(import('@/pages/system/monitor/page'), admin);
    type(await screen.findByLabelText('关键字'), 'USER_SESSION');
    click(screen.getByRole('button', { name: /^查\s?询$/ }));
    await waitFor(() => expect(screen.queryByText(/^insert into "role_menus"/)).toBeNull());
    const statement = await screen.findAllByText(/^select .*user_session/);
    click(statement[0] as HTMLElement);
    expect(within(await screen.findByRole('dialog')).getByText('总耗时')).toBeVisible();
    click(screen.getByText('重新统计'));
    await waitFor(() => expect(said.notices).toContainEqual(expect.arrayContaining(['success', '已重新开始统计'])));
    expect(api.asked()).toContain('DELETE api/monitor');
  });

  it('the SQL monitor sends no request for people who are not platform administrators, and says why', async () => {
    await show(import('@/pages/system/monitor/page'), person);
    expect(screen.getByText('仅平台管理员可用')).toBeVisible();
    expect(api.asked().filter((call) => call.includes('api/monitor'))).toEqual([]);
  });
});

it.each([
  ['SQL监控未开放', '*/api/monitor', () => import('@/pages/system/monitor/page')],
  ['接口文档未开放', '*/api/openapi', () => import('@/pages/system/apidoc/page')],
])('the page with the message %s says how the function is enabled', async (title, path, load) => {
  api.intercept(
    http.get(path, () =>
      HttpResponse.json({ status: 404, code: diagnosticsOffCode, message: failures.diagnosticsOff }, { status: 404 }),
    ),
  );
  await show(load(), admin);
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByText(failures.diagnosticsOff)).toBeVisible();
  expect(screen.queryByRole('button', { name: /重\s?试/ })).toBeNull();
});

describe('maintenance', () => {
  const line = {
    id: 5,
    fileName: 'lab.tar',
    kind: 'database',
    size: 2048,
    facts: '备份文件完整',
    sha256: 'a',
    command: 'npm run restore -- /data/maintenance/x.tar',
    uploadedBy: '总管',
    uploadedAt: '2026-11-25 08:00:00',
  };
  const listed = () =>
    api.intercept(http.get('*/api/maintenance', () => HttpResponse.json({ content: [line], totalElements: 1 })));

  it('the maintenance page says how maintenance access is enabled if it is off', async () => {
    await show(import('@/pages/system/maintenance/page'), admin);
    expect(await screen.findByText(maintenanceTexts.off)).toBeVisible();
    expect(screen.queryByRole('grid')).toBeNull();
  });

  it('the maintenance page lists the files handed over, uploads after the password is typed, and keeps the input after a refusal', async () => {
    listed();
    const sent: string[] = [];
    api.intercept(
      http.put('*/api/maintenance/open', async ({ request }) => {
        const { password } = (await request.json()) as { password: string };
        sent.push(`open ${password}`);
        return password === 'right'
          ? HttpResponse.json({ code: '200', message: '' })
          : HttpResponse.json({ status: 400, code: 'wrongPassword', message: failures.wrongPassword }, { status: 400 });
      }),
    );
    api.intercept(
      http.post('*/api/database/upload', () => {
        sent.push('upload');
        return HttpResponse.json({ code: '200', message: messages.uploaded, body: line });
      }),
    );
    const said = await show(import('@/pages/system/maintenance/page'), admin);
    expect(await screen.findByText(line.command)).toBeInTheDocument();
    click(screen.getByRole('button', { name: maintenanceTexts.uploadDatabase }));
    const dialog = await screen.findByRole('dialog');
    const input = dialog.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
    fireEvent.change(input, { target: { files: [new File(['x'], 'lab.tar')] } });
    await within(dialog).findByText(/^lab\.tar/);
    const give = (password: string) => {
      type(within(dialog).getByLabelText(maintenanceTexts.password), password);
      click(within(dialog).getByRole('button', { name: /^上\s?传$/ }));
    };
    give('wrong');
    await within(dialog).findByText(failures.wrongPassword);
    give('right');
    await waitFor(() => expect(said.notices.map(([, text]) => text)).toContain(messages.uploaded));
    expect(sent).toEqual(['open wrong', 'open right', 'upload']);
  });
});

describe('export of all data', () => {
  it('the export of all data tells a platform administrator who makes it, before a password is typed', async () => {
    const said = await show(import('@/pages/system/export/page'), admin);
    click(await screen.findByRole('button', { name: exportTexts.all }));
    await waitFor(() => expect(said.notices.map(([, text]) => text)).toContain(exportTexts.platformAdmin));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('API documentation', () => {
  it('the API documentation finds an operation, shows parameters, body and permission, and can call a read operation', async () => {
    await show(import('@/pages/system/apidoc/page'), admin);
    type(await screen.findByLabelText('查找接口'), 'api/user/edit');
    click(await screen.findByRole('button', { name: /编辑用户/ }));
    const detail = screen.getByRole('article', { name: '接口详情' });
    expect(within(detail).getByText('user:edit')).toBeVisible();
    expect(within(detail).queryByRole('button', { name: /发\s?送/ })).toBeNull();
    type(screen.getByLabelText('查找接口'), 'auth/info');
    click(await screen.findByRole('button', { name: /当前用户与权限标识/ }));
    click(within(detail).getByRole('button', { name: /发\s?送/ }));
    await waitFor(() =>
      expect((within(detail).getByLabelText('响应') as HTMLTextAreaElement).value).toContain('"userName": "chief"'),
    );
    expect(within(detail).getByRole('status').textContent).toMatch(/状态 200/);
  });
});

describe('role permissions page (角色权限)', () => {
  it('the page 角色权限 shows everyone the permissions of each role by page, and single operations after a click', async () => {
    await show(import('@/pages/roles/page'), person);
    const table = await screen.findByRole('table', { name: '角色权限表' });
    expect(within(table).getByRole('columnheader', { name: /检测员（我）/ })).toBeVisible();
    expect(api.asked()).toContain('GET api/roleMatrix');
  });
});

describe('extent of a role on a page', () => {
  const menu = (
    title: string,
    permission: string | null,
    roles: number[],
    type: GrantedMenu['type'] = menuType.button,
  ): GrantedMenu => ({ id: 1, pid: null, type, title, permission, roles });
  const line = {
    page: menu('项目管理', 'project:list', [1, 2, 3, 4], menuType.menu),
    buttons: [menu('新增项目', 'project:add', [1, 2]), menu('查看合同评审', 'contractReview:list', [1, 3])],
    trail: [],
  };

  it('the permissions of a role on a page are summed up as all, some, view or none', () => {
    expect([1, 2, 3, 4, 5].map((role) => extentOf(line, role))).toEqual(['all', 'some', 'view', 'view', 'none']);
  });
});

describe('effective permissions (有效权限)', () => {
  it('the page 有效权限 names the role behind each permission, and says if the account is disabled', async () => {
    await api.server.database.orm.update(userTable).set({ enabled: '0' }).where(eq(userTable.id, personId));
    const { default: page } = await import('@/pages/system/user/page');
    await renderList(page, { token: admin });
    const { RightsDrawer } = await import('@/features/system/users/RightsDrawer');
    const { useRightsOf } = await import('@/features/system/users/rightsStore');
    expect(RightsDrawer).toBeTypeOf('function');
    // Otherwise the users' page of the next test would open with it.
    onTestFinished(() => useRightsOf.setState({ user: null }));
    const row = await rowOf('林晓梅');
    click(within(row).getByRole('button', { name: '有效权限' }));
    expect(useRightsOf.getState().user?.id).toBe(personId);
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(within(dialog).getByText('当前不能使用系统：账号已停用，请联系管理员')).toBeVisible());
    expect(within(dialog).getByText('本机构（来自检测员）')).toBeVisible();
    await api.server.database.orm.update(userTable).set({ enabled: '1' }).where(eq(userTable.id, personId));
  });
});

it('the administrator’s password reset judges 12 weak and 12 good passwords as the server does (AU5)', async () => {
  const id = await api.server.rows.user({ userName: 'judged', nickName: '钱裁', organizationId: home });
  const { default: page } = await import('@/pages/system/user/page');
  const { editor } = await renderEditor(page, { token: admin });
  const { resetPassword } = await import('@/features/system/users/userActions');
  const sent = () => api.asked().filter((call) => call === 'PUT api/user/resetPassword').length;
  const verdicts: string[] = [];
  for (const password of [...weakByRule, ...weakFor('judged'), ...strong]) {
    let complaint: string | null | undefined;
    const notices: string[] = [];
    installFeedback({
      notify: (kind, text) => void notices.push(`${kind} ${text}`),
      confirm: () => Promise.resolve(true),
      prompt: (_question, options) => {
        complaint = options?.check?.(password) ?? null;
        return Promise.resolve(complaint === null ? password : null);
      },
    });
    const before = sent();
    // A refusal of the server is shown as a notice and rejects the action.
    await Promise.resolve(
      resetPassword.run({
        rows: [{ id, nickName: '钱裁' }],
        ids: [id],
        editor: { ...editor(), refresh: () => Promise.resolve() },
      } as unknown as Parameters<typeof resetPassword.run>[0]),
    ).catch(() => undefined);
    expect(sent() - before, password).toBe(complaint === null ? 1 : 0);
    if (complaint !== null) {
      // Passwords that the page refuses are sent directly; the server refuses them with the same text.
      const { status, body } = await api.server.ask<ErrorBody>('PUT', 'api/user/resetPassword', {
        token: admin,
        body: { id, password },
      });
      expect([status, body.errors?.[0]?.message], password).toEqual([400, complaint]);
    }
    verdicts.push(notices[0] === `success ${messages.resetDone}` ? 'taken' : 'refused');
  }
  const counted = (verdict: string, from: number) =>
    verdicts.slice(from, from + 12).filter((one) => one === verdict).length;
  expect([counted('refused', 0), counted('taken', 12)]).toEqual([12, 12]);
  measured(`重置密码时界面与服务端逐一相同：拒绝 ${counted('refused', 0)}/12，接受 ${counted('taken', 12)}/12`);
});

describe('personal centre (个人中心)', () => {
  it('the personal centre (个人中心) checks a new password by the rule with its message, keeps the input, and shows a wrong old password', async () => {
    await show(import('@/pages/user/center/page'), person);
    click(await screen.findByRole('tab', { name: '修改密码' }));
    const fields = () =>
      [screen.getByLabelText('旧密码'), screen.getByLabelText('新密码'), screen.getByLabelText('确认密码')] as const;
    const [old, fresh, again] = fields();
    type(old, 'Wrong-2024#x');
    type(fresh, 'short');
    type(again, 'other');
    click(button('修改密码'));
    await waitFor(() => expect(screen.getAllByText(rules.password.message).length).toBeGreaterThan(1));
    expect(screen.getByText('两次输入的密码不一致')).toBeVisible();
    expect(api.asked()).not.toContain('PUT api/user/password');
    type(fresh, 'Harbor-61#Qz');
    type(again, 'Harbor-61#Qz');
    click(button('修改密码'));
    expect(await screen.findByText('修改失败，旧密码错误')).toBeVisible();
    expect((fresh as HTMLInputElement).value).toBe('Harbor-61#Qz');
  });

  it('the personal centre (个人中心) asks before a new password ends a session with unsaved work, and sends nothing if the person stays', async () => {
    const said = await show(import('@/pages/user/center/page'), person);
    said.answer(false);
    click(await screen.findByRole('tab', { name: '修改密码' }));
    type(screen.getByLabelText('旧密码'), testPassword);
    for (const label of ['新密码', '确认密码']) type(screen.getByLabelText(label), strong[0]);
    const place = { pathname: '/customer/index', search: '', hash: '', state: null, key: '' };
    useTabs.setState({
      ...emptyTabs,
      tabs: [
        {
          key: place.pathname,
          path: place.pathname,
          title: '客户',
          subtitle: '',
          affix: false,
          noCache: false,
          place,
          live: true,
          version: 0,
          used: 1,
        },
      ],
      dirty: { [place.pathname]: ['form'] },
    });
    onTestFinished(() => useTabs.getState().clear());
    click(button('修改密码'));
    await waitFor(() => expect(said.questions).toEqual([failures.leaveUnsaved]));
    expect(button('修改密码')).toBeEnabled();
    expect(api.asked()).not.toContain('PUT api/user/password');
  });

  it('the personal centre (个人中心) accepts 0 of 12 weak passwords: 7 refused by the rule before sending, 5 by the server, which agrees on all (AU5)', async () => {
    await show(import('@/pages/user/center/page'), person);
    click(await screen.findByRole('tab', { name: '修改密码' }));
    type(screen.getByLabelText('旧密码'), testPassword);
    const beyond = weakFor('person');
    const sent = () => api.asked().filter((call) => call === 'PUT api/user/password').length;
    const refused: string[] = [];
    for (const [at, password] of [...weakByRule, ...beyond].entries()) {
      const { status, body } = await api.server.ask<ErrorBody>('PUT', 'api/user/password', {
        token: person,
        body: { oldPassword: testPassword, newPassword: password },
      });
      expect(status, password).toBe(400);
      for (const label of ['新密码', '确认密码']) type(screen.getByLabelText(label), password);
      click(button('修改密码'));
      await waitFor(() => expect(sent(), password).toBe(Math.max(0, at + 1 - weakByRule.length)));
      const item = screen.getByLabelText('新密码').closest('.ant-form-item');
      await waitFor(() =>
        expect(item?.querySelector('.ant-form-item-explain-error')?.textContent, password).toBe(
          body.errors?.[0]?.message,
        ),
      );
      refused.push(password);
    }
    expect(refused).toHaveLength(12);
    expect(sent()).toBe(beyond.length);
    expect((await api.server.ask('GET', 'auth/info', { token: person })).status).toBe(200);
    measured(`界面拒绝 ${refused.length}/12，与服务端逐一相同`);
  });

  it('the personal centre (个人中心) saves the profile and ends other sessions after a question', async () => {
    const other = await api.server.login('person');
    const said = await show(import('@/pages/user/center/page'), person);
    const phone = await screen.findByLabelText('手机号码');
    type(phone, '12');
    expect(await screen.findByText(rules.phone.message)).toBeVisible();
    type(phone, '13800138000');
    click(button('保存'));
    await waitFor(() => expect(said.notices).toContainEqual(expect.arrayContaining(['success', messages.edited])));
    click(screen.getByRole('tab', { name: '登录会话' }));
    click(await screen.findByRole('button', { name: /退出其他全部登录/ }));
    await waitFor(() => expect(said.notices).toContainEqual(expect.arrayContaining(['success', messages.removed])));
    expect((await api.server.ask('GET', 'auth/info', { token: other })).status).toBe(401);
    expect((await api.server.ask('GET', 'auth/info', { token: person })).status).toBe(200);
  });

  it('the personal centre (个人中心) refuses an SVG as avatar, names the accepted types and sends nothing', async () => {
    await show(import('@/pages/user/center/page'), person);
    click(await screen.findByRole('button', { name: '修改头像' }));
    const dialog = await screen.findByRole('dialog');
    const input = dialog.querySelector('input[type=file]') as HTMLInputElement;
    fireEvent.change(input, {
      target: { files: [new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.svg', { type: 'image/svg+xml' })] },
    });
    // The file picker filters it; if dropped, the dialog refuses it.
    await waitFor(() => expect(api.asked().filter((call) => call.startsWith('POST api/file'))).toEqual([]));
    expect((within(dialog).getByRole('button', { name: /保\s?存/ }) as HTMLButtonElement).disabled).toBe(true);
  });
});
