import { render } from '@testing-library/react';
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { FittedPaper } from '@/lib/print/FittedPaper';
import { layOut } from '@contract/print/pageLayout';
import type { PrintDocument } from '@contract/print/printDocument';

// What the browser's own command (Ctrl+P, the menu) prints while a paper is in sight.

const paper = (title: string, lines: number) =>
  layOut({
    title,
    agency: '机构',
    corner: '',
    blocks: [{ kind: 'lines', lines: Array.from({ length: lines }, (_, no) => `第${no}行`) }],
    signers: [],
    foot: '',
  } satisfies PrintDocument);

const printed = (): readonly string[] =>
  [...document.querySelectorAll('body > [data-printed]')].map((sheet) => sheet.textContent ?? '');
const fire = (name: 'beforeprint' | 'afterprint') => act(() => window.dispatchEvent(new Event(name)));

describe('printing the page prints the shown paper alone', () => {
  it('a shown paper is printed by its sheets, which are added beside the page and removed afterwards', async () => {
    const laid = paper('原始记录', 200);
    expect(laid.pages.length).toBeGreaterThan(2);
    render(<FittedPaper laidOutPaper={laid} />);
    expect(printed()).toEqual([]);
    await fire('beforeprint');
    expect(document.body.dataset['printing']).toBe('');
    const [sheets, second] = [...document.querySelectorAll('body > [data-printed]')];
    expect(second).toBeUndefined();
    expect(sheets?.children).toHaveLength(laid.pages.length);
    await fire('afterprint');
    expect(printed()).toEqual([]);
    expect(document.body.dataset['printing']).toBeUndefined();
  });

  it('the newest shown paper is printed: that of the drawer, not that of the page below or of a hidden page', async () => {
    render(<FittedPaper laidOutPaper={paper('页面', 1)} />);
    const drawer = render(<FittedPaper laidOutPaper={paper('抽屉', 1)} />);
    render(
      <div style={{ display: 'none' }}>
        <FittedPaper laidOutPaper={paper('隐藏', 1)} />
      </div>,
    );
    await fire('beforeprint');
    expect(printed()).toHaveLength(1);
    expect(printed()[0]).toContain('抽屉');
    await fire('afterprint');
    drawer.unmount();
    await fire('beforeprint');
    expect(printed()[0]).toContain('页面');
    await fire('afterprint');
  });

  it('a shown paper is not printed when a button prints something else, nor after the paper was closed', async () => {
    const { unmount } = render(<FittedPaper laidOutPaper={paper('页面', 1)} />);
    document.body.dataset['printing'] = '';
    await fire('beforeprint');
    expect(printed()).toEqual([]);
    delete document.body.dataset['printing'];
    unmount();
    await fire('beforeprint');
    expect(printed()).toEqual([]);
    expect(document.body.dataset['printing']).toBeUndefined();
  });
});
