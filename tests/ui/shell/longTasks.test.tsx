import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { client } from '@/api/client';
import { heardTask, useLongTasks } from '@/session/notices/longTaskStore';
import { LongTaskPanel } from '@/shell/longTasks/LongTaskPanel';
import { type LongTask, longTaskPath, longTaskTexts } from '@contract/features/system/jobs/longTasks';

const importing: LongTask = {
  id: '6f2c1c0e-7a51-4a3c-9d55-0a7b1f1c2d3e',
  title: longTaskTexts.importing('用人单位'),
  step: '写入',
  done: 5_000,
  total: 20_000,
  isCancelable: true,
  state: 'running',
};
const hear = (task: Partial<LongTask>) => act(() => heardTask({ ...importing, ...task }));

beforeEach(() => {
  useLongTasks.setState([], true);
  render(<LongTaskPanel />);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('panel of long work', () => {
  it('panel of long work shows title, step and share of each piece of work', () => {
    expect(screen.queryByRole('complementary')).toBeNull();
    hear({});
    hear({ id: 'another', title: '备份', done: 0, isCancelable: false });
    hear({ done: 10_000 });
    expect(screen.getByText('写入 10000/20000')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: '导入用人单位' })).toHaveAttribute('aria-valuenow', '50');
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    expect(screen.getAllByRole('button', { name: /取\s*消/ })).toHaveLength(1);
  });

  it('panel of long work cancels the work of its line', async () => {
    const post = vi.spyOn(client, 'post').mockResolvedValue({ data: {} });
    hear({});
    await userEvent.click(screen.getByRole('button', { name: /取\s*消/ }));
    expect(post).toHaveBeenCalledWith(`${longTaskPath}/cancel`, { id: importing.id });
    expect(screen.getByText(longTaskTexts.canceling)).toBeVisible();
    hear({ state: 'canceled', isCancelable: false });
    expect(screen.getByText(longTaskTexts.state.canceled)).toBeVisible();
  });

  it('panel of long work disappears some seconds after the last work has ended', () => {
    vi.useFakeTimers();
    hear({});
    hear({ state: 'done', done: 20_000, isCancelable: false });
    expect(screen.getByText(longTaskTexts.state.done)).toBeVisible();
    act(() => void vi.advanceTimersByTime(6_000));
    expect(screen.queryByRole('complementary')).toBeNull();
  });
});
