import { screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { FormBody } from '@/features/conformity/FormBody';
import { mergedRows } from '@/features/conformity/formCalls';
import ProjectFormPage from '@/pages/projectForms/detail/page';
import type { AnyRow } from '@contract/entity';
import { projectFormAddress } from '@contract/features/projects/projectFormAddress';
import type { Answer, Page } from '@contract/wire';
import { apiServer } from '../support/apiServer';
import { fieldRowsOf } from '../support/fieldRows';
import { button, click, type } from '../support/renderList';
import { renderPage } from '../support/renderPage';

const api = apiServer();
let token: string;
let row: AnyRow;

beforeAll(async () => {
  const { rows, login, ask } = api.server;
  const organizationId = await rows.organization({ name: '甲检测中心' });
  const { id: project } = await fieldRowsOf(api.server, organizationId).project('contractReview');
  const permissions = ['list', 'add', 'edit'].map((action) => `serviceForm:${action}`);
  await rows.user({ userName: 'writer', organizationId, roles: [await rows.role({ permissions })] });
  token = await login('writer');
  const body = { formKind: 'contractReviewSheet', project };
  row = (await ask<Answer<AnyRow>>('POST', 'api/serviceForm/add', { token, body })).body.body as AnyRow;
});

const stored = async () =>
  (await api.server.ask<AnyRow>('GET', `api/serviceForm/${row.id}`, { token })).body.values as Record<string, string>;

it('the page of an appendix sheet shows an input for each item, and stores the typed values', async () => {
  await renderPage(<FormBody row={row} timeline={undefined} refresh={() => undefined} />, { token });
  type(await screen.findByLabelText('合同名称（必填）'), '某厂定期检测合同');
  type(screen.getByLabelText('质量管理部门意见'), '同意');
  click(button('保存'));
  await waitFor(async () => expect(await stored()).toMatchObject({ contract: '某厂定期检测合同', quality: '同意' }));
});

it('a submitted appendix sheet shows the product’s own answers and accepts no input', async () => {
  const signed = { ...row, state: 'first', values: { contract: '合同' }, answers: { 工期: '给定20个工作日' } };
  await renderPage(<FormBody row={signed as AnyRow} timeline={undefined} refresh={() => undefined} />, { token });
  expect(await screen.findByText('给定20个工作日')).toBeTruthy();
  expect(screen.getByLabelText('合同名称（必填）')).toHaveProperty('disabled', true);
});

it('the page of an appendix sheet with tables shows an entry grid for each, and stores its rows beside the items', async () => {
  const body = { formKind: 'surveyMaterials', project: row.project };
  const made = (await api.server.ask<Answer<AnyRow>>('POST', 'api/serviceForm/add', { token, body })).body
    .body as AnyRow;
  const cells = { workplace: '涂装车间', material: '油漆', composition: '甲苯', state: '液体', yearly: '2 t/a' };
  const tables = { 'materials.1': JSON.stringify(cells) };
  const edited = { id: made.id, version: made.version, tables };
  await api.server.ask('PUT', 'api/serviceForm/edit', { token, body: edited });
  await renderPage(<FormBody row={{ ...made, tables }} timeline={undefined} refresh={() => undefined} />, { token });
  expect(await screen.findByText('油漆')).toBeTruthy();
  expect(screen.getByRole('region', { name: '表C.3 产品' })).toBeTruthy();
  expect(screen.queryByText('运输方式')).toBeNull();
});

it('saved rows of a sheet’s table are merged: changed rows keep their numbers, new rows get the next number', () => {
  const before = [
    { id: 1, rowSort: 0, material: '油漆' },
    { id: 2, rowSort: 1, material: '稀释剂' },
  ];
  const request = {
    rows: [
      { id: 1, version: 1, material: '水性漆' },
      { clientId: 'x', rowSort: 2, material: '固化剂' },
    ],
    removed: [{ id: 2, version: 1 }],
  };
  const { rows, sent } = mergedRows(before, request);
  expect(rows).toEqual([
    { id: 1, rowSort: 0, material: '水性漆' },
    { id: 3, rowSort: 2, material: '固化剂' },
  ]);
  expect(sent).toEqual(rows);
});

it('the address of a missing sheet offers to create it, and then opens the unfinished one', async () => {
  const address = projectFormAddress('evaluationTeam', Number(row.project));
  const formsOf = async () =>
    (await api.server.ask<Page<AnyRow>>('GET', 'api/serviceForm?formKind=evaluationTeam', { token })).body.content;
  const { unmount } = await renderPage(<ProjectFormPage />, { token, path: address });
  click(await screen.findByRole('button', { name: '新增评价项目组与重点因素确定表' }));
  expect(await screen.findByRole('heading', { name: /^GFB/ })).toBeTruthy();
  const [form, ...others] = await formsOf();
  expect([form?.formKind, others]).toEqual(['evaluationTeam', []]);
  unmount();
  await renderPage(<ProjectFormPage />, { token, path: address });
  expect(await screen.findByRole('heading', { name: new RegExp(String(form?.formNo)) })).toBeTruthy();
  expect(await formsOf()).toHaveLength(1);
});
