import { planEdition } from '@contract/features/fieldwork/plan/earlierPlanLayout';
import { checkPlan } from '@contract/features/fieldwork/plan/planChecks';
import { planTexts } from '@contract/features/fieldwork/plan/planTexts';
import { samplePlanMachine } from '@contract/features/fieldwork/plan/samplePlanMachine';
import type { UntestedMap } from '@contract/features/fieldwork/plan/untestedHazards';
import type { OpenItem } from '@contract/features/projects/openItem';
import { takeOverTexts } from '@contract/features/projects/projectTakeOver';
import { projectTexts } from '@contract/features/projects/projectTexts';
import { formatDay } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import type { Orm } from '@server/db/orm';
import { wasDoneBefore } from '@server/features/projects/earlierWork';
import { movedProject, projectOf, type StoredProject } from '@server/features/projects/projectStage';
import { assertSheets } from '@server/features/projects/requiredSheets';
import { findHead } from '@server/features/projects/surveyAndPlanHeads';
import { conflict, Refusal } from '@server/http/errors';
import type { MoveContext, MoveRule } from '@server/workflow/moveRoutes';
import { lockRow, moveRows } from '@server/workflow/moveRows';
import { planSources } from './planFacts';

/** Locks the plan's project, so that nobody else writes its parts. */
const projectOfPlan = ({ tx, call, registry, row }: MoveContext) =>
  lockRow(movedProject(registry), tx, call, Number(row.project));

type PlanFindings = ReturnType<typeof checkPlan>;

/** Returns the findings of a plan, with the number of its rows. */
async function findingsOf(tx: Orm, project: StoredProject, plan: Readonly<Record<string, unknown>>, today: string) {
  const sources = await planSources(tx, project, today);
  const findings = checkPlan({
    ...sources,
    remark: (plan.remark as string | null) ?? null,
    notTested: (plan.notTested as string | null) ?? null,
    untested: (plan.untested as UntestedMap | null) ?? null,
  });
  return { ...findings, rowCount: sources.rows.length };
}

/** Lists what the submission of a project's plan would refuse now; nothing where the plan was made elsewhere. */
export async function openForPlan(
  { services, registry }: CrudContext,
  tx: Orm,
  project: StoredProject,
): Promise<OpenItem[]> {
  const plan = await findHead(services, registry, tx, 'samplePlan', project.id);
  const isDraft = !plan || plan.state === samplePlanMachine.initial;
  if (!isDraft || (await wasDoneBefore(tx, project.id, 'planning'))) return [];
  const today = formatDay(services.now(), services.env.zone);
  const { errors, warnings, rowCount } = await findingsOf(tx, project, plan ?? {}, today);
  if (!rowCount) return [{ sentence: planTexts.noRows, place: { tab: 'rows', field: 'rows' } }];
  return [...errors, ...warnings.filter(({ explained }) => !explained)].map(({ row, field, rowName, message }) => ({
    sentence: rowName ? `${rowName}：${message}` : message,
    place: row === null ? { tab: 'check' } : { tab: 'rows', row, field: field ?? undefined },
  }));
}

const errorDetails = (findings: PlanFindings['errors']) => ({
  errors: findings.map(({ row: rowId, field, rowName, message }) => ({
    field: rowId === null ? 'rows' : `${rowId}.${field ?? ''}`,
    message: rowName ? `${rowName}：${message}` : message,
  })),
});

/**
 * Requires before a signature that the methods of the plan may still be used: since its submission the scope may have
 * ended, a method may have been replaced, or the client may have withdrawn the consent.
 */
async function assertUsableMethods({ tx, registry, call, services, row }: MoveContext): Promise<void> {
  const project = await projectOf(tx, registry, call, Number(row.project), 'update');
  const { errors } = await findingsOf(tx, project, row, formatDay(services.now(), services.env.zone));
  const methodErrors = errors.filter(({ field }) => field === 'method');
  if (methodErrors.length)
    throw new Refusal(409, 'incomplete', planTexts.methodsOff(methodErrors.length), errorDetails(methodErrors));
}

/**
 * Requires a complete plan, with an explanation where it is below the numbers of the standards; this is checked under
 * the lock.
 */
async function assertWhole(context: MoveContext): Promise<void> {
  const { tx, registry, call, services, row } = context;
  const project = await projectOf(tx, registry, call, Number(row.project), 'update');
  if (await wasDoneBefore(tx, project.id, 'planning')) throw conflict(takeOverTexts.planBrought);
  const today = formatDay(services.now(), services.env.zone);
  const { errors, warnings, rowCount } = await findingsOf(tx, project, row, today);
  if (errors.length)
    throw new Refusal(
      409,
      'incomplete',
      rowCount ? planTexts.faulty(errors.length) : planTexts.noRows,
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
  review: {
    async before(context) {
      await assertStageAfterPlan(context);
      await assertUsableMethods(context);
    },
  },
  approve: {
    async before(context) {
      await assertStageAfterPlan(context);
      await assertUsableMethods(context);
      const { tx, row } = context;
      await assertSheets(tx, Number(row.project), 'approvePlan', '批准方案');
    },
    after: followPlan('passPlan'),
  },
  return: { after: followPlan('returnPlan') },
};
