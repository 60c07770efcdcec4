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
  toggleMenu,
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
  it('a role keeps the same menus when its tree is opened and saved unchanged, also if branches are partly ticked', () => {
    fc.assert(
      fc.property(roles, ({ index, held, linked }) => {
        const { checked, half } = checkStateOf(index, held, linked);
        expect(sorted([...checked, ...half])).toEqual(sorted(held));
        expect(sorted(withAncestors(index, held))).toEqual(sorted(held));
      }),
    );
  });

  it('ticking a menu gives the role exactly that menu and its ancestors', () => {
    fc.assert(
      fc.property(roles, ({ index, held, id }) => {
        expect(sorted(toggleMenu(index, held, id, true, false))).toEqual(
          sorted(new Set([...held, ...withAncestors(index, [id])])),
        );
      }),
    );
  });

  it('ticking a menu with parents and children linked also gives all menus below it', () => {
    fc.assert(
      fc.property(roles, ({ index, held, id }) => {
        const below = withDescendants(index.get(id) as MenuTreeNode);
        expect(sorted(toggleMenu(index, held, id, true, true))).toEqual(
          sorted(new Set([...held, ...withAncestors(index, [id]), ...below])),
        );
      }),
    );
  });

  it('unticking a menu takes away that menu and all below it, never a parent or neighbour', () => {
    fc.assert(
      fc.property(roles, ({ index, held, id, linked }) => {
        const below = new Set(withDescendants(index.get(id) as MenuTreeNode));
        expect(sorted(toggleMenu(index, held, id, false, linked))).toEqual(
          sorted([...held].filter((one) => !below.has(one))),
        );
      }),
    );
  });

  it('no sequence of clicks gives a role a menu without its parent', () => {
    fc.assert(
      fc.property(
        roles,
        fc.array(fc.tuple(fc.nat(), fc.boolean(), fc.boolean()), { maxLength: 20 }),
        ({ index, held }, clicks) => {
          const ids = [...index.keys()];
          const after = clicks.reduce<Set<number>>(
            (set, [at, ticked, linked]) => toggleMenu(index, set, ids[at % ids.length] as number, ticked, linked),
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

  it('the menu tree states before saving how many menus are added and removed, with their names', () => {
    const after = toggleMenu(index, toggleMenu(index, new Set([1, 4]), 3, true, false), 4, false, false);
    expect(roleMenuTexts.change(changeOf(index, new Set([1, 4]), after))).toBe(
      '新增2项（用户管理、新增用户）、移除1项（字典管理）',
    );
  });

  it('restoring a page for a role adds the directories above it and those of its buttons that still exist', () => {
    const pages = [{ id: 2, title: '用户管理', buttons: [3, 99] }];
    expect([...withPages(index, new Set([4]), pages)].sort()).toEqual([1, 2, 3, 4]);
  });

  it('a page granted without its buttons is shown ticked, or half ticked if the tree links parents and children', () => {
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

  it('the comparison of two roles lists the menus that only one of them holds, in the order of the tree', () => {
    expect(compareRoles(menus, 1, 2)).toEqual([
      { id: 7, title: '新增用户', trail: '系统管理／用户管理', first: true, second: false },
      { id: 2, title: '字典管理', trail: '系统管理', first: false, second: true },
    ]);
    expect(compareRoles(menus, 1, 1)).toEqual([]);
  });

  it('the list of a role’s menus follows the order of the tree and includes the ancestors', () => {
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
