import { and, asc, eq, isNull } from 'drizzle-orm';
import { totalScore } from '@contract/features/reviewers/checkScore';
import { outsideTexts } from '@contract/features/reviewers/reviewerTexts';
import { outsideFindingTable, outsideItemTable, outsideTaskTable } from '@server/db/schema';
import { conflict, forbidden } from '@server/http/errors';
import { nameOnPaper } from '@server/signing/signRows';
import type { MoveContext, MoveRule } from '@server/workflow/moveRoutes';
import { todayOf } from '../reviewerRows';
import { rewardTask } from './taskReward';
import { notifyAssigner, tellReviewer } from './tellReviewer';

const findingsOf = ({ tx, row }: Pick<MoveContext, 'tx' | 'row'>) =>
  tx
    .select()
    .from(outsideFindingTable)
    .where(and(eq(outsideFindingTable.task, row.id), isNull(outsideFindingTable.deleteTime)))
    .orderBy(asc(outsideFindingTable.id));

/** Requires the reviewer of the task. The permission alone is not enough. */
function assertReviewer({ row, call }: MoveContext): void {
  if (row.reviewer !== call.viewer.user.id) throw forbidden(outsideTexts.notYours);
}

/** Requires a completed form with a conclusion, and returns the columns that the task stores of it. */
async function completedForm(context: MoveContext): Promise<Readonly<Record<string, unknown>>> {
  const { tx, row, services } = context;
  assertReviewer(context);
  const items = await tx
    .select()
    .from(outsideItemTable)
    .where(and(eq(outsideItemTable.task, row.id), isNull(outsideItemTable.deleteTime)));
  const unjudgedCount = items.filter(({ result }) => !result).length;
  if (unjudgedCount) throw conflict(outsideTexts.unjudged(unjudgedCount), 'incomplete');
  const failedCount = items.filter(({ result }) => result === 'no').length;
  const findingCount = (await findingsOf(context)).length;
  if (failedCount && !findingCount) throw conflict(outsideTexts.findingNeeded(failedCount), 'incomplete');
  const [taskRow] = await tx
    .select({ conclusion: outsideTaskTable.conclusion })
    .from(outsideTaskTable)
    .where(eq(outsideTaskTable.id, row.id));
  if (!taskRow?.conclusion?.trim()) throw conflict(outsideTexts.conclusionNeeded, 'incomplete');
  return { score: totalScore(items), submittedOn: todayOf(services) };
}

/** Books the reviewer's points and fee when the task is closed. */
async function bookReward({ services, registry, tx, call, row }: MoveContext): Promise<void> {
  const [task] = await tx.select().from(outsideTaskTable).where(eq(outsideTaskTable.id, row.id));
  if (task?.submittedOn && task.closedOn)
    await rewardTask({ services, registry }, tx, call, task, {
      submittedOn: task.submittedOn,
      closedOn: task.closedOn,
    });
}

/** Moves of 第三方质控: the reviewer files findings, the laboratory answers, the reviewer judges the answers. */
export const taskMoves: Readonly<Record<string, MoveRule>> = {
  start: { before: async (context) => assertReviewer(context) },
  decline: {
    before: async (context) => assertReviewer(context),
    async after({ services, tx, call, row, reason }) {
      const taskNo = String(row.taskNo);
      await notifyAssigner(services, tx, call, row, {
        title: outsideTexts.declinedTitle(taskNo),
        text: outsideTexts.declinedText(taskNo, await nameOnPaper(tx, call.viewer.user), reason ?? ''),
      });
    },
  },
  submit: {
    withheldReason: ({ findingCount }) => (Number(findingCount ?? 0) > 0 ? null : outsideTexts.noFinding),
    before: completedForm,
  },
  pass: {
    withheldReason: ({ findingCount }) => (Number(findingCount ?? 0) > 0 ? outsideTexts.hasFinding : null),
    before: async (context) => ({ ...(await completedForm(context)), closedOn: todayOf(context.services) }),
    after: bookReward,
  },
  answer: {
    async before(context) {
      const unansweredCount = (await findingsOf(context)).filter(
        ({ answer, verdict }) => !answer?.trim() || verdict === 'rejected',
      ).length;
      if (unansweredCount) throw conflict(outsideTexts.unanswered(unansweredCount), 'incomplete');
    },
  },
  return: {
    async before(context) {
      assertReviewer(context);
      if (!(await findingsOf(context)).some(({ verdict }) => verdict === 'rejected'))
        throw conflict(outsideTexts.noneRejected, 'incomplete');
    },
  },
  close: {
    async before(context) {
      assertReviewer(context);
      const unreviewedCount = (await findingsOf(context)).filter(({ verdict }) => verdict !== 'accepted').length;
      if (unreviewedCount) throw conflict(outsideTexts.unreviewed(unreviewedCount), 'incomplete');
      return { closedOn: todayOf(context.services) };
    },
    after: bookReward,
  },
  revoke: {
    async after({ services, tx, call, row, reason }) {
      await tellReviewer(services, tx, call, row, {
        title: outsideTexts.revokedTitle(String(row.taskNo)),
        text: outsideTexts.revokedText(String(row.taskNo), reason ?? ''),
      });
    },
  },
};
