import { nestRows, type TreeNode } from '@contract/features/system/nestTree';
import type { GrantedMenu, RoleLostPages } from './rightsWire';

/** A menu of the whole tree (`api/menus/tree`); `pid` is null for a root. */
export interface MenuTreeNode {
  readonly id: number;
  readonly pid: number | null;
  readonly title: string;
  readonly type: number;
  readonly permission: string | null;
  readonly children?: readonly MenuTreeNode[] | null;
}

/** Menus by id, in the order of the tree. */
type MenuIndex = ReadonlyMap<number, MenuTreeNode>;

/** Returns every node of the tree by its id, each parent before its children. */
export function indexOf(nodes: readonly MenuTreeNode[]): MenuIndex {
  const nodesById = new Map<number, MenuTreeNode>();
  const visit = (node: MenuTreeNode): void => {
    nodesById.set(node.id, node);
    node.children?.forEach(visit);
  };
  nodes.forEach(visit);
  return nodesById;
}

/** Returns the ids of a node and all its descendants. */
export const withDescendants = (node: MenuTreeNode): number[] => [
  node.id,
  ...(node.children ?? []).flatMap(withDescendants),
];

/**
 * Returns the existing menus of a role with all their ancestors, because a page without its directory can't be
 * reached.
 * @param ids menus of the role; ids that are not in the tree are dropped
 */
export function withAncestors(index: MenuIndex, ids: Iterable<number>): Set<number> {
  const ancestorPages = new Set<number>();
  for (const id of ids) {
    for (let at = index.get(id); at && !ancestorPages.has(at.id); at = at.pid === null ? undefined : index.get(at.pid))
      ancestorPages.add(at.id);
  }
  return ancestorPages;
}

/**
 * Returns the set after a click on a menu of a role (BEHAVIOUR §5).
 * @param heldIds the set before; it is not changed
 * @param isLinked 父子联动: ticking a menu ticks all menus below it; if off, a page may be selected without its buttons
 * @returns ticked: adds the menu and its ancestors (if linked also all below); unticked: removes the menu and all
 * below
 */
export function toggleMenu(
  index: MenuIndex,
  heldIds: ReadonlySet<number>,
  id: number,
  isTicked: boolean,
  isLinked: boolean,
): Set<number> {
  const node = index.get(id);
  const next = new Set(heldIds);
  if (!node) return next;
  if (!isTicked) {
    for (const descendant of withDescendants(node)) next.delete(descendant);
    return next;
  }
  for (const ancestor of withAncestors(index, [id])) next.add(ancestor);
  if (isLinked) for (const descendant of withDescendants(node)) next.add(descendant);
  return next;
}

/**
 * Returns the set with these pages, their directories, and those of their buttons that are still in the tree.
 * @param heldIds the set before; it is not changed
 */
export const withPages = (index: MenuIndex, heldIds: ReadonlySet<number>, pages: RoleLostPages['pages']): Set<number> =>
  new Set([
    ...heldIds,
    ...withAncestors(
      index,
      pages.flatMap(({ id, buttons }) => [id, ...buttons]),
    ),
  ]);

/**
 * Returns the display of the set in the tree. Linked: a menu with an unselected descendant is half ticked, and a click
 * selects the rest. Not linked: every selected menu is ticked, so a page without its buttons differs from an unselected
 * page.
 * @param heldIds ids of the selected menus
 * @param isLinked whether a menu is selected together with its descendants
 */
export function checkStateOf(
  index: MenuIndex,
  heldIds: ReadonlySet<number>,
  isLinked: boolean,
): { checked: number[]; half: number[] } {
  const heldNodes = [...index.values()].filter(({ id }) => heldIds.has(id));
  const isWhole = (node: MenuTreeNode): boolean => !isLinked || withDescendants(node).every((id) => heldIds.has(id));
  return {
    checked: heldNodes.filter(isWhole).map(({ id }) => id),
    half: heldNodes.filter((node) => !isWhole(node)).map(({ id }) => id),
  };
}

/** Changes that saving would cause, in the order of the tree. */
interface MenuChange {
  readonly added: readonly MenuTreeNode[];
  readonly removed: readonly MenuTreeNode[];
}

/**
 * Returns the menus that only one of the sets contains.
 * @param before ids of the menus before
 * @param after ids of the menus after
 */
export function changeOf(index: MenuIndex, before: ReadonlySet<number>, after: ReadonlySet<number>): MenuChange {
  const allMenus = [...index.values()];
  return {
    added: allMenus.filter(({ id }) => after.has(id) && !before.has(id)),
    removed: allMenus.filter(({ id }) => before.has(id) && !after.has(id)),
  };
}

/** Returns the ids of the nodes whose title or permission contains the text; no ids for an empty text. */
export function matchingNodes(index: MenuIndex, text: string): number[] {
  if (!text) return [];
  return [...index.values()]
    .filter(({ title, permission }) => title.includes(text) || permission?.includes(text))
    .map(({ id }) => id);
}

/** Returns the tree reduced to the selected menus and their ancestors. */
export function heldTree(nodes: readonly MenuTreeNode[], heldIds: ReadonlySet<number>): MenuTreeNode[] {
  return nodes.flatMap((node) => {
    const children = heldTree(node.children ?? [], heldIds);
    return heldIds.has(node.id) || children.length ? [{ ...node, children }] : [];
  });
}

/** A menu that only one of two roles has. */
export interface ComparedLine {
  readonly id: number;
  readonly title: string;
  /** Titles of the menus above it, joined by “／”. */
  readonly trail: string;
  readonly first: boolean;
  readonly second: boolean;
}

/**
 * Compares two roles.
 * @param menus all menus, siblings in the order of the sidebar, each with its roles (`api/roleMatrix`)
 * @returns one line for each menu that only one of the roles has, in the order of the tree
 */
export function compareRoles(menus: readonly GrantedMenu[], firstRole: number, other: number): ComparedLine[] {
  const lines = (nodes: readonly TreeNode<GrantedMenu>[], parentTitles: readonly string[]): ComparedLine[] =>
    nodes.flatMap(({ id, title, roles, children }) => {
      const [first, second] = [roles.includes(firstRole), roles.includes(other)];
      return [
        ...(first === second ? [] : [{ id, title, trail: parentTitles.join('／'), first, second }]),
        ...lines(children ?? [], [...parentTitles, title]),
      ];
    });
  return lines(nestRows(menus, { parent: 'pid' }), []);
}

const maxNamed = 12;
const listNames = (menus: readonly MenuTreeNode[]): string =>
  `（${menus
    .slice(0, maxNamed)
    .map(({ title }) => title)
    .join('、')}${menus.length > maxNamed ? '等' : ''}）`;

export const roleMenuTexts = {
  linked: '父子联动',
  linkedHint: '开启后，勾选上级会一并勾选全部下级',
  /** Summary of the changes, displayed above 保存. */
  change: ({ added, removed }: MenuChange): string =>
    `新增${added.length}项${added.length ? listNames(added) : ''}、移除${removed.length}项${removed.length ? listNames(removed) : ''}`,
  unchanged: '没有改动',
  lost: (pages: readonly { readonly title: string }[]): string =>
    `与内置角色相比缺少${pages.length}个页面：${pages.map(({ title }) => title).join('、')}`,
  worker: '角色核对',
  lostTitle: (count: number): string => `${count}个内置角色缺少页面`,
  lostText: (
    roles: readonly { readonly name: string; readonly pages: readonly { readonly title: string }[] }[],
  ): string =>
    `${roles.map(({ name, pages }) => `${name}缺少${pages.length}个页面（${pages.map(({ title }) => title).join('、')}）`).join('；')}。` +
    '如非有意取消，请在“角色管理”中点击“核对内置角色”补回。',
  takeBack: '补回这些页面及其按钮',
  check: '核对内置角色',
  nothingLost: '内置角色的页面齐全',
} as const;
