import { planEdition } from '@contract/features/fieldwork/plan/earlierPlanLayout';
import { checkPlan } from '@contract/features/fieldwork/plan/planChecks';
import { planTexts } from '@contract/features/fieldwork/plan/planTexts';
import type { UntestedMap } from '@contract/features/fieldwork/plan/untestedHazards';
import { takeOverTexts } from '@contract/features/projects/projectTakeOver';
import { projectTexts } from '@contract/features/projects/projectTexts';
import { formatDay } from '@server/base/zone';
import { wasDoneBefore } from '@server/features/projects/earlierWork';
import { movedProject, projectOf } from '@server/features/projects/projectStage';
import { assertSheets } from '@server/features/projects/requiredSheets';
import { conflict, Refusal } from '@server/http/errors';
import type { MoveContext, MoveRule } from '@server/workflow/moveRoutes';
import { lockRow, moveRows } from '@server/workflow/moveRows';
import { planSources } from './planFacts';

/** Locks the plan's project, so that nobody else writes its parts. */
const projectOfPlan = ({ tx, call, registry, row }: MoveContext) =>
  lockRow(movedProject(registry), tx, call, Number(row.project));

/**
 * Requires a complete plan, with an explanation where it is below the numbers of the standards; this is checked under
 * the lock.
 */
async function assertWhole(context: MoveContext): Promise<void> {
  const { tx, registry, call, services, row } = context;
  const project = await projectOf(tx, registry, call, Number(row.project), 'update');
  if (await wasDoneBefore(tx, project.id, 'planning')) throw conflict(takeOverTexts.planBrought);
  const sources = await planSources(tx, project, formatDay(services.now(), services.env.zone));
  const { errors, warnings } = checkPlan({
    ...sources,
    remark: (row.remark as string | null) ?? null,
    notTested: (row.notTested as string | null) ?? null,
    untested: (row.untested as UntestedMap | null) ?? null,
  });
  const errorDetails = (findings: typeof errors) => ({
    errors: findings.map(({ row: rowId, field, rowName, message }) => ({
      field: rowId === null ? 'rows' : `${rowId}.${field ?? ''}`,
      message: rowName ? `${rowName}：${message}` : message,
    })),
  });
  if (errors.length)
    throw new Refusal(
      409,
      'incomplete',
      sources.rows.length ? planTexts.faulty(errors.length) : planTexts.noRows,
      errorDetails(errors),
    );
  const unexplainedWarnings = warnings.filter(({ explained }) => !explained);
  if (unexplainedWarnings.length)
    throw new Refusal(
      409,
      'unexplained',
      planTexts.wantsRemark(unexplainedWarnings.length),
      errorDetails(unexplainedWarnings),
    );
}

/** Moves the project with the plan: to 方案审核 at submission, to 方案编制 at a return, to 现场采样 at approval. */
const followPlan =
  (key: 'submitPlan' | 'returnPlan' | 'passPlan') =>
  async (context: MoveContext): Promise<void> => {
    const { services, registry, tx, call, reason } = context;
    const project = await projectOfPlan(context);
    await moveRows(services, tx, call, movedProject(registry), [project], key, { reason });
  };

/**
 * Requires that the project is still in the stage that follows from the plan; the plan of a terminated project can't
 * be signed.
 */
const assertStageAfterPlan = async (context: MoveContext): Promise<void> => {
  const project = await projectOfPlan(context);
  if (project.stage !== 'planReview') throw conflict(projectTexts.planNotWaiting);
};

export const planMoves: Readonly<Record<string, MoveRule>> = {
  submit: {
    async before(context) {
      await assertWhole(context);
      return { edition: planEdition };
    },
    after: followPlan('submitPlan'),
  },
  review: { before: assertStageAfterPlan },
  approve: {
    async before(context) {
      await assertStageAfterPlan(context);
      const { tx, row } = context;
      await assertSheets(tx, Number(row.project), 'approvePlan', '批准方案');
    },
    after: followPlan('passPlan'),
  },
  return: { after: followPlan('returnPlan') },
};
