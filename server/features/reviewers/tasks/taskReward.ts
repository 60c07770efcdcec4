import { and, asc, eq, isNull } from 'drizzle-orm';
import { outsideTexts } from '@contract/features/reviewers/reviewerTexts';
import { type Reward, rewardOf } from '@contract/features/reviewers/taskReward';
import type { CrudContext } from '@server/crud/crudContext';
import type { Orm } from '@server/db/orm';
import { outsideFindingTable, pointRuleTable } from '@server/db/schema';
import type { Call } from '@server/http/route';
import { nextNo, type StoredTask, writeRow } from '../reviewerRows';
import { appendPoints } from '../rewardPoints/pointLedger';

const sameOrganization = (column: typeof pointRuleTable.organizationId, organizationId: number | null) =>
  organizationId === null ? isNull(column) : eq(column, organizationId);

type TaskDays = { readonly submittedOn: string; readonly closedOn: string };

/** Returns the points and fees of a task that is closed on the given day. */
export async function rewardFor(orm: Orm, task: StoredTask, days: TaskDays): Promise<Reward> {
  const { organizationId, checkForm, dueOn } = task;
  const rules = await orm
    .select()
    .from(pointRuleTable)
    .where(and(sameOrganization(pointRuleTable.organizationId, organizationId), isNull(pointRuleTable.deleteTime)))
    .orderBy(asc(pointRuleTable.id));
  const findings = await orm
    .select({ severity: outsideFindingTable.severity })
    .from(outsideFindingTable)
    .where(and(eq(outsideFindingTable.task, task.id), isNull(outsideFindingTable.deleteTime)));
  return rewardOf(rules, { checkForm, dueOn, ...days, severities: findings.map(({ severity }) => severity) });
}

/**
 * Books points and fees of a task that is being closed, by the rules of the day and in the same transaction: all or
 * none.
 */
export async function rewardTask(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  task: StoredTask,
  days: TaskDays,
): Promise<void> {
  const { organizationId, reviewer, taskNo } = task;
  const { lines, fee } = await rewardFor(tx, task, days);
  for (const { rule, ruleName, times, points } of lines) {
    if (points === 0) continue;
    await appendPoints(context, tx, call, {
      organizationId,
      person: reviewer,
      pointKind: 'task',
      points,
      entryOn: days.closedOn,
      explanation: `${taskNo ?? ''} ${outsideTexts.ruleLine(ruleName, times, points)}`,
      task: task.id,
      rule,
    });
  }
  const paidLines = lines.filter((line) => Number(line.fee) > 0);
  if (!paidLines.length) return;
  await writeRow(
    context,
    tx,
    call,
    'outsideFee',
    {
      feeNo: await nextNo(context.services, tx, organizationId, 'FY'),
      reviewer,
      feeKind: 'task',
      feeOn: days.closedOn,
      amount: fee,
      task: task.id,
      project: task.project,
      state: 'open',
      explanation: outsideTexts
        .feeExplanation(
          taskNo ?? '',
          paidLines.map((line) => outsideTexts.feeLine(line.ruleName, line.times, line.fee)),
        )
        .slice(0, 300),
    },
    organizationId,
  );
}
