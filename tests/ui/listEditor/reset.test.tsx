import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { client } from '@/api/client';
import { ResetButton } from '@/listEditor';
import { takeUser } from '@/session/sessionStore';
import { sample } from '@contract/features/fieldwork/entities/sample';
import { messages } from '@contract/messages';
import type { User } from '@contract/wire';
import { freshBrowser, heardFeedback } from '../../support/browserState';
import { button, click, noButton } from '../../support/renderList';

let heard: ReturnType<typeof heardFeedback>;
const come = (...roles: string[]) =>
  takeUser({ user: { id: 1, userName: 'u', nickName: '甲' } as User, roles } as never);
beforeEach(() => {
  freshBrowser();
  heard = heardFeedback();
});
afterEach(() => vi.restoreAllMocks());

it('the button 重置 sends one request however often it is pressed, and loads the rows again', async () => {
  come('sample:reset');
  let answer: () => void = () => undefined;
  const asked = vi.spyOn(client, 'request').mockImplementation(
    () =>
      new Promise((resolve) => {
        answer = () => resolve({ data: { code: '200', message: '', body: null } });
      }),
  );
  const onDone = vi.fn(async () => undefined);
  render(<ResetButton entity={sample} id={7} onDone={onDone} />);
  click(button('重置'));
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  const pressed = screen.getByRole('button');
  expect(pressed.className).toMatch(/loading/);
  click(pressed);
  await act(async () => answer());
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(heard.questions).toEqual([messages.confirmReset]);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(heard.notices.map(([, said]) => said)).toEqual([messages.resetDone]);
  await waitFor(() => expect(screen.getByRole('button').className).not.toMatch(/loading/));
});

it('the button 重置 is disabled without a stored row, or while something must be done first, which it names', () => {
  come('sample:reset');
  const onDone = async () => undefined;
  const { rerender } = render(<ResetButton entity={sample} id={undefined} onDone={onDone} />);
  expect(button('重置')).toBeDisabled();
  rerender(<ResetButton entity={sample} id={7} lockReason="请先保存" onDone={onDone} />);
  expect(button('重置')).toBeDisabled();
  expect(button('重置')).toHaveAttribute('title', '请先保存');
  rerender(<ResetButton entity={sample} id={7} onDone={onDone} />);
  expect(button('重置')).toBeEnabled();
  expect(button('重置')).not.toHaveAttribute('title');
});

it('the button 重置 is not offered to people without the permission', () => {
  come('sample:list');
  render(<ResetButton entity={sample} id={7} onDone={async () => undefined} />);
  expect(noButton('重置')).toBe(true);
});
