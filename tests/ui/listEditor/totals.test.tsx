import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, expect, it } from 'vitest';
import { customer } from '@contract/features/customers/entities/customer';
import { apiServer } from '../../support/apiServer';
import { allOf, renderList } from '../../support/renderList';

const api = apiServer();
let token: string;

beforeAll(async () => {
  const { rows, login } = api.server;
  const organizationId = await rows.organization();
  const roles = [await rows.role({ permissions: allOf(customer) })];
  await rows.user({ userName: 'sales', organizationId, roles });
  token = await login('sales');
});

it('a list states no number of rows before its first answer', async () => {
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  api.intercept(
    http.get('*/api/customer', async () => {
      await answered;
      return HttpResponse.json({ content: [], totalElements: 0 });
    }),
  );
  await renderList({ entity: customer, columns: ['customerName'] }, { token });
  expect(screen.queryAllByText(/共0条/)).toEqual([]);
  answer();
  await waitFor(() => expect(screen.getAllByText('共0条').length).toBeGreaterThan(0));
});
