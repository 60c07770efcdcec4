import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { UploadDialog } from '@/listEditor/importing/UploadDialog';
import type { ListEditorModel } from '@/listEditor/useListEditor';
import { messages } from '@contract/messages';
import { importTexts } from '@contract/workbook/importWire';
import { forgetEverything, renderShell } from './renderShell';

// The answer of the specification's import (SPEC §7): an item a row, whose empty msg means success.

afterEach(() => {
  vi.useRealTimers();
  forgetEverything();
});

/** Opens the dialog, gives it a workbook and returns what closed. */
async function give(answer: readonly { msg: string }[]) {
  const [upload, refresh, onClose] = [vi.fn(() => Promise.resolve(answer)), vi.fn(() => Promise.resolve()), vi.fn()];
  const editor = { page: { title: '受检单位' }, api: { upload }, commands: { refresh } } as unknown as ListEditorModel;
  renderShell('/dashboard');
  const { baseElement, unmount } = render(<UploadDialog editor={editor} onClose={onClose} />);
  const input = await waitFor(() => {
    const found = baseElement.querySelector<HTMLInputElement>('input[type=file]');
    if (!found) throw new Error('no file input yet');
    return found;
  });
  vi.useFakeTimers();
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  fireEvent.change(input, { target: { files: [new File(['PK'], '单位.xlsx')] } });
  await pass(200);
  expect([upload.mock.calls.length, refresh.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1, 1]);
  unmount();
  return pass;
}

it('an upload with wrong rows lists the message of each in a warning that stays until somebody closes it', async () => {
  const pass = await give([{ msg: '' }, { msg: '第3行：单位名称不能为空' }, { msg: '' }, { msg: '第5行：状态不存在' }]);
  const notice = screen.getByText(importTexts.results).closest('.ant-notification-notice') as HTMLElement;
  for (const message of ['第3行：单位名称不能为空', '第5行：状态不存在']) expect(notice).toHaveTextContent(message);
  expect(screen.queryByText(messages.imported)).toBeNull();
  await pass(600_000);
  expect(screen.getByText(importTexts.results)).toBeVisible();
  fireEvent.click(notice.querySelector('.ant-notification-notice-close') as Element);
  await pass(1_000);
  expect(screen.queryByText(importTexts.results)).toBeNull();
});

it('an upload without wrong rows is reported by a message that disappears', async () => {
  const pass = await give([{ msg: '' }, { msg: '' }]);
  expect(screen.getByText(messages.imported)).toBeVisible();
  await pass(10_000);
  expect(screen.queryByText(messages.imported)).toBeNull();
});
