import { archiveTexts } from '@contract/features/archive/archiveTexts';
import { filingStages } from '@contract/features/archive/filingStages';
import type { Policy } from '@server/crud/policy';
import { projectPart } from '@server/features/projects/projectPart';
import { projectOf } from '@server/features/projects/projectStage';
import { conflict } from '@server/http/errors';

/**
 * Save rules of external files: they may be added at any time, and removed only before the project is archived. Later
 * additions show their day.
 */
export const archiveFilePolicy: Policy = projectPart(filingStages, {
  disabledOperations: ['edit', 'import'],
  async assertOpen(row, { tx, registry, call }) {
    const { archivedOn } = await projectOf(tx, registry, call, Number(row.project));
    if (archivedOn !== null) throw conflict(archiveTexts.fileStays, 'locked');
  },
});
