import type { AnyRow } from '@contract/entity';
import type { CrudContext } from '@server/crud/crudContext';
import { presentRows } from '@server/crud/presentRows';
import { projectOf } from '@server/features/projects/projectStage';
import type { Call } from '@server/http/route';

/**
 * Returns a project in API form.
 * @throws Refusal 404 for a project of another organization
 */
export async function shownProject(
  { services, registry }: CrudContext,
  call: Call<unknown>,
  id: number,
): Promise<AnyRow> {
  const { orm } = services.database;
  const row = await projectOf(orm, registry, call, id);
  const [project] = await presentRows(orm, registry, registry.named('project'), [row], services.env.zone);
  return project as AnyRow;
}

/** Returns a text of a row; '' for an empty value. */
export const rowText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns a text of a row; null for an empty value. */
export const rowTextOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
