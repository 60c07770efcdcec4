import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { downloadStatistics, fetchStatistics } from '@/features/platforms/pushCalls';
import { ReportStatistics } from '@/features/platforms/ReportStatistics';
import { statisticsTexts } from '@contract/features/platforms/reportStatistics';

vi.mock('@/features/platforms/pushCalls', async (original) => ({
  ...(await original<object>()),
  fetchStatistics: vi.fn(async ({ by }: { by: string }) => ({
    by,
    lines: [{ key: 'a', label: by === 'hazard' ? '甲苯' : '2026', reports: 2, points: 8, over: 1, workers: 1240 }],
    total: { reports: 2, points: 8, over: 1, workers: 1240 },
  })),
  downloadStatistics: vi.fn(async () => undefined),
}));

it('the platform statistics show reports, points, exceedances with their share, and people, grouped as a person chooses', async () => {
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <ReportStatistics />
    </QueryClientProvider>,
  );
  const cells = () =>
    [...container.querySelectorAll('tbody tr')].map((row) => [...row.children].map((one) => one.textContent));
  await screen.findByRole('cell', { name: '2026' });
  fireEvent.click(screen.getByText('按危害因素'));
  await screen.findByRole('cell', { name: '甲苯' });
  expect(cells()).toEqual([
    ['甲苯', '2', '8', '1', '12.5', '1,240'],
    ['合计', '2', '8', '1', '12.5', '1,240'],
  ]);
  fireEvent.click(screen.getByRole('button', { name: '下载Excel' }));
  expect(downloadStatistics).toHaveBeenCalledWith(vi.mocked(fetchStatistics).mock.calls.at(-1)?.[0]);
  fireEvent.change(screen.getByLabelText('起始年度'), { target: { value: '2099' } });
  fireEvent.blur(screen.getByLabelText('起始年度'));
  expect(screen.getByText(statisticsTexts.wrongYears)).toBeVisible();
});
