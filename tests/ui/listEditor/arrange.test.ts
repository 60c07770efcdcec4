import { describe, expect, it } from 'vitest';
import { arrangeColumns, shownColumns } from '@/listEditor/columns/columnWidthsAndOrder';
import { actionsWidth } from '@/listEditor/table/actionsWidth';
import { rowsOfDelimited } from '@contract/workbook/delimitedRows';

describe('arranged columns', () => {
  it('a list has the page’s columns until a person arranges them', () => {
    expect(arrangeColumns(['a', 'b', 'c'])).toEqual([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
  });

  it('an arranged list keeps the chosen order, widths and pins', () => {
    const choices = [
      { name: 'c', width: 90 },
      { name: 'a', hidden: true },
      { name: 'b', pin: 'left' as const },
    ];
    expect(arrangeColumns(['a', 'b', 'c'], choices)).toEqual(choices);
  });

  it('an arranged list shows, and exports, its columns in the chosen order without the hidden ones', () => {
    expect(shownColumns(['a', 'b', 'c'], [{ name: 'c' }, { name: 'a', hidden: true }, { name: 'b' }])).toEqual([
      'c',
      'b',
    ]);
  });

  it('an arranged list adds new columns after their neighbour and drops removed columns', () => {
    expect(
      arrangeColumns(['a', 'x', 'b'], [{ name: 'b' }, { name: 'gone' }, { name: 'a' }]).map(({ name }) => name),
    ).toEqual(['b', 'a', 'x']);
    expect(arrangeColumns(['x', 'a'], [{ name: 'a' }]).map(({ name }) => name)).toEqual(['x', 'a']);
  });
});

describe('a pasted row', () => {
  it('a pasted row is split at tabs and ends at the line break', () => {
    expect(rowsOfDelimited('甲\t 乙 \t\t丙\r\n第二行\t', '\t')[0]).toEqual({
      line: 1,
      cells: ['甲', ' 乙 ', '', '丙'],
    });
  });

  it('a pasted row keeps tabs, line breaks and quotes of a quoted cell', () => {
    expect(rowsOfDelimited('"a\tb"\t"say ""x"""\t"two\nlines"', '\t')[0]?.cells).toEqual([
      'a\tb',
      'say "x"',
      'two\nlines',
    ]);
  });
});

describe('width of the actions column', () => {
  it('the actions column of a list fits its labels and never falls below the minimum width', () => {
    expect(actionsWidth(['编辑', '项目', '更多'], 13, 152)).toBe(152);
    expect(actionsWidth(['编辑', '有效权限', '更多'], 14, 152)).toBe(8 * 14 + 2 * 12 + 24);
    expect(actionsWidth(['查看项目'], 14, 72)).toBe(4 * 14 + 24);
  });
});
