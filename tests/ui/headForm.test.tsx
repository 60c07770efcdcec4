import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { HeadForm } from '@/features/projects/HeadForm';
import type { AnyRow } from '@contract/entity';
import { customer } from '@contract/features/customers/entities/customer';

const stored = { id: 7, version: 1, customerName: '甲公司', contact: '王一' } as unknown as AnyRow;
const later = (row: AnyRow, contact: string): AnyRow => ({ ...row, version: row.version + 1, contact });

function form(row: AnyRow, onSaved = () => undefined as void) {
  return (
    <QueryClientProvider client={new QueryClient()}>
      <HeadForm
        entity={customer}
        row={row}
        fields={['contact']}
        locked={false}
        onSaved={onSaved}
        save={(draft) => Promise.resolve(later(stored, String(draft['contact'])))}
      />
    </QueryClientProvider>
  );
}
const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: '联系人' });

it('the form of an existing row shows the saved input until the row is reloaded, and then later changes of other people', async () => {
  let saved = 0;
  const { rerender } = render(form(stored, () => void (saved += 1)));
  fireEvent.change(box(), { target: { value: '李二' } });
  fireEvent.click(screen.getByRole('button', { name: /保\s?存/ }));
  await waitFor(() => expect(saved).toBe(1));
  await waitFor(() => expect(box()).toBeEnabled());
  // The page has not loaded the row again, and renders once more with the row of before.
  rerender(form({ ...stored }));
  expect(box().value).toBe('李二');
  rerender(form(later(later(stored, '李二'), '张三')));
  await waitFor(() => expect(box().value).toBe('张三'));
});

it('a field’s label focuses the input of its own form, also where another page has a form with the same field', () => {
  render(
    <>
      <section aria-label="前一页">{form(stored)}</section>
      <section aria-label="本页">{form(later(stored, '李二'))}</section>
    </>,
  );
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const own = within(screen.getByRole('region', { name: '本页' }));
  expect(own.getByLabelText('联系人')).toHaveValue('李二');
});
