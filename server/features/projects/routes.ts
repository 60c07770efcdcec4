import { and, desc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { project } from '@contract/features/projects/entities/project';
import { projectMachine } from '@contract/features/projects/projectMachine';
import { projectTexts } from '@contract/features/projects/projectTexts';
import { permissionOf } from '@contract/permissions';
import { entriesOf } from '@contract/workflow/stateMachine';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { formatDay } from '@server/base/zone';
import { getRow } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { once } from '@server/crud/runOnce';
import { announcementTable, contractReviewTable, samplePlanTable } from '@server/db/schema';
import { pushMessage, storeMessage } from '@server/features/notices/systemMessage';
import { idSchema } from '@server/http/bodySchemas';
import { conflict } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { type MoveRule, moveRoutes } from '@server/workflow/moveRoutes';
import { holdersOf, rolesForNextStep } from './currentHolders';
import { movedProject, projectOf } from './projectStage';

const idBody = z.object({
  id: idSchema,
});

const dayMs = 86_400_000;
/** Time in minutes until a project can be urged again. */
const urgePauseMinutes = 10;

const stageLabels = new Map(entriesOf(projectMachine).map(({ value, label }) => [value, label]));

/** Sends a system message to everybody who can make the project's next move. Returns the number of recipients. */
async function urgeHolders(services: Services, registry: Registry, call: Call<{ id: number }>): Promise<number> {
  const now = services.now();
  const urgedPeople = await services.database.transaction((tx) =>
    once(tx, call, async () => {
      const projectRow = await projectOf(tx, registry, call, call.body.id, 'update');
      const stage = stageLabels.get(String(projectRow.stage)) ?? '';
      const title = projectTexts.urgeTitle(String(projectRow.code), stage);
      const [lastReminder] = await tx
        .select({ time: announcementTable.sendTime })
        .from(announcementTable)
        .where(
          and(
            eq(announcementTable.titile, title),
            projectRow.organizationId === null
              ? undefined
              : eq(announcementTable.organizationId, projectRow.organizationId),
          ),
        )
        .orderBy(desc(announcementTable.id))
        .limit(1);
      if (lastReminder?.time && now.getTime() - lastReminder.time.getTime() < urgePauseMinutes * 60_000)
        throw conflict(projectTexts.urgedRecently(urgePauseMinutes));
      const [plan] = await tx
        .select({ state: samplePlanTable.state })
        .from(samplePlanTable)
        .where(and(eq(samplePlanTable.project, projectRow.id), isNull(samplePlanTable.deleteTime)));
      const currentHolders = await holdersOf(
        tx,
        projectRow,
        String(projectRow.stage),
        plan?.state ?? null,
        formatDay(services.now(), services.env.zone),
      );
      if (!currentHolders.length) throw conflict(projectTexts.nobodyToUrge);
      const days = Math.floor((now.getTime() - (projectRow.stageSince ?? projectRow.createTime).getTime()) / dayMs);
      const text = projectTexts.urgeText(projectRow.projectName, stage, days);
      const msgId = await storeMessage(services, tx, call, {
        title,
        text,
        priority: '1',
        organizationId: projectRow.organizationId,
        people: currentHolders,
      });
      await recordAudit(tx, actorOf(call), [
        {
          action: 'status',
          entity: project,
          entityId: projectRow.id,
          title: projectRow.code,
          organizationId: projectRow.organizationId,
          after: { urged: currentHolders.map(({ nickName }) => nickName) },
          reason: '催办',
        },
      ]);
      return { ids: currentHolders.map(({ id }) => id), msgId };
    }),
  );
  await pushMessage(services, urgedPeople.ids, urgedPeople.msgId);
  return urgedPeople.ids.length;
}

/**
 * Returns who has to act on a project, or the roles that may if nobody is named, and for how many days it has waited.
 */
async function holdersView(services: Services, registry: Registry, call: Call<unknown>) {
  const { orm } = services.database;
  const projectRow = await projectOf(orm, registry, call, idParam(call));
  const [plan] = await orm
    .select({ state: samplePlanTable.state })
    .from(samplePlanTable)
    .where(and(eq(samplePlanTable.project, projectRow.id), isNull(samplePlanTable.deleteTime)));
  const stage = String(projectRow.stage);
  const planState = plan?.state ?? null;
  const currentHolders = await holdersOf(
    orm,
    projectRow,
    stage,
    planState,
    formatDay(services.now(), services.env.zone),
  );
  return {
    people: currentHolders,
    ...(currentHolders.length ? {} : { roles: await rolesForNextStep(orm, projectRow, stage, planState) }),
    days: Math.floor((services.now().getTime() - (projectRow.stageSince ?? projectRow.createTime).getTime()) / dayMs),
  };
}

/**
 * Returns the routes of a project besides the generic ones: moves and timeline, 催办, contract review, people who
 * have to act.
 *
 * @param moves rules of all moves of a project, including those of other subjects
 */
export const projectRoutes =
  (moves: Readonly<Record<string, MoveRule>>) =>
  (services: Services, registry: Registry): Route[] => {
    const { path, label: tag } = project;
    const listPermissions = [permissionOf(project, 'list')];
    const { orm } = services.database;
    return [
      ...moveRoutes(services, registry, movedProject(registry), moves),
      route({
        method: 'POST',
        path: `${path}/urge`,
        permission: [permissionOf(project, 'status')],
        tag,
        summary: '催办项目',
        body: idBody,
        handle: async (call) => ok(projectTexts.urged(await urgeHolders(services, registry, call))),
      }),
      route({
        method: 'GET',
        path: `${path}/holders/:id`,
        permission: listPermissions,
        tag,
        summary: '项目当前阶段由谁办理，已停留几天',
        handle: (call) => holdersView(services, registry, call),
      }),
      route({
        method: 'GET',
        path: `${path}/review/:id`,
        permission: listPermissions,
        tag,
        summary: '项目的合同评审；没有时为空',
        async handle(call) {
          const projectRow = await projectOf(orm, registry, call, idParam(call));
          const [review] = await orm
            .select({ id: contractReviewTable.id })
            .from(contractReviewTable)
            .where(and(eq(contractReviewTable.project, projectRow.id), isNull(contractReviewTable.deleteTime)));
          return {
            review: review
              ? await getRow({ services, registry, resource: registry.named('contractReview'), call }, review.id)
              : null,
          };
        },
      }),
    ];
  };
