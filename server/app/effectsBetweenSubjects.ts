import { takesArchives } from '@contract/features/archive/archiveProject';
import { report } from '@contract/features/reports/entities/report';
import { permissionOf } from '@contract/permissions';
import type { Policy } from '@server/crud/policy';
import { archiveMove } from '@server/features/archive/archiveMove';
import { exportOrganization } from '@server/features/archive/exportOrganization';
import { zipArchives } from '@server/features/archive/manyArchives';
import { assertContractScope } from '@server/features/fieldwork/plan/projectScope';
import { fieldMoves } from '@server/features/fieldwork/projectMoves';
import { dutiesOfPeople } from '@server/features/laboratory/authorisation/dutiesOfPeople';
import { applyStorageDays } from '@server/features/laboratory/tasks/storageLimit';
import { labMethodPolicyWith } from '@server/features/library/methods/policy';
import { ownMovesWith } from '@server/features/projects/moves';
import { takeDown } from '@server/features/publicity/publishIssued';
import { approvalMovesWith } from '@server/features/reports/approval/approvalMoves';
import { zipReports } from '@server/features/reports/manyReports';
import type { ExportMakers } from '@server/features/system/exports/routes';
import { userPolicy } from '@server/features/system/users/policy';

// Effects between subjects where the table of subjects (scripts/layout.mjs) lets neither import the other.

/**
 * All moves of a project that people make by its own call; others happen with the plan, the laboratory and the report.
 */
export const projectMoves = { ...ownMovesWith(assertContractScope), ...fieldMoves, archive: archiveMove };

/** Withdraws the public page of a report that is no longer valid. */
export const reportEnded = takeDown;

/** Moves of an approval, with their effect on the public page. */
export const approvalMoves = approvalMovesWith(reportEnded);

/** Policy of methods: samples waiting for their test follow a changed storage time. */
export const labMethodPolicy = labMethodPolicyWith(applyStorageDays);

/** Policy of people: their authorisations follow the text of their duties. */
export const tiedUserPolicy: Policy = { ...userPolicy, inStep: dutiesOfPeople };

/** What 导出任务 makes in the background. */
export const exportMakers: ExportMakers = {
  organization: exportOrganization,
  archives: zipArchives,
  reports: zipReports,
  may: { archives: takesArchives, reports: [permissionOf(report, 'list')] },
};
