import { and, eq, isNull } from 'drizzle-orm';
import { stockTexts } from '@contract/features/nonconformities/nonconformityTexts';
import type { Policy, SaveContext } from '@server/crud/policy';
import { labSheetTable } from '@server/db/schema';
import { conflict, invalid } from '@server/http/errors';
import { nextNonconformityNo } from './filing';

const filedFields = ['nonconformityKind', 'description', 'project', 'sheet'] as const;

/** A record's nonconformity is its project's, too. */
async function projectOfSheet(
  { tx }: SaveContext,
  { sheet, project }: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  if (typeof sheet !== 'number') return {};
  const [found] = await tx
    .select({ project: labSheetTable.project })
    .from(labSheetTable)
    .where(and(eq(labSheetTable.id, sheet), isNull(labSheetTable.deleteTime)));
  if (found && project && found.project !== project)
    throw invalid([{ field: 'sheet', message: stockTexts.sheetElsewhere }]);
  return found ? { project: found.project } : {};
}

/**
 * Filed and amended by hand while it is open. A finding is never deleted: one that was mistaken is closed with a word
 * on it.
 */
export const nonconformityPolicy: Policy = {
  ignoresDataScope: true,
  without: ['copy', 'status', 'del', 'restore', 'import'],
  async beforeSave(draft, context) {
    const { services, tx, call, before } = context;
    if (before?.automatic) {
      if (filedFields.some((name) => (before[name] ?? null) !== (draft[name] ?? null)))
        throw conflict(stockTexts.automaticFixed, 'locked');
      return {};
    }
    const more = await projectOfSheet(context, draft);
    if (before) return more;
    // As `organizationForNew` says it: an administrator's word counts, everybody else's rows are their own
    // organisation's.
    const asked = (call.body as { readonly organizationId?: unknown } | null)?.organizationId;
    const owner =
      call.viewer.user.isAdmin && asked !== undefined
        ? typeof asked === 'number'
          ? asked
          : null
        : call.viewer.homeOrganizationId;
    return { ...more, nonconformityNo: await nextNonconformityNo(services, tx, owner) };
  },
};
