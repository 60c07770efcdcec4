import { serverSupports } from '@/api/client';
import { type AnyRow, type Entity, lockMessage } from '@contract/entity';
import { type ActionName, actions, permissionOf } from '@contract/permissions';
import type { Ability, Action, ListPage, WriteRight } from './page';

const standardAbilities: readonly Ability[] = ['add', 'edit', 'copy', 'paste', 'del', 'restore', 'import', 'export'];

/**
 * Returns the permission that an ability requires. Pasting requires the permission to add.
 * @example permissionFor(customer, 'paste') // 'customer:add'
 */
export const permissionFor = (entity: Entity, ability: Ability): string =>
  permissionOf(entity, ability === 'paste' ? 'add' : ability);

/**
 * Returns the abilities that the page offers and the person may use, and the export, which every list has. An import
 * requires that the entity has a sheet; add, edit, copy and paste require a form. Without a sheet an export needs no
 * right of its own: the server answers whoever may read the list.
 * @param hasPermission checks whether the person has any one of the given permissions
 */
export function abilitiesOf(
  page: ListPage,
  hasPermission: (permissions: readonly string[]) => boolean,
): ReadonlySet<Ability> {
  const offeredAbilities = new Set<Ability>([...(page.abilities ?? standardAbilities), 'export']);
  return new Set(
    [...offeredAbilities].filter((ability) => {
      if (ability === 'restore' && !serverSupports('recycleBin')) return false;
      if (!page.entity.sheet && ability === 'import') return false;
      if (!page.entity.sheet && ability === 'export') return true;
      if (['add', 'edit', 'copy', 'paste'].includes(ability) && !page.form) return false;
      return hasPermission([permissionFor(page.entity, ability)]);
    }),
  );
}

/**
 * Returns whether rows can be selected: to change, delete, restore or process them, or where the page offers the export
 * of selected rows.
 * @param hasPermission checks whether the person has any one of the given permissions
 */
export function canSelectRows(page: ListPage, hasPermission: (permissions: readonly string[]) => boolean): boolean {
  const can = abilitiesOf(page, hasPermission);
  const offersExport = (page.abilities ?? standardAbilities).includes('export');
  return (
    (['edit', 'del', 'restore'] as const).some((ability) => can.has(ability)) ||
    (offersExport && Boolean(page.entity.sheet) && can.has('export')) ||
    allowedActions(page, 'selection', hasPermission).length > 0
  );
}

/** Abilities whose absence needs an explanation: without any of them a list looks as if nothing could be entered. */
const writingAbilities = ['add', 'import', 'edit'] as const satisfies readonly Ability[];

/**
 * Returns the permissions of abilities, with the names of the abilities.
 * @param names what the page calls them, where that differs: 送检
 */
export const writeRights = (
  entity: Entity,
  abilities: readonly Ability[],
  names: Readonly<Partial<Record<Ability, string>>> = {},
): WriteRight[] =>
  abilities.map((ability) => ({
    permission: permissionFor(entity, ability),
    label: names[ability] ?? actions[ability as ActionName],
  }));

/**
 * Returns the kinds of writing that the page offers and this person may not use. Empty if the person may add rows, or,
 * on a page without adding, may use any kind of writing.
 */
export function missingWriteRights(
  page: ListPage,
  hasPermission: (permissions: readonly string[]) => boolean,
): readonly WriteRight[] {
  if (page.worksBy) return hasPermission([page.worksBy.permission]) ? [] : [page.worksBy];
  const offeredAbilities = abilitiesOf(page, () => true);
  const wantedAbilities = writingAbilities.filter((ability) => offeredAbilities.has(ability));
  const can = abilitiesOf(page, hasPermission);
  const isServed = offeredAbilities.has('add') ? can.has('add') : wantedAbilities.some((ability) => can.has(ability));
  const missing = isServed ? [] : wantedAbilities.filter((ability) => !can.has(ability));
  return writeRights(page.entity, missing);
}

/**
 * Returns the page's actions at a place that the person has permission for.
 * @param at position of the buttons: above the list, in each row, or above the list for the selection
 * @param hasPermission checks whether the person has any one of the given permissions
 */
export const allowedActions = (
  page: ListPage,
  at: Action['place'],
  hasPermission: (permissions: readonly string[]) => boolean,
): readonly Action[] =>
  (page.actions ?? []).filter(
    (action) => action.place === at && (!action.permission || hasPermission(action.permission)),
  );

/**
 * Checks whether the person may change a row. Rows without an organization are shared by all, and only platform
 * administrators may write them. Other people are not offered an action that the server refuses.
 * @param isAdmin whether the person is a platform administrator
 */
export const isWritable = (entity: Entity, row: AnyRow, isAdmin: boolean): boolean =>
  isAdmin || entity.scope !== 'shared' || row.organizationId !== null;

const commonRows = '公共数据由平台管理员维护';

/**
 * Returns the reason why this person can't edit or delete the row; null if the action is possible.
 * @param to the action: edit or delete
 */
export const isClosedTo = (entity: Entity, row: AnyRow, isAdmin: boolean, to: 'edit' | 'del'): string | null =>
  isWritable(entity, row, isAdmin) ? lockMessage(entity, row, to) : commonRows;
