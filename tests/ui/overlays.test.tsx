import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Form, Input, Select } from 'antd';
import { useEffect, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { CancelButton, PageDrawer, PageModal } from '@/session/overlays';
import { PageStateContext } from '@/session/tabs/pageState';
import { failures } from '@contract/messages';
import { heardFeedback } from '../support/browserState';
import { button, click, type } from '../support/renderList';

const dirty = new Set<string>();
beforeEach(() => dirty.clear());

const page = {
  active: true,
  setName: () => undefined,
  setDirty: (source: string, is: boolean) => void (is ? dirty.add(source) : dirty.delete(source)),
};

function Dialog({ open }: { readonly open: boolean }) {
  return (
    <PageStateContext.Provider value={page}>
      <PageModal open={open} title="配制标准溶液">
        <Input aria-label="查找批次" />
        <Form>
          <Form.Item name="name" label="名称">
            <Input />
          </Form.Item>
        </Form>
      </PageModal>
    </PageStateContext.Provider>
  );
}

it('a dialog with typed input counts as unsaved work while it is open; a typed filter does not', async () => {
  const { rerender } = render(<Dialog open />);
  type(await screen.findByLabelText('查找批次'), '苯');
  expect(dirty.size).toBe(0);
  type(screen.getByLabelText('名称'), '苯标准溶液');
  expect(dirty.size).toBe(1);
  rerender(<Dialog open={false} />);
  expect(dirty.size).toBe(0);
  rerender(<Dialog open />);
  expect(dirty.size).toBe(0);
});

const saved = vi.fn();
const closed = vi.fn();
beforeEach(() => void vi.clearAllMocks());

function Asking() {
  const [open, setOpen] = useState(true);
  const [form] = Form.useForm<{ name: string; unit: string }>();
  useEffect(() => form.setFieldsValue({ unit: 'mL' }), [form]);
  return (
    <PageModal
      open={open}
      title="配制标准溶液"
      okText="确定"
      cancelText="取消"
      onCancel={() => {
        closed();
        setOpen(false);
      }}
      onOk={() =>
        void form.validateFields().then(
          () => {
            saved();
            setOpen(false);
          },
          () => undefined,
        )
      }
    >
      <Form form={form}>
        <Form.Item name="name" label="名称" rules={[{ required: true, message: '请填写名称' }]}>
          <Input />
        </Form.Item>
        <Form.Item name="unit" label="单位" rules={[{ required: true }]}>
          <Select
            options={[
              { value: 'mL', label: 'mL' },
              { value: 'L', label: 'L' },
            ]}
          />
        </Form.Item>
      </Form>
    </PageModal>
  );
}

const ways: readonly (readonly [string, () => void])[] = [
  ['取消', () => click(button('取消'))],
  ['×', () => click(screen.getByRole('button', { name: /Close|关闭/ }))],
  ['Esc', () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape', code: 'Escape', keyCode: 27 })],
];

it.each(ways)(
  'a dialog with input asks before it is closed by %s, and closes without a question if nothing was typed',
  async (_, leave) => {
    const heard = heardFeedback();
    const view = render(<Asking />);
    type(await screen.findByLabelText('名称'), '苯标准溶液');
    heard.answer(false);
    leave();
    await waitFor(() => expect(heard.questions).toEqual([failures.leaveUnsaved]));
    expect(screen.getByLabelText<HTMLInputElement>('名称').value).toBe('苯标准溶液');
    expect(closed).not.toHaveBeenCalled();
    heard.answer(true);
    leave();
    await waitFor(() => expect(closed).toHaveBeenCalledOnce());
    expect(heard.questions).toHaveLength(2);
    view.unmount();
    render(<Asking />);
    await screen.findByLabelText('名称');
    leave();
    expect(closed).toHaveBeenCalledTimes(2);
    expect(heard.questions).toHaveLength(2);
  },
);

it('a dialog asks before closing after a changed choice too, but not after a validation or after saving', async () => {
  const heard = heardFeedback();
  heard.answer(false);
  const view = render(<Asking />);
  await screen.findByLabelText('名称');
  click(button('确定'));
  await screen.findByText('请填写名称');
  click(button('取消'));
  expect(closed).toHaveBeenCalledOnce();
  expect(heard.questions).toEqual([]);
  view.unmount();

  const again = render(<Asking />);
  fireEvent.mouseDown(await screen.findByLabelText('单位'));
  click(await screen.findByTitle('L'));
  click(button('取消'));
  await waitFor(() => expect(heard.questions).toHaveLength(1));
  again.unmount();

  render(<Asking />);
  type(await screen.findByLabelText('名称'), '苯标准溶液');
  click(button('确定'));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(heard.questions).toHaveLength(1);
});

function Drawn({ children, onClose }: { readonly children?: React.ReactNode; readonly onClose: () => void }) {
  return (
    <PageStateContext.Provider value={page}>
      <PageDrawer open title="采样调整" onClose={onClose} footer={<CancelButton />}>
        <form role="search">
          <Input aria-label="关键字" />
        </form>
        <Form>
          <Form.Item name="reason" label="调整原因">
            <Input />
          </Form.Item>
        </Form>
        {children}
      </PageDrawer>
    </PageStateContext.Provider>
  );
}

it('a drawer with typed input counts as unsaved work and asks before closing, also by its own button', async () => {
  const heard = heardFeedback();
  const onClose = vi.fn();
  render(<Drawn onClose={onClose} />);
  type(await screen.findByLabelText('关键字'), '苯');
  expect(dirty.size).toBe(0);
  click(button('取消'));
  expect(onClose).toHaveBeenCalledOnce();
  type(screen.getByLabelText('调整原因'), '记错');
  expect(dirty.size).toBe(1);
  heard.answer(false);
  click(button('取消'));
  await waitFor(() => expect(heard.questions).toEqual([failures.leaveUnsaved]));
  click(screen.getByRole('button', { name: /Close|关闭/ }));
  await waitFor(() => expect(heard.questions).toHaveLength(2));
  expect(onClose).toHaveBeenCalledOnce();
});

it('a drawer does not count input in a dialog within it as its own', async () => {
  const heard = heardFeedback();
  const onClose = vi.fn();
  render(
    <Drawn onClose={onClose}>
      <PageModal open title="改判">
        <Form>
          <Form.Item name="why" label="改判原因">
            <Input />
          </Form.Item>
        </Form>
      </PageModal>
    </Drawn>,
  );
  type(await screen.findByLabelText('改判原因'), '复核');
  expect(dirty.size).toBe(1);
  click(button('取消'));
  expect(onClose).toHaveBeenCalledOnce();
  expect(heard.questions).toEqual([]);
});
