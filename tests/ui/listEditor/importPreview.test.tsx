import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ImportPreviewPanel } from '@/listEditor/importing/ImportPreviewPanel';
import { customer } from '@contract/features/customers/entities/customer';
import type { ImportPreview } from '@contract/workbook/importWire';

const model = {
  counts: { add: 0, update: 0, same: 0, error: 0 },
  correct: () => undefined,
  mode: 'add',
  blanks: 'keep',
  groups: [],
};
const show = (changes: Partial<ImportPreview>) =>
  render(
    <ImportPreviewPanel
      entity={customer}
      model={model as never}
      preview={{
        headers: { missing: [], unknown: [], message: null, fatal: false } as never,
        dropped: [],
        rows: [],
        sheetName: '客户',
        sheets: [],
        ...changes,
      }}
    />,
  );
const lines = (count: number) => Array.from({ length: count }, (_, index) => index + 2);

describe('preview of an import', () => {
  it('the import preview names up to twenty ignored rows, and says if there are more', () => {
    const named = lines(20).join('、');
    const { unmount } = show({ dropped: lines(20) });
    expect(screen.getByText(/^首列为空/)).toHaveTextContent(`首列为空的20行已忽略：第${named}行`);
    expect(screen.getByText(/^首列为空/).textContent).not.toMatch(/等$/);
    unmount();
    show({ dropped: lines(21) });
    expect(screen.getByText(/^首列为空/).textContent).toBe(`首列为空的21行已忽略：第${named}行等`);
  });

  it('the import preview does not mention ignored rows, sheets and changes if there are none', () => {
    show({});
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('the import preview shows all rows again when the last faulty one is corrected', () => {
    const row = { line: 2, cells: { 客户名称: '甲公司' }, state: 'error', errors: [], notices: [], changes: [] };
    const panel = (state: 'error' | 'add') => (
      <ImportPreviewPanel
        entity={customer}
        model={{ ...model, counts: { ...model.counts, [state]: 1 } } as never}
        preview={
          {
            headers: { missing: [], unknown: [], message: null, fatal: false },
            dropped: [],
            rows: [{ ...row, state }],
            sheetName: '客户',
            sheets: [],
          } as never
        }
      />
    );
    const { rerender } = render(panel('error'));
    expect(screen.getByRole('radio', { name: '有误 1' })).toBeChecked();
    rerender(panel('add'));
    expect(screen.getByRole('radio', { name: '全部 1' })).toBeChecked();
  });

  it('the import preview offers the sheets of a workbook, and marks hidden ones', () => {
    show({
      sheets: [
        { name: '客户', hidden: false },
        { name: '旧', hidden: true },
      ] as never,
    });
    expect(screen.getByText('其余1张有数据的工作表不读取')).toBeVisible();
    expect(screen.getByRole('combobox', { name: '读取的工作表' })).toBeEnabled();
  });
});
