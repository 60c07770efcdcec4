import { eq, isNull } from 'drizzle-orm';
import { fixedDictionaries } from '@contract/dictionaries';
import { templateTexts } from '@contract/features/library/templateTexts';
import { approvalHolderFields } from '@contract/features/reports/entities/approval';
import { reportMachine } from '@contract/features/reports/reportMachine';
import { reportTexts } from '@contract/features/reports/reportTexts';
import type { Policy } from '@server/crud/policy';
import { projectTable, reportModuleTable, reportTable } from '@server/db/schema';
import { approvalHolders } from '@server/features/projects/currentHolders';
import { conflict, Refusal } from '@server/http/errors';

const labelOf = (state: unknown): string =>
  fixedDictionaries.reportState.find(({ value }) => value === state)?.label ?? '';

/**
 * Save rules of reports: begun for a project and editable as a draft. A report is never deleted, because numbers have
 * no gaps.
 */
export const reportPolicy: Policy = {
  ignoresDataScope: true,
  disabledOperations: ['add', 'copy', 'del', 'restore', 'status', 'import'],
  enterpriseScope: () => isNull(reportTable.id),
  async beforeSave(draft, { tx, before }) {
    // A report keeps the template version that it was begun with, even if that version was retired meanwhile.
    if (before && typeof draft.template === 'number' && draft.template !== before.template) {
      const [templateRow] = await tx
        .select({ state: reportModuleTable.state })
        .from(reportModuleTable)
        .where(eq(reportModuleTable.id, draft.template));
      if (templateRow?.state !== 'published')
        throw new Refusal(409, 'notPublished', templateTexts.notPublished, {
          errors: [{ field: 'template', message: templateTexts.notPublished }],
        });
    }
    return {};
  },
  async assertOpen(row, { tx }) {
    if (row.state !== reportMachine.initial) throw conflict(reportTexts.locked(labelOf(row.state)), 'locked');
    // A correction is editable in any stage of its project. A terminated project gets no report.
    const [project] = await tx
      .select({ stage: projectTable.stage })
      .from(projectTable)
      .where(eq(projectTable.id, Number(row.project)));
    if (project?.stage === 'terminated') throw conflict(reportTexts.terminated, 'locked');
  },
};

/**
 * Save rules of delegations: only their own calls create and end them. Every signer may see who signs on whose
 * behalf.
 */
export const delegationPolicy: Policy = {
  ignoresDataScope: true,
  disabledOperations: ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import'],
};

/** Save rules of approvals: only their own calls create and move them. */
export const approvalPolicy: Policy = {
  ignoresDataScope: true,
  addDisplayValues: approvalHolders,
  displayFields: approvalHolderFields,
  disabledOperations: ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import'],
};

/** Save rules of certificates: only their own calls create, load and revoke them. Certificates are never deleted. */
export const certificatePolicy: Policy = {
  ignoresDataScope: true,
  disabledOperations: ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import'],
};
