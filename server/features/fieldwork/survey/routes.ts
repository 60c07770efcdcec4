import { and, count, countDistinct, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { recordedConditionCodes } from '@contract/arithmetic/limits/limitConditions';
import type { Row } from '@contract/entity';
import { siteHazard } from '@contract/features/fieldwork/entities/siteHazard';
import { siteSurvey } from '@contract/features/fieldwork/entities/siteSurvey';
import { surveyTexts } from '@contract/features/fieldwork/plan/planTexts';
import type { EarlierSurvey } from '@contract/features/fieldwork/survey/surveyWire';
import type { SurveyOf } from '@contract/features/fieldwork/survey/surveyWire';
import type { SurveySuggestion } from '@contract/features/library/materialHazards';
import { surveyStages } from '@contract/features/projects/editableStages';
import { mayAny, permissionOf } from '@contract/permissions';
import { formatMoment } from '@server/base/zone';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { scopeOf } from '@server/crud/rowScope';
import { hazardLimitTable, projectTable, siteHazardTable, siteSurveyTable, surveyFileTable } from '@server/db/schema';
import { projectOf } from '@server/features/projects/projectStage';
import { stageEditabilityOf } from '@server/features/projects/stageEditability';
import { findHead, lockedHead } from '@server/features/projects/surveyAndPlanHeads';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { copySurvey } from './copySurvey';
import { ofSurvey } from './policy';
import { suggestHazards } from './suggestHazards';

const idSchema = z
  .int({ error: () => '请求不完整，请刷新页面后重试' })
  .positive('请求不完整，请刷新页面后重试')
  .max(2_147_483_647, '请求不完整，请刷新页面后重试');
const copyBody = z.object({
  project: idSchema,
  from: idSchema.optional(),
  template: idSchema.optional(),
  mode: z.enum(['append', 'replace'], { error: () => '请选择追加或替换' }).optional(),
  files: z.boolean().optional(),
});

async function surveyOf(services: Services, registry: Registry, call: Call<unknown>): Promise<SurveyOf> {
  const projectId = idParam(call);
  return services.database.transaction(async (tx) => {
    const openness = stageEditabilityOf(await projectOf(tx, registry, call, projectId), surveyStages);
    const mayMake = openness.isEditable && mayAny(call.viewer.permissions, [permissionOf(siteSurvey, 'edit')]);
    const existingSurvey = await findHead(services, registry, tx, 'siteSurvey', projectId);
    const survey =
      existingSurvey ?? (mayMake ? await lockedHead(services, registry, tx, call, 'siteSurvey', projectId) : null);
    const h = siteHazardTable;
    const l = hazardLimitTable;
    const conditionalHazards = tx
      .select({ hazard: l.hazard })
      .from(l)
      .where(and(isNull(l.deleteTime), inArray(l.condition, [...recordedConditionCodes])));
    const [rows] = await tx
      .select({
        hazards: count(),
        workshops: countDistinct(h.workshop),
        posts: countDistinct(sql`(${h.workshop}, ${h.post})`),
        unmeasured: sql<number>`count(*) filter (where ${h.workers} is null or ${h.hoursPerDay} is null
          or ${h.daysPerWeek} is null)::int`,
        withoutCondition: sql<number>`count(*) filter (where ${h.exposureCondition} is null
          and ${inArray(h.hazard, conditionalHazards)})::int`,
      })
      .from(h)
      .where(and(eq(h.project, projectId), isNull(h.deleteTime)));
    const [files] = await tx
      .select({ files: count() })
      .from(surveyFileTable)
      .where(and(eq(surveyFileTable.project, projectId), isNull(surveyFileTable.deleteTime), ofSurvey));
    return {
      ...openness,
      survey: survey as Row<typeof siteSurvey> | null,
      counts: {
        hazards: rows?.hazards ?? 0,
        workshops: rows?.workshops ?? 0,
        posts: rows?.posts ?? 0,
        files: files?.files ?? 0,
        unmeasured: rows?.unmeasured ?? 0,
        withoutCondition: rows?.withoutCondition ?? 0,
      },
    };
  });
}

async function earlierSurveys(services: Services, registry: Registry, call: Call<unknown>): Promise<EarlierSurvey[]> {
  const { orm } = services.database;
  const project = await projectOf(orm, registry, call, idParam(call));
  const [p, h, f, s] = [projectTable, siteHazardTable, surveyFileTable, siteSurveyTable];
  const rows = sql<number>`(select count(*)::int from ${h} where ${h.project} = ${p.id} and ${h.deleteTime} is null)`;
  const surveyRows = await orm
    .select({
      project: p.id,
      code: p.code,
      projectName: p.projectName,
      surveyedOn: s.surveyedOn,
      createTime: p.createTime,
      rows,
      files: sql<number>`(select count(*)::int from ${f}
        where ${f.project} = ${p.id} and ${f.deleteTime} is null and ${ofSurvey})`,
    })
    .from(p)
    .leftJoin(s, and(eq(s.project, p.id), isNull(s.deleteTime)))
    .where(
      and(
        eq(p.belongInspect, project.belongInspect),
        ne(p.id, project.id),
        isNull(p.deleteTime),
        scopeOf(registry.named('project'), call.viewer),
        sql`${rows} > 0`,
      ),
    )
    .orderBy(desc(p.createTime), desc(p.id))
    .limit(50);
  return surveyRows.map((row) => ({
    ...row,
    code: String(row.code),
    createTime: formatMoment(row.createTime, services.env.zone),
  }));
}

/**
 * Routes of a survey besides its rows: the survey of a project, and the sources that it can be started from. A move
 * of the project ends the survey.
 */
export function siteSurveyRoutes(services: Services, registry: Registry): Route[] {
  const { path, label: tag } = siteSurvey;
  const viewPermissions = [permissionOf(siteSurvey, 'list')];
  return [
    route({
      method: 'GET',
      path: `${path}/of/:id`,
      permission: viewPermissions,
      tag,
      summary: '项目的现场调查：表头、是否可以填写、行数与附件数',
      handle: (call) => surveyOf(services, registry, call),
    }),
    route({
      method: 'GET',
      path: `${path}/earlier/:id`,
      permission: viewPermissions,
      tag,
      summary: '同一受检单位其他项目的调查，可供复制',
      handle: (call) => earlierSurveys(services, registry, call),
    }),
    route({
      method: 'GET',
      path: `${path}/suggest/:id`,
      permission: viewPermissions,
      tag,
      summary: '由调查的原辅材料列出可能存在的危害因素及理由，以及行业的风险分类',
      handle: async (call): Promise<SurveySuggestion> => {
        const { orm } = services.database;
        return suggestHazards(orm, await projectOf(orm, registry, call, idParam(call)));
      },
    }),
    route({
      method: 'POST',
      path: `${path}/copy`,
      permission: [permissionOf(siteHazard, 'add')],
      tag,
      summary: '复制同一单位以前的调查，或采用模板；已有内容时须说明追加还是替换',
      body: copyBody,
      async handle(call) {
        const copyResult = await copySurvey(services, registry, call);
        return ok(surveyTexts.copied(copyResult.added, copyResult.files ?? 0), copyResult);
      },
    }),
  ];
}
