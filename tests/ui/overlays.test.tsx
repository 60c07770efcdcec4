import { render, screen } from '@testing-library/react';
import { Form, Input } from 'antd';
import { beforeEach, expect, it } from 'vitest';
import { PageModal } from '@/session/overlays';
import { PageStateContext } from '@/session/pageState';
import { type } from '../support/renderList';

const dirty = new Set<string>();
beforeEach(() => dirty.clear());

const page = { active: true, setName: () => undefined, setDirty: (source: string, is: boolean) => void (is ? dirty.add(source) : dirty.delete(source)) };

function Dialog({ open }: { readonly open: boolean }) {
  return (
    <PageStateContext.Provider value={page}>
      <PageModal open={open} title="配制标准溶液">
        <Input aria-label="查找批次" />
        <Form><Form.Item name="name" label="名称"><Input /></Form.Item></Form>
      </PageModal>
    </PageStateContext.Provider>
  );
}

it('tells the page of what is typed into a dialog’s form, as long as it is open, and not of a filter', async () => {
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
