import { and, eq, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { incomingTexts } from '@contract/features/laboratory/incoming/incomingTexts';
import { contractReview, reviewQuestions } from '@contract/features/projects/entities/contractReview';
import { takeOverTexts } from '@contract/features/projects/projectTakeOver';
import { projectTexts } from '@contract/features/projects/projectTexts';
import { contractReviewTable } from '@server/db/schema';
import { conflict } from '@server/http/errors';
import type { MoveContext, MoveRule } from '@server/workflow/moveRoutes';
import { assertSheets } from './requiredSheets';
import { ensureHead } from './surveyAndPlanHeads';

async function assertReviewed({ tx, row }: MoveContext): Promise<void> {
  const [review] = await tx
    .select()
    .from(contractReviewTable)
    .where(and(eq(contractReviewTable.project, row.id), isNull(contractReviewTable.deleteTime)));
  if (!review) throw conflict(projectTexts.noReview);
  for (const question of reviewQuestions) {
    const { label } = contractReview.fields[question];
    if (!review[question]) throw conflict(projectTexts.reviewOpen(label));
    if (review[question] === 'no') throw conflict(projectTexts.reviewNo(label));
  }
  await assertSheets(tx, row.id, 'passContract', '通过合同评审');
}

/** Creates the head of the next part if it does not exist. */
export const createNextHead =
  (name: 'siteSurvey' | 'samplePlan') =>
  async ({ services, registry, tx, call, row }: MoveContext): Promise<void> => {
    await ensureHead(services, registry, tx, call, name, row);
  };

/** Refuses a move for projects of incoming samples. */
export const refuseIncomingProjects =
  (reason: string) =>
  ({ incoming }: AnyRow): string | null =>
    incoming ? reason : null;

/**
 * Returns the moves of a project before its site work, and its termination.
 * @param assertScope refuses a contract with hazards outside the accredited scope
 */
export const ownMovesWith = (
  assertScope: (context: MoveContext) => Promise<void>,
): Readonly<Record<string, MoveRule>> => {
  const assertContractReviewed = async (context: MoveContext): Promise<void> => {
    await assertReviewed(context);
    await assertScope(context);
  };
  return {
    submitContract: { withheldReason: ({ takenOverAt }) => (takenOverAt ? takeOverTexts.bySheet : null) },
    passContract: {
      withheldReason: refuseIncomingProjects(incomingTexts.onlyIncoming),
      before: assertContractReviewed,
      after: createNextHead('siteSurvey'),
    },
    passIncoming: {
      withheldReason: ({ incoming }) => (incoming ? null : incomingTexts.onlyOrdinary),
      before: assertContractReviewed,
    },
    returnContract: {},
    terminate: {},
  };
};
