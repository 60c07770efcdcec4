import type { AnyRow } from '@contract/entity';
import type { Context } from '@server/crud/context';
import { present } from '@server/crud/present';
import { projectOf } from '@server/features/projects/stage';
import type { Call } from '@server/http/route';

/**
 * Returns a project in API form.
 * @throws Refusal 404 for a project of another organization
 */
export async function shownProject({ services, registry }: Context, call: Call<unknown>, id: number): Promise<AnyRow> {
  const { orm } = services.database;
  const row = await projectOf(orm, registry, call, id);
  const [project] = await present(orm, registry, registry.named('project'), [row], services.env.zone);
  return project as AnyRow;
}

/** Returns a text of a row; '' for an empty value. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns a text of a row; null for an empty value. */
export const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
