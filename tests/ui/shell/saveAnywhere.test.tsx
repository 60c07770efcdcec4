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

it('Ctrl+S presses the button of the page wherever the focus is, and keeps the browser from saving', () => {
  saved.mockClear();
  const { getByText } = render(<Page />);
  expect(press(getByText('别处'))).toBe(false);
  expect(saved.mock.calls).toEqual([['page']]);
});

it('Ctrl+S presses the button of an open dialog instead', () => {
  saved.mockClear();
  render(<Page dialog />);
  press(document.body);
  expect(saved.mock.calls).toEqual([['dialog']]);
});

it('Ctrl+S saves nothing where the button is disabled', () => {
  saved.mockClear();
  render(<Page full={false} />);
  expect(press(document.body)).toBe(false);
  expect(saved.mock.calls).toEqual([]);
});

it('Ctrl+S presses a button that says what it saves', () => {
  saved.mockClear();
  render(<Page caption="保存评审" />);
  press(document.body);
  expect(saved.mock.calls).toEqual([['page']]);
});
