import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentType, Suspense, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deferredPart, lazyOr, withDeferredParts } from '@/lib/deferredPart';
import { barTexts } from '@/lib/texts/barTexts';
import { PageErrorBoundary } from '@/shell/panes/PageErrorBoundary';
import { errorDuration } from '@contract/constants';
import { heardFeedback } from '../support/browserState';

interface EditorProps {
  readonly open: boolean;
}
function Editor({ open }: EditorProps) {
  return <p>{open ? '编辑表单' : '已收起'}</p>;
}

const missing = {
  chromium: 'Failed to fetch dynamically imported module: http://localhost/assets/EditDialog-old.js',
  firefox: 'error loading dynamically imported module: http://localhost/assets/EditDialog-old.js',
  safari: 'Importing a module script failed.',
  vite: 'Unable to preload CSS for /assets/EditDialog-old.css',
};

/** A page whose form is a late part; `load` answers one request after another. */
function pageWith(load: () => Promise<ComponentType<EditorProps>>) {
  const Late = deferredPart(load);
  return function Page() {
    const [open, setOpen] = useState(false);
    return (
      <section>
        <input aria-label="备注" />
        <button type="button" onClick={() => setOpen(!open)}>
          新增
        </button>
        <Late wanted={open} open={open} />
      </section>
    );
  };
}
const press = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: '新增' })));

let notices: ReturnType<typeof heardFeedback>['notices'];
beforeEach(() => {
  ({ notices } = heardFeedback());
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

it.each(Object.entries(missing))(
  'a part loaded on demand that is missing after an update leaves the page open with a message, and loads on the next request (%s)',
  async (_browser, message) => {
    const load = vi
      .fn<() => Promise<ComponentType<EditorProps>>>()
      .mockRejectedValueOnce(new TypeError(message))
      .mockResolvedValue(Editor);
    const Page = pageWith(load);
    render(
      <PageErrorBoundary>
        <Page />
      </PageErrorBoundary>,
    );
    fireEvent.change(screen.getByLabelText('备注'), { target: { value: '写到一半' } });
    expect(load).not.toHaveBeenCalled();
    await press();
    expect(notices).toEqual([['warning', barTexts.partMissing, expect.objectContaining({ duration: errorDuration })]]);
    expect(screen.getByLabelText('备注')).toHaveValue('写到一半');
    // Closed and opened again.
    await press();
    await press();
    expect(await screen.findByText('编辑表单')).toBeInTheDocument();
    expect(load).toHaveBeenCalledTimes(2);
    expect(notices).toHaveLength(1);
    expect(screen.getByLabelText('备注')).toHaveValue('写到一半');
  },
);

it('a part of the page loaded on demand says each time that it cannot be loaded', async () => {
  const load = vi.fn<() => Promise<ComponentType<EditorProps>>>().mockRejectedValue(new TypeError(missing.chromium));
  const Page = pageWith(load);
  render(
    <PageErrorBoundary>
      <Page />
    </PageErrorBoundary>,
  );
  for (let wish = 1; wish <= 3; wish += 1) {
    await press();
    expect(notices).toHaveLength(wish);
    await press();
  }
  expect(screen.getByLabelText('备注')).toBeInTheDocument();
});

it('a part of the page loaded on demand stays mounted after its first use, so that it can close with an animation', async () => {
  const Page = pageWith(async () => Editor);
  render(<Page />);
  await press();
  expect(await screen.findByText('编辑表单')).toBeInTheDocument();
  await press();
  expect(screen.getByText('已收起')).toBeInTheDocument();
});

it('a part of the page loaded on demand passes its errors to the page around it', async () => {
  const Page = pageWith(
    async () =>
      function Broken() {
        throw new Error('读取失败');
      },
  );
  render(
    <PageErrorBoundary>
      <Page />
    </PageErrorBoundary>,
  );
  await press();
  expect(await screen.findByRole('alert')).toHaveTextContent('读取失败');
  expect(notices).toEqual([]);
});

it('a part of the page loaded on demand ignores a failed prefetch', async () => {
  const load = vi
    .fn<() => Promise<ComponentType<EditorProps>>>()
    .mockRejectedValueOnce(new TypeError(missing.chromium))
    .mockResolvedValue(Editor);
  const Late = deferredPart(load);
  await act(async () => Late.prefetch());
  expect(notices).toEqual([]);
  render(<Late wanted open />);
  expect(await screen.findByText('编辑表单')).toBeInTheDocument();
});

it('the function lazyOr shows a plain substitute if an optional part cannot be loaded, so that the page stays complete', async () => {
  const Picture = lazyOr<EditorProps>(
    () => Promise.reject(new TypeError(missing.vite)),
    () => <p>朴素</p>,
  );
  render(
    <PageErrorBoundary>
      <input aria-label="备注" />
      <Suspense>
        <Picture open />
      </Suspense>
    </PageErrorBoundary>,
  );
  expect(await screen.findByText('朴素')).toBeInTheDocument();
  expect(screen.getByLabelText('备注')).toBeInTheDocument();
  expect(notices).toEqual([]);
});

it('the function withDeferredParts shows a message if the code of an action cannot be loaded', async () => {
  const done = vi.fn();
  withDeferredParts(() => Promise.resolve(1), done);
  withDeferredParts(() => Promise.reject(new TypeError(missing.chromium)), done);
  await vi.waitFor(() =>
    expect(notices).toEqual([['warning', barTexts.partMissing, expect.objectContaining({ duration: errorDuration })]]),
  );
  expect(done.mock.calls).toEqual([[1]]);
});
