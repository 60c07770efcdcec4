import { describe, expect, it } from 'vitest';
import { nestRows } from '@contract/features/system/nestTree';

describe('rows nested under their parents by the tree helper of the specification', () => {
  it('the function nest builds a tree by upId by default, in the given order, and gives leaves no children', () => {
    const rows = [
      { id: 2, upId: 1, name: '车间' },
      { id: 1, upId: null, name: '厂区' },
      { id: 3, upId: 2, name: '岗位' },
      { id: 4, upId: 1, name: '仓库' },
    ];
    expect(nestRows(rows)).toEqual([{ ...rows[1], children: [{ ...rows[0], children: [rows[2]] }, rows[3]] }]);
    expect(
      nestRows(
        [
          { id: 'b', pid: 'a' },
          { id: 'a', pid: '' },
        ],
        { parent: 'pid' },
      ),
    ).toEqual([{ id: 'a', pid: '', children: [{ id: 'b', pid: 'a' }] }]);
  });

  it('the function nest disables the tree rows that the page marks as disabled', () => {
    expect(
      nestRows(
        [
          { id: 1, upId: 0, locked: true },
          { id: 2, upId: 1, locked: false },
        ],
        { disabled: ({ locked }) => locked },
      ),
    ).toEqual([{ id: 1, upId: 0, locked: true, disabled: true, children: [{ id: 2, upId: 1, locked: false }] }]);
  });

  it('the function nest puts rows with a missing parent, or in a cycle, at the top of the tree and leaves its input unchanged', () => {
    const rows = [
      { id: 1, upId: 9 },
      { id: 2, upId: 2 },
      { id: 3, upId: 4 },
      { id: 4, upId: 3 },
      { id: 5, upId: 4 },
    ];
    const kept = structuredClone(rows);
    expect(nestRows(rows).map(({ id, children = [] }) => [id, children.map((child) => child.id)])).toEqual([
      [1, []],
      [2, []],
      [3, []],
      [4, [5]],
    ]);
    expect(rows).toEqual(kept);
  });
});
