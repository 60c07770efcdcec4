import { eq } from 'drizzle-orm';
import type { Orm } from '@server/db/orm';
import { labMethodTable } from '@server/db/schema';

/**
 * Fills empty fields from the method library. Typed values stay (QUALITY: templates never overwrite typed values).
 */
export async function fillFromMethod(
  draft: Readonly<Record<string, unknown>>,
  tx: Orm,
): Promise<Record<string, unknown>> {
  if (typeof draft.method !== 'number') return {};
  const [method] = await tx.select().from(labMethodTable).where(eq(labMethodTable.id, draft.method));
  if (!method) return {};
  const isLongTerm = draft.period === 'long';
  return {
    medium: draft.medium ?? method.medium,
    flow: draft.flow ?? (isLongTerm ? method.longFlow : method.shortFlow),
    minutes: draft.minutes ?? (isLongTerm ? method.longMinutes : method.shortMinutes),
  };
}
