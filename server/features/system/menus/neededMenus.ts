import { isNull } from 'drizzle-orm';
import { menuType } from '@contract/constants';
import type { AnyRow } from '@contract/entity';
import { menuTexts, neededPermissions } from '@contract/features/system/menuRules';
import type { FieldError } from '@contract/schema';
import type { Orm } from '@server/db/orm';
import { menuTable } from '@server/db/schema';
import { conflict } from '@server/http/errors';

interface PlacedNode {
  readonly id: number;
  readonly pid: number | null;
  readonly title: string;
  readonly permission: string | null;
  readonly hidden: boolean | null;
  readonly iFrame: boolean | null;
}

const undeletedMenus = (tx: Orm): Promise<PlacedNode[]> =>
  tx
    .select({
      id: menuTable.id,
      pid: menuTable.pid,
      title: menuTable.title,
      permission: menuTable.permission,
      hidden: menuTable.hidden,
      iFrame: menuTable.iFrame,
    })
    .from(menuTable)
    .where(isNull(menuTable.deleteTime));

const rankOf = ({ permission }: PlacedNode): number => neededPermissions.indexOf(permission ?? '');

/** Returns the deleted menus that are the last to hold a permission needed for administration, pages first. */
function lastOnes(menus: readonly PlacedNode[], removedIds: ReadonlySet<number>): PlacedNode[] {
  const remainingPermissions = new Set(
    menus.filter(({ id }) => !removedIds.has(id)).map(({ permission }) => permission),
  );
  return menus
    .filter((menu) => removedIds.has(menu.id) && rankOf(menu) >= 0 && !remainingPermissions.has(menu.permission))
    .sort((menu, otherPlacedNode) => rankOf(menu) - rankOf(otherPlacedNode));
}

/**
 * Refuses a deletion after which nobody could administer menus, roles or people.
 * @param ids menus to be deleted, including those below them
 * @throws Refusal 409
 */
export async function assertNotNeeded(tx: Orm, ids: readonly number[]): Promise<void> {
  const [neededMenu] = lastOnes(await undeletedMenus(tx), new Set(ids));
  if (neededMenu) throw conflict(menuTexts.needed(neededMenu.title), 'referenced');
}

function isAbove(menus: readonly PlacedNode[], id: number): (one: PlacedNode) => boolean {
  const parents = new Map(menus.map((menu) => [menu.id, menu.pid]));
  return (menu) => {
    for (let at: number | null | undefined = menu.pid; typeof at === 'number'; at = parents.get(at))
      if (at === id) return true;
    return false;
  };
}

/** Returns the nearest menu, from a parent upwards, that hides the menus below it. */
function shutAbove(menus: readonly PlacedNode[], parent: unknown): PlacedNode | undefined {
  const byId = new Map(menus.map((menu) => [menu.id, menu]));
  let placedNode = byId.get(Number(parent));
  for (let stepsLeft = 20; placedNode && stepsLeft > 0; stepsLeft -= 1) {
    if (placedNode.hidden || placedNode.iFrame) return placedNode;
    placedNode = byId.get(placedNode.pid ?? 0);
  }
  return undefined;
}

const changedIn = (draft: Readonly<Record<string, unknown>>, before: AnyRow, names: readonly string[]) =>
  names.find((name) => (draft[name] ?? null) !== (before[name] ?? null));

/**
 * Returns errors for changes that would act like a deletion, on a menu needed for administration or on a menu above
 * it.
 * @returns errors by field
 */
export async function neededErrors(
  tx: Orm,
  draft: Readonly<Record<string, unknown>>,
  before: AnyRow,
): Promise<FieldError[]> {
  const menus = await undeletedMenus(tx);
  const isNeeded = lastOnes(menus, new Set([before.id])).length > 0;
  const isAncestor = isAbove(menus, before.id);
  if (!isNeeded && !menus.some((menu) => neededPermissions.includes(menu.permission ?? '') && isAncestor(menu)))
    return [];
  const isPage = before['type'] !== menuType.button;
  const closedField =
    isPage && draft['hidden'] === true ? 'hidden' : isPage && draft['iFrame'] === true ? 'iFrame' : undefined;
  const field = closedField ?? changedIn(draft, before, isNeeded ? ['type', 'permission', 'component'] : ['type']);
  const title = String(before['title']);
  if (field) return [{ field, message: menuTexts.neededEdit(title) }];
  const shutBy = isPage ? shutAbove(menus, draft['pid']) : undefined;
  return shutBy ? [{ field: 'pid', message: menuTexts.neededPlace(title, shutBy.title) }] : [];
}
