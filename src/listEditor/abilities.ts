import { type AnyRow, type Entity, lockOf } from '@contract/entity';
import { permissionOf } from '@contract/permissions';
import type { Ability, Action, ListPage } from './page';

const standard: readonly Ability[] = ['add', 'edit', 'copy', 'paste', 'del', 'restore', 'import', 'export'];

/** The permission that each ability asks for; pasting is adding. */
export const permissionFor = (entity: Entity, ability: Ability): string =>
  permissionOf(entity, ability === 'paste' ? 'add' : ability);

/** What the page offers and the person may do. Import and export exist where the entity has a sheet. */
export function abilitiesOf(page: ListPage, may: (permissions: readonly string[]) => boolean): ReadonlySet<Ability> {
  const offered = page.can ?? standard;
  return new Set(
    offered.filter((ability) => {
      if ((ability === 'import' || ability === 'export') && !page.entity.sheet) return false;
      if (['add', 'edit', 'copy', 'paste'].includes(ability) && !page.form) return false;
      return may([permissionFor(page.entity, ability)]);
    }),
  );
}

export const allowedActions = (
  page: ListPage,
  at: Action['at'],
  may: (permissions: readonly string[]) => boolean,
): readonly Action[] =>
  (page.actions ?? []).filter((action) => action.at === at && (!action.permission || may(action.permission)));

/** Common rows are seen by all and written by platform administrators: nobody is offered what the server refuses. */
export const isWritable = (entity: Entity, row: AnyRow, isAdmin: boolean): boolean =>
  isAdmin || entity.scope !== 'shared' || row.organizationId !== null;

const commonRows = '公共数据由平台管理员维护';

/** Why the row can't be edited or deleted by this person, null where it can: told by the row before anybody presses. */
export const shutTo = (entity: Entity, row: AnyRow, isAdmin: boolean, to: 'edit' | 'del'): string | null =>
  isWritable(entity, row, isAdmin) ? lockOf(entity, row, to) : commonRows;
