import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ColumnChoices } from '@/listEditor/columns/ColumnChoices';
import type { ListPreference } from '@/listEditor/listPreference';
import { customer } from '@contract/features/customers/entities/customer';
import { freshBrowser, heardFeedback } from '../../support/browserState';
import { button, click } from '../../support/renderList';

let heard: ReturnType<typeof heardFeedback>;
const kept: { preference: ListPreference } = { preference: {} };
beforeEach(() => {
  freshBrowser();
  heard = heardFeedback();
});

function Panel() {
  const [held, setHeld] = useState<ListPreference>({});
  kept.preference = held;
  const editor = {
    page: { entity: customer, columns: ['customerName', 'contact', 'phone'] },
    preference: held,
    savePreference: (next: Partial<ListPreference>) => setHeld((before) => ({ ...before, ...next })),
  };
  return <ColumnChoices editor={editor as never} />;
}
const order = () => (kept.preference.columns ?? []).map(({ name }) => name);
const hidden = () => (kept.preference.columns ?? []).filter((one) => one.hidden).map(({ name }) => name);
const tick = (name: string) => click(screen.getByRole('checkbox', { name }));
const line = (label: string) => screen.getByText(label).closest('li') as HTMLElement;

describe('chosen columns of a list', () => {
  it('the chosen columns of a list move one place up or down by their buttons, not beyond the ends', () => {
    render(<Panel />);
    expect(button('客户名称上移')).toBeDisabled();
    expect(button('联系电话下移')).toBeDisabled();
    click(button('联系电话上移'));
    expect(order()).toEqual(['customerName', 'phone', 'contact']);
    click(button('客户名称下移'));
    expect(order()).toEqual(['phone', 'customerName', 'contact']);
  });

  it('the chosen columns of a list move to the place where they are dropped', () => {
    render(<Panel />);
    fireEvent.dragStart(line('联系电话'));
    fireEvent.drop(line('客户名称'));
    expect(order()).toEqual(['phone', 'customerName', 'contact']);
    // A drop that began elsewhere moves nothing.
    fireEvent.drop(line('联系人'));
    expect(order()).toEqual(['phone', 'customerName', 'contact']);
  });

  it('every column of a list but the last visible one can be hidden, and a message says so', () => {
    render(<Panel />);
    tick('联系电话');
    tick('联系人');
    expect(hidden()).toEqual(['contact', 'phone']);
    expect(heard.notices).toEqual([]);
    tick('客户名称');
    expect(hidden()).toEqual(['contact', 'phone']);
    expect(heard.notices.map(([, said]) => said)).toEqual(['请至少选择一列']);
    tick('联系人');
    expect(hidden()).toEqual(['phone']);
  });

  it('the checkbox 全选 shows all columns of a list or only the first, and is half ticked in between', () => {
    render(<Panel />);
    const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: '全选' });
    const half = () => all().closest('.ant-checkbox')?.classList.contains('ant-checkbox-indeterminate');
    expect([all().checked, half()]).toEqual([true, false]);
    tick('全选');
    expect(hidden()).toEqual(['contact', 'phone']);
    expect([all().checked, half()]).toEqual([false, true]);
    tick('全选');
    expect(hidden()).toEqual([]);
  });

  it('the columns of a list can be pinned and unpinned, and 恢复默认 restores the page’s own columns', () => {
    render(<Panel />);
    click(button('固定联系人在左侧'));
    expect(kept.preference.columns?.map(({ pin }) => pin ?? null)).toEqual([null, 'left', null]);
    click(button('取消固定联系人'));
    expect(kept.preference.columns?.map(({ pin }) => pin ?? null)).toEqual([null, null, null]);
    click(button('恢复默认'));
    expect(kept.preference).toEqual({ columns: [], density: undefined });
  });
});
