import { act, waitFor } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { cancelRelation, changeStatus, distributeAction, type ListPage, relateAction, resetRow } from '@/listEditor';
import type { Action, Before, BeforeStep } from '@/listEditor/page';
import { customer } from '@contract/features/customers/entities/customer';
import { failures, messages } from '@contract/messages';
import { customerTable, dictDetailTable, dictTable } from '@server/db/schema';
import { apiServer } from '../../support/apiServer';
import { allOf, renderEditor } from '../../support/renderList';

// Commands of the list editor without a layout (BEHAVIOUR §9, 7): what they send, and what the list shows afterwards.

const api = apiServer();
let token: string;
let organizationId: number;

beforeAll(async () => {
  const { rows, login } = api.server;
  organizationId = await rows.organization();
  await rows.user({ userName: 'sales', organizationId, roles: [await rows.role({ permissions: allOf(customer) })] });
  const { orm } = api.server.database;
  const [levels] = await orm.insert(dictTable).values({ name: 'customerLevel' }).returning({ id: dictTable.id });
  await orm
    .insert(dictDetailTable)
    .values(['2', 'C'].map((value, dictSort) => ({ dict: levels?.id ?? 0, value, label: `级别${value}`, dictSort })));
  token = await login('sales');
});
beforeEach(async () => {
  const { orm } = api.server.database;
  await orm.delete(customerTable);
  await orm.insert(customerTable).values(
    Array.from({ length: 25 }, (_, index) => ({
      organizationId,
      customerName: `客户${index + 1}`,
      contact: index < 5 ? '吴强' : '周敏',
    })),
  );
});

const plain: ListPage = {
  entity: customer,
  columns: ['customerName', 'contact'],
  filters: ['contact'],
  form: ['customerName', 'contact'],
};
const small = '/?size=10';

async function open(options: Partial<ListPage> = {}, path = small) {
  const view = await renderEditor({ ...plain, ...options }, { token, path });
  await view.settled();
  return view;
}

const lists = () => api.calls.filter(({ method, path }) => method === 'GET' && path.startsWith('api/customer?'));
const writes = () => api.calls.filter(({ method, path }) => method !== 'GET' && path.startsWith('api/customer'));
const draft = { customerName: '新客户', contact: '孙亮' };

/** Answers the requests to an address as told and returns their bodies. */
function caught(
  method: 'post' | 'put' | 'delete',
  path: string,
  answer: object = { code: '200', message: '' },
): unknown[] {
  const bodies: unknown[] = [];
  api.intercept(
    http[method](`*/${path}`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json(answer);
    }),
  );
  return bodies;
}

describe('page that vetoes an operation', () => {
  const asked = vi.fn();
  const veto = (step: BeforeStep): { before: Before } => ({
    before: { [step]: (context: object) => (asked(context), false) },
  });
  beforeEach(() => asked.mockClear());

  it('a page that vetoes "refresh" sends no request for a refresh, search, other page, size or order, or the recycle bin', async () => {
    const { run, editor } = await open(veto('refresh'));
    await run((now) => now.refresh());
    await run((now) => now.search({ contact: '吴强' }));
    await run((now) => now.setPage(2));
    await run((now) => now.setSize(20));
    await run((now) => now.setSort({ field: 'contact', order: 'asc' }));
    await run((now) => now.setDeleted(true));
    expect(asked).toHaveBeenCalledTimes(6);
    expect(lists()).toHaveLength(1);
    expect(editor().list).toMatchObject({ filters: {}, page: 1, size: 10, deleted: false });
  });

  it('a page that vetoes "open" opens no form', async () => {
    const { run, editor } = await open(veto('open'));
    await run((now) => now.openForm('copy', now.rows[0]));
    expect(asked).toHaveBeenCalledWith({ action: 'copy', rows: [expect.objectContaining({ customerName: '客户25' })] });
    expect(editor().action).toBeNull();
  });

  it.each(['validate', 'submit'] as const)(
    'a page that vetoes "%s" sends nothing and leaves the form open',
    async (step) => {
      const { run, editor } = await open(veto(step));
      await run((now) => now.openForm('add'));
      await run((now) => now.submit(draft));
      expect(asked).toHaveBeenCalledWith({ action: 'add', rows: [], values: draft });
      expect(editor().state.forms.add).toBe('prepared');
      expect(writes()).toEqual([]);
    },
  );

  it('a page that vetoes "cancel" keeps the form open', async () => {
    const { run, editor } = await open(veto('cancel'));
    await run((now) => now.openForm('add'));
    await run((now) => now.closeForm());
    expect(asked).toHaveBeenCalledTimes(1);
    expect(editor().action).toBe('add');
  });

  it('a page that vetoes "delete" keeps the row, and the row’s buttons work again', async () => {
    const { run, editor } = await open(veto('delete'));
    const [row] = editor().rows;
    if (!row) throw new Error('no rows');
    await run((now) => now.askDelete([row.id]));
    await run((now) => now.remove([row]));
    expect(asked).toHaveBeenCalledWith({ rows: [row] });
    expect(editor().state.deleting).toEqual({});
    expect(writes()).toEqual([]);
  });
});

describe('page shown after a change', () => {
  it('a list shows its first page after an add, with the new row', async () => {
    const { run, editor, settled, said } = await open({}, '/?size=10&page=2');
    await run((now) => now.openForm('add'));
    await run((now) => now.submit(draft));
    await settled();
    await waitFor(() => expect(editor().rows[0]).toMatchObject(draft));
    expect(editor().list.page).toBe(1);
    expect(editor().total).toBe(26);
    expect(said()).toEqual([`success ${messages.added}`]);
  });

  it('a list shows the same page again after an edit', async () => {
    const { run, editor, said } = await open({}, '/?size=10&page=2');
    await run((now) => now.openForm('edit', now.rows[0]));
    await run((now) => now.submit({ contact: '钱进' }));
    await waitFor(() => expect(editor().rows[0]).toMatchObject({ customerName: '客户15', contact: '钱进' }));
    expect(editor().list.page).toBe(2);
    expect(editor().action).toBeNull();
    expect(said()).toEqual([`success ${messages.edited}`]);
  });

  it('a list shows the page before if all rows of its last page were deleted', async () => {
    const { run, editor, said } = await open({}, '/?size=10&page=3');
    expect(editor().rows).toHaveLength(5);
    await run((now) => now.remove(now.rows));
    await waitFor(() => expect(editor().rows).toHaveLength(10));
    expect(editor().list.page).toBe(2);
    expect(editor().total).toBe(20);
    expect(said()).toEqual([`success ${messages.deleted}`]);
  });

  it('a list shows its last page if other people have emptied the requested page', async () => {
    const { editor } = await open({}, '/?size=10&page=9');
    await waitFor(() => expect(editor().rows).toHaveLength(5));
    expect(editor().list.page).toBe(3);
  });
});

describe('list editor', () => {
  it('a list shows its empty text for an answer with content: null', async () => {
    api.intercept(http.get('*/api/customer', () => HttpResponse.json({ content: null, totalElements: 0 })));
    const { editor } = await open();
    expect(editor()).toMatchObject({ rows: [], total: 0, error: null });
  });

  it('a list reads body.records and body.total of a third-party back end', async () => {
    api.intercept(
      http.get('*/api/customer', () =>
        HttpResponse.json({ code: '200', body: { records: [{ id: 9, customerName: '别处' }], total: 41 } }),
      ),
    );
    const { editor } = await open();
    expect(editor().rows).toEqual([{ id: 9, customerName: '别处' }]);
    expect(editor().total).toBe(41);
  });

  it('a list ignores an answer that arrives after a newer one', async () => {
    const { run, editor, settled } = await open();
    let late = false;
    api.intercept(
      http.get('*/api/customer', async ({ request }) => {
        if (new URL(request.url).searchParams.get('contact') !== '吴强') return undefined;
        await delay(600);
        late = true;
        return HttpResponse.json({ content: [{ id: 1, customerName: '迟到的答复' }], totalElements: 1 });
      }),
    );
    await run((now) => now.search({ contact: '吴强' }));
    await run((now) => now.search({ contact: '周敏' }));
    await settled();
    await waitFor(() => expect(late).toBe(true));
    await act(() => delay(100));
    expect(editor().rows.map((row) => row.contact)).toEqual(Array(10).fill('周敏'));
  });

  it('a list sends one request per search, another for a repeated search, and a new one for a page shown before', async () => {
    const { run, settled } = await open();
    const after = async (command: Parameters<typeof run>[0]) => {
      const before = lists().length;
      await run(command);
      await settled();
      return lists().length - before;
    };
    expect(await after((now) => now.search({ contact: '周敏' }))).toBe(1);
    expect(await after((now) => now.search({ contact: '周敏' }))).toBe(1);
    expect(await after((now) => now.setPage(2))).toBe(1);
    expect(await after((now) => now.setPage(1))).toBe(1);
  });

  it('a list keeps the selection across pages and drops deleted rows from it', async () => {
    const { run, editor, settled } = await open();
    const first = editor().rows[0]?.id ?? 0;
    await run((now) => now.select(new Set([first])));
    await run((now) => now.setPage(2));
    await settled();
    await waitFor(() => expect(editor().rows[0]?.customerName).toBe('客户15'));
    const second = editor().rows[0]?.id ?? 0;
    await run((now) => now.select(new Set([first, second])));
    expect([...editor().selected.values()].map((row) => row.customerName)).toEqual(['客户25', '客户15']);
    await run((now) => now.remove([...now.selected.values()].slice(0, 1)));
    expect([...editor().selected.keys()]).toEqual([second]);
  });
});

it('a list keeps its stored choices if a choice follows a failed load, and stores nothing while loading fails', async () => {
  const kept = async () =>
    (await api.server.ask<{ value: unknown }>('GET', 'api/preference/list:api.customer', { token })).body.value;
  const saved = [{ name: '吴强的客户', filters: { contact: '吴强' } }];
  await api.server.ask('PUT', 'api/preference/list:api.customer', { token, body: { value: { saved, size: 20 } } });
  let failing = true;
  api.intercept(
    http.get('*/api/preference/*', () =>
      failing
        ? HttpResponse.json(
            { status: 500, code: 'internal', message: '服务器内部错误', requestId: 'r' },
            { status: 500 },
          )
        : undefined,
    ),
  );
  const { run, editor } = await open();
  await run((now) => now.savePreference({ density: 'default' }));
  expect(await kept()).toEqual({ saved, size: 20 });
  failing = false;
  await run((now) => {
    now.savePreference({ density: 'mini' });
    now.savePreference({ columns: [{ name: 'contact', width: 90 }] });
  });
  await waitFor(async () =>
    expect(await kept()).toEqual({ saved, size: 20, density: 'mini', columns: [{ name: 'contact', width: 90 }] }),
  );
  expect(editor().preference.saved).toEqual(saved);
  await api.server.ask('PUT', 'api/preference/list:api.customer', { token, body: { value: null } });
});

describe('submit of a form', () => {
  it('submitting a form sends one request with its own key, however often it is called', async () => {
    const { run } = await open();
    await run((now) => now.openForm('add'));
    await run((now) => Promise.all([now.submit(draft), now.submit(draft)]));
    expect(writes().map(({ path }) => path)).toEqual(['api/customer/add']);
    const key = writes()[0]?.headers.get('idempotency-key');
    expect(key).toMatch(/^[0-9a-f-]{36}$/);
    await run((now) => now.openForm('add'));
    await run((now) => now.submit({ ...draft, customerName: '又一家' }));
    expect(writes()[1]?.headers.get('idempotency-key')).not.toBe(key);
  });

  it('submitting a form again after a lost answer repeats the key, so that one row is created', async () => {
    const { run, editor } = await open();
    await run((now) => now.openForm('add'));
    api.intercept(
      http.post(
        '*/api/customer/add',
        async ({ request }) => {
          await api.server.app.fetch(request);
          return HttpResponse.error();
        },
        { once: true },
      ),
    );
    await run((now) => now.submit(draft));
    expect(editor().state.forms.add).toBe('prepared');
    await run((now) => now.submit(draft));
    await waitFor(() => expect(editor().total).toBe(26));
    expect(editor().action).toBeNull();
  });

  /** The server answers the form's request and the answer is lost, or the request never arrives. */
  const loseOne = (arrives = true) =>
    api.intercept(
      http.post(
        '*/api/customer/add',
        async ({ request }) => {
          if (arrives) await api.server.app.fetch(request);
          return HttpResponse.error();
        },
        { once: true },
      ),
    );
  const changed = { ...draft, contact: '李娜' };

  it('submitting a form with other values after a lost answer opens the row saved before, with the later edits', async () => {
    const { run, editor, said, settled } = await open();
    await run((now) => now.openForm('add'));
    loseOne();
    await run((now) => now.submit(draft));
    await run((now) => now.submit(changed));
    expect(said().at(-1)).toBe(`warning ${failures.savedBeforeHere}`);
    expect(editor().action).toBe('edit');
    expect(editor().state.row).toMatchObject(draft);
    expect(editor().state.initial).toMatchObject(changed);
    await run((now) => now.submit(changed));
    await settled();
    await waitFor(() => expect(editor().rows[0]).toMatchObject(changed));
    expect(editor().total).toBe(26);
    expect(editor().action).toBeNull();
  });

  it('submitting a form after a lost answer opens the saved row even if the later edits were invalid at first', async () => {
    const { run, editor } = await open();
    await run((now) => now.openForm('add'));
    loseOne();
    await run((now) => now.submit(draft));
    api.intercept(
      http.post(
        '*/api/customer/add',
        () => HttpResponse.json({ status: 400, code: 'invalid', message: failures.invalid }, { status: 400 }),
        { once: true },
      ),
    );
    await run((now) => now.submit({ ...draft, contact: '？' }));
    await run((now) => now.submit(changed));
    expect(editor().action).toBe('edit');
    expect(editor().state.row).toMatchObject(draft);
    await waitFor(() => expect(editor().total).toBe(26));
  });

  it('submitting a form saves a draft after an earlier draft never arrived', async () => {
    const { run, editor, settled } = await open();
    await run((now) => now.openForm('add'));
    loseOne(false);
    await run((now) => now.submit(draft));
    await run((now) => now.submit(changed));
    await settled();
    await waitFor(() => expect(editor().rows[0]).toMatchObject(changed));
    expect(editor().total).toBe(26);
  });

  it('submitting a form after a lost answer creates no second row, and says that the first draft was saved, if the person may not edit it', async () => {
    const { run, editor, said } = await open({ abilities: ['add'] });
    await run((now) => now.openForm('add'));
    loseOne();
    await run((now) => now.submit(draft));
    await run((now) => now.submit(changed));
    expect(said().at(-1)).toBe(`warning ${failures.savedBefore}`);
    expect(editor().action).toBe('add');
    await waitFor(() => expect(editor().total).toBe(26));
  });

  it('submitting a copied row uses the copy request, and a pasted row the add request, each with its own message', async () => {
    const { run, said } = await open();
    await run((now) => now.openForm('copy', now.rows[0]));
    await run((now) => now.submit({ customerName: '抄本' }));
    await run((now) => now.openForm('paste', null, draft));
    await run((now) => now.submit({}));
    expect(writes().map(({ path }) => path)).toEqual(['api/customer/copy', 'api/customer/add']);
    expect(said()).toEqual([`success ${messages.copied}`, `success ${messages.pasted}`]);
  });

  it('submitting a form shows a general refusal as a message and lets the person submit again', async () => {
    const { run, editor, said } = await open();
    api.intercept(
      http.post('*/api/customer/add', () =>
        HttpResponse.json({ status: 409, code: 'locked', message: '已锁定' }, { status: 409 }),
      ),
    );
    await run((now) => now.openForm('add'));
    await run((now) => now.submit(draft));
    expect(editor().state.forms.add).toBe('prepared');
    expect(said()).toEqual(['error 已锁定']);
  });
});

it('a deletion answered with code "400" shows its message as an error and keeps the row', async () => {
  const { run, editor, said } = await open();
  const bodies = caught('delete', 'api/customer/delete', { code: '400', message: messages.unitHasProjects });
  const [row] = editor().rows;
  if (!row) throw new Error('no rows');
  await run((now) => now.remove([row]));
  expect(bodies).toEqual([[{ id: row.id, version: row.version }]]);
  expect(said()).toEqual([`error ${messages.unitHasProjects}`]);
  expect(editor().rows).toContainEqual(row);
  expect(editor().state.deleting).toEqual({});
});

describe('actions of the specification', () => {
  const perform = async (action: Action, count = 2) => {
    const view = await open({ actions: [action] });
    const targets = view.editor().rows.slice(0, count);
    await view.run((now) => now.select(new Set(targets.map((row) => row.id))));
    await view.run((now) => now.runAction(action, targets));
    return { ...view, targets, ids: targets.map((row) => row.id) };
  };

  it('the status change of rows edits them row by row and does not send user and time', async () => {
    const { ids, said, questions, editor } = await perform(changeStatus(customer, { label: '降级', field: 'level' }));
    expect(writes().map(({ method, path }) => `${method} ${path}`)).toEqual([
      'PUT api/customer/edit',
      'PUT api/customer/edit',
    ]);
    await waitFor(() =>
      expect(
        editor()
          .rows.filter((row) => row.level === '2')
          .map((row) => row.id),
      ).toEqual(ids),
    );
    expect(questions).toEqual(['确定将选中的2条数据设为“降级”吗？']);
    expect(said()).toEqual([`success ${messages.submitted}`]);
    expect(editor().selected.size).toBe(0);
  });

  it('the status change of rows omits createBy, updateBy, createTime and updateTime and nothing else', async () => {
    const bodies = caught('put', 'api/customer/edit');
    const {
      targets: [row],
    } = await perform(changeStatus(customer, { label: '降级', field: 'level', value: 'C' }), 1);
    const { createBy: _by, updateBy: _up, createTime: _at, updateTime: _to, ...rest } = row ?? {};
    expect(bodies).toEqual([{ ...rest, level: 'C' }]);
  });

  it('the status change of rows says how many rows were changed before a refusal, and reloads the list', async () => {
    let edits = 0;
    api.intercept(
      http.put('*/api/customer/edit', () => {
        edits += 1;
        return edits === 2
          ? HttpResponse.json({ status: 409, code: 'stale', message: failures.stale }, { status: 409 })
          : undefined;
      }),
    );
    const { said, editor } = await perform(changeStatus(customer, { label: '降级', field: 'level', value: 'C' }), 3);
    expect(edits).toBe(2);
    expect(said()).toEqual([`error ${failures.stale}`, 'warning 1条成功，其余2条未修改']);
    await waitFor(() => expect(editor().rows.filter((row) => row.level === 'C')).toHaveLength(1));
  });

  it('the bulk status change sends all ids in one request', async () => {
    const bodies = caught('put', 'api/customer/status');
    const { targets, said } = await perform(
      changeStatus(customer, { label: '降级', field: 'level', value: 'C', bulk: true }),
    );
    const ids = targets.map(({ id, version }) => ({ id, version }));
    expect(bodies).toEqual([{ ids, field: 'level', value: 'C' }]);
    expect(said()).toEqual([`success ${messages.submitted}`]);
  });

  it("an action that links the selected rows to another row sends all their ids and shows the server's success message", async () => {
    const bodies = caught('post', 'api/customer/relation');
    const payload = { phyId: 1, projectId: 2, ids: [3], blkSampleIds: [4], hazardNames: ['苯'] };
    const { questions, said } = await perform(relateAction(customer, () => payload));
    expect(bodies).toEqual([payload]);
    expect(questions).toEqual([messages.confirmRelate]);
    expect(said()).toEqual([`success ${messages.related}`]);
  });

  it('the relation action with an answer code other than "200" shows the answer’s message as an error', async () => {
    caught('post', 'api/customer/relation', { code: '500', message: '空白样已关联' });
    const { said, editor } = await perform(relateAction(customer, () => ({ ids: [3] })));
    expect(said()).toEqual(['error 空白样已关联']);
    expect(editor().selected.size).toBe(2);
  });

  it('the list action that cancels relations sends the ids of the relations', async () => {
    const bodies = caught('post', 'api/customer/cancelRelation');
    const { ids, questions, said } = await perform(cancelRelation(customer));
    expect(bodies).toEqual([{ ids }]);
    expect(questions).toEqual([messages.confirmCancelRelate]);
    expect(said()).toEqual([`success ${messages.removed}`]);
  });

  it.each([[{ downloadBy: 5, ids: [1, 2] }], [{ sampleId: 8, sampleSiteHazardId: 9 }]])(
    'the distribution action sends the payload %j',
    async (payload) => {
      const bodies = caught('put', 'api/customer/distribute');
      const { said } = await perform(distributeAction(customer, () => Promise.resolve(payload)));
      expect(bodies).toEqual([payload]);
      expect(said()).toEqual([`success ${messages.submitted}`]);
    },
  );

  it('the distribution action without a recipient sends nothing', async () => {
    const bodies = caught('put', 'api/customer/distribute');
    const { said } = await perform(distributeAction(customer, () => Promise.resolve(null)));
    expect([bodies, said()]).toEqual([[], []]);
  });

  it('the reset action sends the id of one row', async () => {
    const bodies = caught('post', 'api/customer/reset');
    const { ids, questions, said } = await perform(resetRow(customer), 1);
    expect(bodies).toEqual([{ id: ids[0] }]);
    expect(questions).toEqual([messages.confirmReset]);
    expect(said()).toEqual([`success ${messages.resetDone}`]);
  });

  it('an action of a list does nothing if its confirmation question is answered with no', async () => {
    const bodies = caught('post', 'api/customer/reset');
    const action = resetRow(customer);
    const { run, editor, answer } = await open({ actions: [action] });
    answer(false);
    await run((now) => now.runAction(action, editor().rows.slice(0, 1)));
    expect(bodies).toEqual([]);
  });
});
