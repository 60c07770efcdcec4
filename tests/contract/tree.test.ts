import { describe, expect, it } from 'vitest';
import { nest } from '@contract/features/system/nestTree';

describe('rows nested under their parents by the tree helper of the specification', () => {
  it('nest builds a tree by upId by default, in the given order, and gives leaves no children', () => {
    const rows = [
      { id: 2, upId: 1, name: '车间' },
      { id: 1, upId: null, name: '厂区' },
      { id: 3, upId: 2, name: '岗位' },
      { id: 4, upId: 1, name: '仓库' },
    ];
    expect(nest(rows)).toEqual([{ ...rows[1], children: [{ ...rows[0], children: [rows[2]] }, rows[3]] }]);
    expect(
      nest(
        [
          { id: 'b', pid: 'a' },
          { id: 'a', pid: '' },
        ],
        { parent: 'pid' },
      ),
    ).toEqual([{ id: 'a', pid: '', children: [{ id: 'b', pid: 'a' }] }]);
  });

  it('nest disables the rows that the page marks as disabled', () => {
    expect(
      nest(
        [
          { id: 1, upId: 0, locked: true },
          { id: 2, upId: 1, locked: false },
        ],
        { disabled: ({ locked }) => locked },
      ),
    ).toEqual([{ id: 1, upId: 0, locked: true, disabled: true, children: [{ id: 2, upId: 1, locked: false }] }]);
  });

  it('nest puts rows with a missing parent, or in a cycle, at the top and leaves its input unchanged', () => {
    const rows = [
      { id: 1, upId: 9 },
      { id: 2, upId: 2 },
      { id: 3, upId: 4 },
      { id: 4, upId: 3 },
      { id: 5, upId: 4 },
    ];
    const kept = structuredClone(rows);
    expect(nest(rows).map(({ id, children = [] }) => [id, children.map((child) => child.id)])).toEqual([
      [1, []],
      [2, []],
      [3, []],
      [4, [5]],
    ]);
    expect(rows).toEqual(kept);
  });
});
