import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { feedback } from '@/lib/feedback';
import { notificationDuration } from '@contract/constants';
import { forgetEverything, renderShell } from './renderShell';

afterEach(() => {
  vi.useRealTimers();
  forgetEverything();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const { setTimeout: realTimeout } = globalThis;

/** Renders the shell with a stopped clock and notices that have loaded. */
async function renderAndStopClock(): Promise<void> {
  vi.useFakeTimers();
  renderShell('/dashboard');
  await act(async () => feedback.notify('info', '已就绪'));
  while (!screen.queryByText('已就绪')) {
    await new Promise((resolve) => realTimeout(resolve, 5));
    await pass(1);
  }
  await pass(notificationDuration + 2_000);
}

it('a notice is shown for 2.5 s, an error for 5 s', async () => {
  await renderAndStopClock();
  await act(async () => feedback.notify('success', '已保存'));
  await act(async () => feedback.notify('error', '没有保存'));
  await pass(2_300);
  expect(screen.getByText('已保存')).toBeVisible();
  await pass(1_200);
  expect(screen.queryByText('已保存')).toBeNull();
  expect(screen.getByText('没有保存')).toBeVisible();
  await pass(2_500);
  expect(screen.queryByText('没有保存')).toBeNull();
});

it('a notice stays while the pointer is on it, but not forever', async () => {
  await renderAndStopClock();
  await act(async () => feedback.notify('info', '采样单已打印'));
  await pass(100);
  fireEvent.mouseEnter(screen.getByText('采样单已打印'));
  await pass(notificationDuration + 5_000);
  expect(screen.getByText('采样单已打印')).toBeVisible();
  await pass(6_000);
  expect(screen.queryByText('采样单已打印')).toBeNull();
});

it('a notice repeated with the same text is shown for its full time again', async () => {
  await renderAndStopClock();
  await act(async () => feedback.notify('info', '采样单已打印'));
  await pass(100);
  fireEvent.mouseEnter(screen.getByText('采样单已打印'));
  await pass(notificationDuration + 9_000);
  await act(async () => feedback.notify('info', '采样单已打印'));
  await pass(notificationDuration + 9_000);
  expect(screen.getAllByText('采样单已打印')).toHaveLength(1);
});

it('Enter in a prompt answers the prompt only, and does not press the button that gets the focus next', async () => {
  renderShell('/dashboard');
  const answer = feedback.prompt('退回的原因');
  const field = await screen.findByRole('textbox', { name: '退回的原因' });
  fireEvent.change(field, { target: { value: '改由另一人检测' } });
  expect(fireEvent.keyDown(field, { key: 'Enter', code: 'Enter', keyCode: 13 })).toBe(false);
  expect(await answer).toBe('改由另一人检测');
});

it('a question from a button pressed twice is asked once, acts once and is asked again at the next press', async () => {
  renderShell('/dashboard');
  const answers = Promise.all([
    feedback.confirm('确定离开吗？', { okText: '离开' }),
    feedback.confirm('确定离开吗？', { okText: '离开' }),
  ]);
  fireEvent.click(await screen.findByRole('button', { name: /离\s*开/ }));
  expect(await answers).toEqual([true, false]);
  const again = feedback.confirm('确定离开吗？', { okText: '仍要离开' });
  fireEvent.click(await screen.findByRole('button', { name: '仍要离开' }));
  expect(await again).toBe(true);
});

it('a notice on a phone appears below the toolbar of the page, or above where the page has its buttons below', async () => {
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({
    ...matchMedia(query),
    matches: query.includes('max-width'),
  }));
  const bar = document.createElement('nav');
  bar.dataset.barBelow = '';
  vi.spyOn(bar, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList);
  await renderAndStopClock();
  const placeOf = (text: string) => (screen.getByText(text).closest('.ant-notification-topRight') ? 'above' : 'below');
  await act(async () => feedback.notify('success', '已保存'));
  await pass(100);
  expect(placeOf('已保存')).toBe('below');
  document.body.append(bar);
  await act(async () => feedback.notify('success', '已记录'));
  await pass(100);
  expect(placeOf('已记录')).toBe('above');
  bar.remove();
  vi.restoreAllMocks();
});
