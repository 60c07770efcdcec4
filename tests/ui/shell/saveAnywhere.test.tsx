import { fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSaveAnywhere } from '@/shell/useSaveAnywhere';

// jsdom lays nothing out: what is in the document is shown, except what carries `hidden`.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getClientRects').mockImplementation(function rects(this: Element) {
    return (this.closest('[hidden]') ? [] : [{}]) as unknown as DOMRectList;
  });
});
afterEach(() => vi.restoreAllMocks());

const saved = vi.fn<(where: string) => void>();

function Page({ dialog = false, full = true, caption = '保 存' }) {
  useSaveAnywhere();
  return (
    <>
      <main>
        <button type="button" onClick={() => saved('page')} disabled={!full}>
          {caption}
        </button>
        <a href="#elsewhere">别处</a>
      </main>
      {dialog && (
        <div role="dialog">
          <button type="button" onClick={() => saved('dialog')}>
            保存
          </button>
        </div>
      )}
    </>
  );
}

const press = (target: Element) => fireEvent.keyDown(target, { key: 's', ctrlKey: true });

it('Ctrl+S presses the page’s save button wherever the focus is, and suppresses the browser’s own saving', () => {
  saved.mockClear();
  const { getByText } = render(<Page />);
  expect(press(getByText('别处'))).toBe(false);
  expect(saved.mock.calls).toEqual([['page']]);
});

it('Ctrl+S presses the save button of an open dialog instead of the page’s', () => {
  saved.mockClear();
  render(<Page dialog />);
  press(document.body);
  expect(saved.mock.calls).toEqual([['dialog']]);
});

it('Ctrl+S saves nothing if the save button is disabled', () => {
  saved.mockClear();
  render(<Page full={false} />);
  expect(press(document.body)).toBe(false);
  expect(saved.mock.calls).toEqual([]);
});

it('Ctrl+S also presses a save button with a longer caption, such as 保存评审', () => {
  saved.mockClear();
  render(<Page caption="保存评审" />);
  press(document.body);
  expect(saved.mock.calls).toEqual([['page']]);
});

function Question() {
  useSaveAnywhere();
  return (
    <div role="dialog">
      <button type="button">取消</button>
      <button type="button" className="ant-btn-primary" onClick={() => saved('question')}>
        确 定
      </button>
    </div>
  );
}

it('Ctrl+S never answers a question', () => {
  saved.mockClear();
  render(<Question />);
  press(document.body);
  expect(saved.mock.calls).toEqual([]);
});
