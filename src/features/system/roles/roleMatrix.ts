import { menuType } from '@contract/constants';
import { nestRows, type TreeNode } from '@contract/features/system/nestTree';
import type { GrantedMenu, RoleMatrix } from '@contract/features/system/rightsWire';

/** How many of a page's operations a role allows. */
export type GrantExtent = 'all' | 'some' | 'view' | 'none';

export interface PageLine {
  readonly page: GrantedMenu;
  readonly buttons: readonly GrantedMenu[];
  /** Titles of the directories above the page. */
  readonly trail: readonly string[];
}

/** Returns the pages in the order of the sidebar, with their buttons. */
export function linesOf({ menus }: Pick<RoleMatrix, 'menus'>): PageLine[] {
  const walk = (nodes: readonly TreeNode<GrantedMenu>[], trail: readonly string[]): PageLine[] =>
    nodes.flatMap((menu) => {
      if (menu.type === menuType.button) return [];
      const childMenus = menu.children ?? [];
      const ownLines: PageLine[] =
        menu.type === menuType.menu
          ? [{ page: menu, buttons: childMenus.filter(({ type }) => type === menuType.button), trail }]
          : [];
      return [...ownLines, ...walk(childMenus, [...trail, menu.title])];
    });
  return walk(nestRows(menus, { parent: 'pid' }), []);
}

/** Checks for a list permission, which is not an operation on the page. */
const isListPermission = ({ permission }: GrantedMenu): boolean => permission?.endsWith(':list') === true;

export function extentOf({ page, buttons }: PageLine, roleId: number): GrantExtent {
  const heldButtons = buttons.filter(({ roles }) => roles.includes(roleId));
  if (!page.roles.includes(roleId) && heldButtons.length === 0) return 'none';
  // A page for which the role has only list permissions can only be viewed.
  if (heldButtons.every(isListPermission)) return 'view';
  return heldButtons.length === buttons.length ? 'all' : 'some';
}

/** Returns the lines that contain the text in page, directory, button or permission. */
export function findLines(pageLines: readonly PageLine[], typedText: string): PageLine[] {
  const searchText = typedText.trim().toLowerCase();
  const containsSearchText = (text: string | null): boolean => (text ?? '').toLowerCase().includes(searchText);
  return pageLines.filter(
    ({ page, buttons, trail }) =>
      !searchText ||
      [page, ...buttons].some(({ title, permission }) => containsSearchText(title) || containsSearchText(permission)) ||
      trail.some(containsSearchText),
  );
}
