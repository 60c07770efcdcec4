import { and, eq, isNull } from 'drizzle-orm';
import { nonconformityTexts } from '@contract/features/nonconformities/nonconformityTexts';
import type { Policy, SaveContext } from '@server/crud/policy';
import { labSheetTable } from '@server/db/schema';
import { conflict, invalid } from '@server/http/errors';
import { nextNonconformityNo } from './fileNonconformity';

const filedFields = ['nonconformityKind', 'description', 'project', 'sheet'] as const;

/** Stores the project of a laboratory record in its nonconformity. */
async function projectOfSheet(
  { tx }: SaveContext,
  { sheet, project }: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  if (typeof sheet !== 'number') return {};
  const [sheetRow] = await tx
    .select({ project: labSheetTable.project })
    .from(labSheetTable)
    .where(and(eq(labSheetTable.id, sheet), isNull(labSheetTable.deleteTime)));
  if (sheetRow && project && sheetRow.project !== project)
    throw invalid([{ field: 'sheet', message: nonconformityTexts.sheetElsewhere }]);
  return sheetRow ? { project: sheetRow.project } : {};
}

/**
 * Save rules of nonconformities: people file and edit them while open. A finding is never deleted; a mistaken one is
 * closed with a remark.
 */
export const nonconformityPolicy: Policy = {
  ignoresDataScope: true,
  disabledOperations: ['copy', 'status', 'del', 'restore', 'import'],
  async beforeSave(draft, context) {
    const { services, tx, before, organizationId } = context;
    if (before?.automatic) {
      if (filedFields.some((name) => (before[name] ?? null) !== (draft[name] ?? null)))
        throw conflict(nonconformityTexts.automaticFixed, 'locked');
      return {};
    }
    const projectFields = await projectOfSheet(context, draft);
    if (before) return projectFields;
    return { ...projectFields, nonconformityNo: await nextNonconformityNo(services, tx, organizationId) };
  },
};
