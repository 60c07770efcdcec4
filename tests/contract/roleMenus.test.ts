import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeOf,
  checkStateOf,
  compareRoles,
  heldTree,
  indexOf,
  type MenuTreeNode,
  roleMenuTexts,
  toggled,
  withAncestors,
  withDescendants,
  withPages,
} from '@contract/features/system/roleMenus';

type Plain = { id: number; pid: number | null; title: string; type: number; permission: null; children: Plain[] };

/** A tree of up to 60 menus, each below an earlier one or at the top, and a role with some of them. */
const trees = fc.array(fc.nat(), { minLength: 1, maxLength: 60 }).map((places) => {
  const nodes: Plain[] = [];
  const roots: Plain[] = [];
  for (const [at, place] of places.entries()) {
    const above = nodes[place % (at + 1)];
    const node: Plain = {
      id: at + 1,
      pid: above?.id ?? null,
      title: `菜单${at + 1}`,
      type: 1,
      permission: null,
      children: [],
    };
    nodes.push(node);
    (above?.children ?? roots).push(node);
  }
  return roots as MenuTreeNode[];
});
const roles = trees.chain((nodes) => {
  const index = indexOf(nodes);
  return fc.record({
    index: fc.constant(index),
    held: fc.subarray([...index.keys()]).map((ids) => withAncestors(index, ids)),
    id: fc.constantFrom(...index.keys()),
    linked: fc.boolean(),
  });
});
const sorted = (ids: Iterable<number>): number[] => [...ids].sort((one, other) => one - other);

describe('menus of a role', () => {
  it('menus of a role stay the same set when the tree is opened and saved unchanged, also if partly held', () => {
    fc.assert(
      fc.property(roles, ({ index, held, linked }) => {
        const { checked, half } = checkStateOf(index, held, linked);
        expect(sorted([...checked, ...half])).toEqual(sorted(held));
        expect(sorted(withAncestors(index, held))).toEqual(sorted(held));
      }),
    );
  });

  it('menus of a role gain by one tick exactly that menu and its ancestors', () => {
    fc.assert(
      fc.property(roles, ({ index, held, id }) => {
        expect(sorted(toggled(index, held, id, true, false))).toEqual(
          sorted(new Set([...held, ...withAncestors(index, [id])])),
        );
      }),
    );
  });

  it('menus of a role also gain all below if parents and children are linked', () => {
    fc.assert(
      fc.property(roles, ({ index, held, id }) => {
        const below = withDescendants(index.get(id) as MenuTreeNode);
        expect(sorted(toggled(index, held, id, true, true))).toEqual(
          sorted(new Set([...held, ...withAncestors(index, [id]), ...below])),
        );
      }),
    );
  });

  it('menus of a role lose by one untick that menu and what is below it, never a parent or a neighbour', () => {
    fc.assert(
      fc.property(roles, ({ index, held, id, linked }) => {
        const below = new Set(withDescendants(index.get(id) as MenuTreeNode));
        expect(sorted(toggled(index, held, id, false, linked))).toEqual(
          sorted([...held].filter((one) => !below.has(one))),
        );
      }),
    );
  });

  it('menus of a role are never without a parent after any clicks', () => {
    fc.assert(
      fc.property(
        roles,
        fc.array(fc.tuple(fc.nat(), fc.boolean(), fc.boolean()), { maxLength: 20 }),
        ({ index, held }, clicks) => {
          const ids = [...index.keys()];
          const after = clicks.reduce<Set<number>>(
            (set, [at, ticked, linked]) => toggled(index, set, ids[at % ids.length] as number, ticked, linked),
            held,
          );
          expect(sorted(withAncestors(index, after))).toEqual(sorted(after));
        },
      ),
    );
  });
});

describe('change that a save would make', () => {
  const index = indexOf([
    {
      id: 1,
      pid: null,
      title: '系统管理',
      type: 0,
      permission: null,
      children: [
        {
          id: 2,
          pid: 1,
          title: '用户管理',
          type: 1,
          permission: 'user:list',
          children: [{ id: 3, pid: 2, title: '新增用户', type: 2, permission: 'user:add' }],
        },
        { id: 4, pid: 1, title: '字典管理', type: 1, permission: 'dict:list' },
      ],
    },
  ]);

  it('the change that a save would make is stated with numbers and names', () => {
    const after = toggled(index, toggled(index, new Set([1, 4]), 3, true, false), 4, false, false);
    expect(roleMenuTexts.change(changeOf(index, new Set([1, 4]), after))).toBe(
      '新增2项（用户管理、新增用户）、移除1项（字典管理）',
    );
  });

  it('the change that a save would make takes pages back with their directories and the buttons that the tree still has', () => {
    const pages = [{ id: 2, title: '用户管理', buttons: [3, 99] }];
    expect([...withPages(index, new Set([4]), pages)].sort()).toEqual([1, 2, 3, 4]);
  });

  it('the change that a save would make shows a page without its buttons as ticked, and as half ticked if parents and children are linked', () => {
    expect(checkStateOf(index, new Set([1, 2]), false)).toEqual({ checked: [1, 2], half: [] });
    expect(checkStateOf(index, new Set([1, 2]), true)).toEqual({ checked: [], half: [1, 2] });
  });
});

describe('comparison of two roles', () => {
  const menu = (id: number, pid: number | null, title: string, roles: number[]) => ({
    id,
    pid,
    type: 1 as const,
    title,
    permission: null,
    roles,
  });
  const menus = [
    menu(9, null, '系统管理', [1, 2]),
    menu(3, 9, '用户管理', [1, 2]),
    menu(7, 3, '新增用户', [1]),
    menu(2, 9, '字典管理', [2]),
  ];

  it('the comparison of two roles lists what only one of them holds, in the order of the tree', () => {
    expect(compareRoles(menus, 1, 2)).toEqual([
      { id: 7, title: '新增用户', trail: '系统管理／用户管理', first: true, second: false },
      { id: 2, title: '字典管理', trail: '系统管理', first: false, second: true },
    ]);
    expect(compareRoles(menus, 1, 1)).toEqual([]);
  });

  it('the comparison of two roles shows held menus in the order of the tree, with their ancestors', () => {
    const nodes = [
      {
        id: 5,
        pid: null,
        title: '甲',
        type: 0,
        permission: null,
        children: [
          { id: 1, pid: 5, title: '丙', type: 1, permission: null },
          { id: 2, pid: 5, title: '乙', type: 1, permission: null },
        ],
      },
    ];
    expect(heldTree(nodes, new Set([2]))).toEqual([
      { ...nodes[0], children: [{ ...nodes[0]?.children[1], children: [] }] },
    ]);
    expect(heldTree(nodes, new Set())).toEqual([]);
  });
});
