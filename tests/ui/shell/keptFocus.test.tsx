import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useKeptFocus } from '@/shell/panes/useKeptFocus';

function Page({ second, inert = false }: { readonly second: boolean; readonly inert?: boolean }) {
  useKeptFocus();
  return (
    <>
      <button type="button">外面</button>
      <div data-page-pane="/a" inert={inert}>
        <section>
          <button type="button" disabled>
            不能按
          </button>
          <button type="button">旁边</button>
          {second && <button type="button">用完就消失</button>}
        </section>
      </div>
    </>
  );
}

it('the focus moves to a control near a button that disappears with its action', async () => {
  const { rerender } = render(<Page second />);
  screen.getByText('用完就消失').focus();
  rerender(<Page second={false} />);
  await waitFor(() => expect(screen.getByText('旁边')).toHaveFocus());
});

it('the focus of a hidden page is left alone, and so is a focus that moved elsewhere', async () => {
  const { rerender } = render(<Page second />);
  screen.getByText('用完就消失').focus();
  rerender(<Page second={false} inert />);
  await new Promise(requestAnimationFrame);
  expect(document.body).toHaveFocus();
  rerender(<Page second />);
  screen.getByText('用完就消失').focus();
  screen.getByText('外面').focus();
  rerender(<Page second={false} />);
  await new Promise(requestAnimationFrame);
  expect(screen.getByText('外面')).toHaveFocus();
});
