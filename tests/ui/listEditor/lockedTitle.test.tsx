import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, expect, it } from 'vitest';
import HandOutPage from '@/pages/reportHandOut/page';
import { reportHandOut } from '@contract/features/reports/entities/reportHandOut';
import { apiServer } from '../../support/apiServer';
import { allOf, renderList } from '../../support/renderList';

const api = apiServer();
let token: string;

beforeAll(async () => {
  const { rows, login } = api.server;
  const organizationId = await rows.organization();
  const roles = [await rows.role({ permissions: allOf(reportHandOut) })];
  await rows.user({ userName: 'reporter', organizationId, roles });
  token = await login('reporter');
});

it('the number of a locked row is shown whole beside its lock', async () => {
  const reportNo = 'HPJC-2026-000123';
  const row = { id: 1, version: 1, reportNo, times: 1, copies: 1, receiver: '沈建国', way: 'hand' };
  const content = [{ ...row, receivedBy: '沈建国', receivedAt: '2026-11-15 10:00:00' }];
  api.intercept(http.get('*/api/reportHandOut', () => HttpResponse.json({ content, totalElements: 1 })));
  await renderList(HandOutPage, { token });
  const lock = await screen.findByRole('img', { name: /^已锁定：/ });
  const cell = lock.parentElement;
  expect([cell?.textContent, cell?.querySelector('[data-cut]')]).toEqual([reportNo, null]);
});
