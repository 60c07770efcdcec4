import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { StockMovementDialog } from '@/features/stock/StockMovementDialog';
import type { AnyRow } from '@contract/entity';
import { reagent } from '@contract/features/stock/entities/reagent';
import { apiServer } from '../support/apiServer';
import { heardFeedback } from '../support/browserState';
import { click, type } from '../support/renderList';
import { renderPage } from '../support/renderPage';

const api = apiServer();

it('a stock movement whose answer was lost is repeated with the same key and booked once', async () => {
  const { rows, login } = api.server;
  const organizationId = await rows.organization();
  await rows.user({
    userName: 'keeper',
    organizationId,
    roles: [await rows.role({ permissions: ['reagent:list', 'reagent:edit'] })],
  });
  const keys: (string | null)[] = [];
  api.intercept(
    http.post('*/api/reagent/move', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return keys.length === 1 ? HttpResponse.error() : HttpResponse.json({ code: '200', message: '入库成功' });
    }),
  );
  const lot = {
    id: 7,
    version: 1,
    reagentNo: 'SJ-7',
    reagentName: '盐酸',
    amountUnit: 'mL',
    balance: '100',
  } as unknown as AnyRow;
  let closed = 0;
  await renderPage(
    <StockMovementDialog
      kind="reagent"
      entity={reagent}
      moveRequest={{ rows: [lot], movement: 'in' }}
      onClose={() => (closed += 1)}
    />,
    { token: await login('keeper') },
  );
  const { notices } = heardFeedback();
  const dialog = await screen.findByRole('dialog');
  type(within(dialog).getByLabelText('SJ-7数量'), '20');
  const ok = () => within(dialog).getByRole('button', { name: /^确定/ });
  click(ok());
  await waitFor(() => expect(keys).toHaveLength(1));
  await within(dialog).findByRole('alert');
  await waitFor(() => expect(ok()).toBeEnabled());
  click(ok());
  await waitFor(() => expect(closed).toBe(1));
  expect(keys[1]).toBe(keys[0]);
  expect(notices.at(-1)?.slice(0, 2)).toEqual(['success', '入库成功']);
});
