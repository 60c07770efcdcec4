import { menuType } from '@contract/constants';
import { nest, type TreeNode } from '@contract/features/system/nestTree';
import type { GrantedMenu, RoleMatrix } from '@contract/features/system/rights';

/** How many of a page's operations a role allows. */
export type Extent = 'all' | 'some' | 'view' | 'none';

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
      const below = menu.children ?? [];
      const own: PageLine[] =
        menu.type === menuType.menu
          ? [{ page: menu, buttons: below.filter(({ type }) => type === menuType.button), trail }]
          : [];
      return [...own, ...walk(below, [...trail, menu.title])];
    });
  return walk(nest(menus, { parent: 'pid' }), []);
}

/** Checks for a list permission, which is not an operation on the page. */
const looks = ({ permission }: GrantedMenu): boolean => permission?.endsWith(':list') === true;

export function extentOf({ page, buttons }: PageLine, role: number): Extent {
  const held = buttons.filter(({ roles }) => roles.includes(role));
  if (!page.roles.includes(role) && held.length === 0) return 'none';
  // A page for which the role has only list permissions can only be viewed.
  if (held.every(looks)) return 'view';
  return held.length === buttons.length ? 'all' : 'some';
}

/** Returns the lines that contain the text in page, directory, button or permission. */
export function findLines(lines: readonly PageLine[], typed: string): PageLine[] {
  const wanted = typed.trim().toLowerCase();
  const says = (text: string | null): boolean => (text ?? '').toLowerCase().includes(wanted);
  return lines.filter(
    ({ page, buttons, trail }) =>
      !wanted ||
      [page, ...buttons].some(({ title, permission }) => says(title) || says(permission)) ||
      trail.some(says),
  );
}
