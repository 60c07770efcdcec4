import { z } from 'zod';
import type { Row } from '@contract/entity';
import { samplePlan } from '@contract/features/fieldwork/entities/samplePlan';
import { sampleSiteHazard } from '@contract/features/fieldwork/entities/sampleSiteHazard';
import { notTestedOf, testedDespiteReason } from '@contract/features/fieldwork/plan/notTested';
import { checkPlan } from '@contract/features/fieldwork/plan/planChecks';
import { planTexts } from '@contract/features/fieldwork/plan/planTexts';
import type { PlanCheck, PlanOf } from '@contract/features/fieldwork/plan/planWire';
import { samplePlanMachine } from '@contract/features/fieldwork/plan/samplePlanMachine';
import type { UntestedMap } from '@contract/features/fieldwork/plan/untestedHazards';
import type { ProjectScope } from '@contract/features/library/accreditationScope';
import { planningStages } from '@contract/features/projects/editableStages';
import { mayAny, permissionOf } from '@contract/permissions';
import { formatDay } from '@server/base/zone';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { projectOf } from '@server/features/projects/projectStage';
import { stageEditabilityOf } from '@server/features/projects/stageEditability';
import { findHead, lockedHead } from '@server/features/projects/surveyAndPlanHeads';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { currentFingerprint } from '@server/signing/seenFingerprint';
import { moveRoutes } from '@server/workflow/moveRoutes';
import { generatePlan } from './generatePlan';
import { planMoves } from './moves';
import { minDays, namedTotals, planRows, planSources, surveyRows } from './planFacts';
import { scopeOfProject } from './projectScope';

const idSchema = z
  .int({ error: () => '请求不完整，请刷新页面后重试' })
  .positive('请求不完整，请刷新页面后重试')
  .max(2_147_483_647, '请求不完整，请刷新页面后重试');
const generateBody = z.object({
  project: idSchema,
  template: idSchema.optional(),
  mode: z.enum(['append', 'replace'], { error: () => '请选择追加或替换' }).optional(),
  peaks: z.boolean().optional(),
});

async function planOf(services: Services, registry: Registry, call: Call<unknown>): Promise<PlanOf> {
  const projectId = idParam(call);
  return services.database.transaction(async (tx) => {
    const project = await projectOf(tx, registry, call, projectId);
    const editability = stageEditabilityOf(project, planningStages);
    const mayMake = editability.isEditable && mayAny(call.viewer.permissions, [permissionOf(samplePlan, 'edit')]);
    const plan =
      (await findHead(services, registry, tx, 'samplePlan', projectId)) ??
      (mayMake ? await lockedHead(services, registry, tx, call, 'samplePlan', projectId) : null);
    const asSeen = plan ? await currentFingerprint(tx, samplePlan.name, plan.id) : null;
    const [rows, survey] = [await planRows(tx, projectId), await surveyRows(tx, projectId)];
    return {
      ...editability,
      plan: plan as Row<typeof samplePlan> | null,
      asSeen,
      rows: rows.length,
      surveyRows: survey.length,
      leastDays: await minDays(tx, project),
    };
  });
}

/** Returns what is missing in a plan or below the requirements, and the hazards that it does not test. */
async function checkedPlan(
  services: Services,
  registry: Registry,
  call: Call<unknown>,
  sources: Awaited<ReturnType<typeof planSources>>,
): Promise<PlanCheck> {
  const head = await findHead(services, registry, services.database.orm, 'samplePlan', idParam(call));
  const untestedMap = (head?.untested as UntestedMap | null | undefined) ?? null;
  const planCheck = checkPlan({
    ...sources,
    remark: (head?.remark as string | null | undefined) ?? null,
    notTested: (head?.notTested as string | null | undefined) ?? null,
    untested: untestedMap,
  });
  const notTested = notTestedOf(sources);
  return {
    ...planCheck,
    notTested: [...notTested, ...testedDespiteReason(untestedMap, notTested, sources.hazards)],
  };
}

/** Returns the routes that read what a plan counts, lacks and exceeds. */
function planReadingRoutes(services: Services, registry: Registry): Route[] {
  const { path, label: tag } = samplePlan;
  const viewPermissions = [permissionOf(samplePlan, 'list')];
  const { orm } = services.database;
  const sourcesOf = async (call: Call<unknown>) =>
    planSources(orm, await projectOf(orm, registry, call, idParam(call)), formatDay(services.now(), services.env.zone));
  return [
    route({
      method: 'GET',
      path: `${path}/totals/:id`,
      permission: viewPermissions,
      tag,
      summary: '方案合计：样品与空白、采样介质（含10%备用）、同时需要的采样器、天数',
      handle: async (call) => namedTotals(await sourcesOf(call)),
    }),
    route({
      method: 'GET',
      path: `${path}/scope/:id`,
      permission: ['samplePlan:list', 'siteSurvey:list', 'contractReview:list', 'labTask:list'],
      tag,
      summary: '项目各因素是否在资质认定能力附表内',
      handle: async (call): Promise<ProjectScope> =>
        scopeOfProject(
          orm,
          await projectOf(orm, registry, call, idParam(call)),
          formatDay(services.now(), services.env.zone),
        ),
    }),
    route({
      method: 'GET',
      path: `${path}/check/:id`,
      permission: viewPermissions,
      tag,
      summary: '方案中未填写完整的、低于规范要求的',
      handle: async (call) => checkedPlan(services, registry, call, await sourcesOf(call)),
    }),
  ];
}

/** Returns the routes of a plan besides its rows: generation, totals, faults, and its three signatures. */
export function samplePlanRoutes(services: Services, registry: Registry): Route[] {
  const { path, label: tag } = samplePlan;
  const viewPermissions = [permissionOf(samplePlan, 'list')];
  return [
    ...moveRoutes(
      services,
      registry,
      { machine: samplePlanMachine, resource: registry.named(samplePlan.name), stateField: 'state' },
      planMoves,
    ),
    route({
      method: 'GET',
      path: `${path}/of/:id`,
      permission: viewPermissions,
      tag,
      summary: '项目的采样方案：表头、是否可以编制、行数',
      handle: (call) => planOf(services, registry, call),
    }),
    route({
      method: 'POST',
      path: `${path}/generate`,
      permission: [permissionOf(sampleSiteHazard, 'add')],
      tag,
      summary: '由现场调查、限值库与方法库生成方案，或采用模板；已有内容时须说明追加还是替换',
      body: generateBody,
      async handle(call) {
        const generation = await generatePlan(services, registry, call);
        return ok(planTexts.generated(generation.added), generation);
      },
    }),
    ...planReadingRoutes(services, registry),
  ];
}
