import { eq, isNull } from 'drizzle-orm';
import { fixedDictionaries } from '@contract/dictionaries';
import { templateTexts } from '@contract/features/library/templateTexts';
import { reportMachine } from '@contract/features/reports/reportMachine';
import { reportTexts } from '@contract/features/reports/reportTexts';
import type { Policy } from '@server/crud/policy';
import { projectTable, reportModuleTable, reportTable } from '@server/db/schema';
import { approvalHolders } from '@server/features/projects/holders';
import { conflict, Refusal } from '@server/http/errors';

const labelOf = (state: unknown): string =>
  fixedDictionaries.reportState.find(({ value }) => value === state)?.label ?? '';

/** Save rules of reports: begun for a project, written as a draft, and never deleted, since numbers have no gaps. */
export const reportPolicy: Policy = {
  ignoresDataScope: true,
  without: ['add', 'copy', 'del', 'restore', 'status', 'import'],
  enterpriseScope: () => isNull(reportTable.id),
  async beforeSave(draft, { tx, before }) {
    // A template version retired meanwhile stays with the report that was begun with it.
    if (before && typeof draft.template === 'number' && draft.template !== before.template) {
      const [found] = await tx
        .select({ state: reportModuleTable.state })
        .from(reportModuleTable)
        .where(eq(reportModuleTable.id, draft.template));
      if (found?.state !== 'published')
        throw new Refusal(409, 'notPublished', templateTexts.notPublished, {
          errors: [{ field: 'template', message: templateTexts.notPublished }],
        });
    }
    return {};
  },
  async assertOpen(row, { tx }) {
    if (row.state !== reportMachine.initial) throw conflict(reportTexts.locked(labelOf(row.state)), 'locked');
    // A correction can be written whatever the stage of its project; a terminated project gets no report.
    const [project] = await tx
      .select({ stage: projectTable.stage })
      .from(projectTable)
      .where(eq(projectTable.id, Number(row.project)));
    if (project?.stage === 'terminated') throw conflict(reportTexts.terminated, 'locked');
  },
};

/**
 * Save rules of delegations: created and ended only by their own calls. Every signer may know who signs on whose
 * behalf.
 */
export const delegationPolicy: Policy = {
  ignoresDataScope: true,
  without: ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import'],
};

/** Save rules of approvals: created and moved only by their own calls. */
export const approvalPolicy: Policy = {
  ignoresDataScope: true,
  present: approvalHolders,
  without: ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import'],
};

/** Save rules of certificates: made, loaded and revoked only by their own calls; they stay. */
export const certificatePolicy: Policy = {
  ignoresDataScope: true,
  without: ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import', 'export'],
};
