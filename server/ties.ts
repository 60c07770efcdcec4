import { archiveMove } from '@server/features/archive/archiveMove';
import { fieldMoves } from '@server/features/fieldwork/projectMoves';
import { followStorage } from '@server/features/laboratory/tasks/keepUntil';
import { labMethodPolicyWith } from '@server/features/library/methods/policy';
import { ownMoves } from '@server/features/projects/moves';
import { takeDown } from '@server/features/publicity/publishIssued';
import { approvalMovesWith } from '@server/features/reports/approval/follow';
import type { MoveRule } from '@server/workflow/moveRoutes';

// What one subject does when another moves, where the table of subjects lets neither import the other.

/**
 * Every move of a project that people make by its own call; the plan's come with the plan, the laboratory's and the
 * report's with theirs.
 */
export const projectMoves: Readonly<Record<string, MoveRule>> = { ...ownMoves, ...fieldMoves, archive: archiveMove };

/** A report that holds no longer leaves the public page. */
export const reportEnded = takeDown;

/** The moves of an approval, with what follows for the public page. */
export const approvalMoves = approvalMovesWith(reportEnded);

/** Samples that wait for their test follow the days that the method library says. */
export const labMethodPolicy = labMethodPolicyWith(followStorage);
