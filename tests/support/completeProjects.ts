import { eq } from 'drizzle-orm';
import {
  inspectUnitTable,
  labSheetTable,
  organizationTable,
  projectTable,
  samplingDayTable,
  siteHazardTable,
  siteSurveyTable,
  userTable,
} from '@server/db/schema';
import type { TestServer } from './server';

/**
 * Stores what a platform requires besides a report: of the agency, its people, the unit and the survey. It writes below
 * the API; the report is issued by its own calls.
 */
export async function completeProject(
  { database: { orm } }: Pick<TestServer, 'database'>,
  organizationId: number,
  project: number,
  leader: number,
  without: 'creditCode' | 'nothing' = 'nothing',
): Promise<number> {
  await orm
    .update(organizationTable)
    .set({
      creditCode: '91330110MA2DEHX80X',
      qualification: '（浙）职卫检字第012号',
      contact: '戴宏远',
      phone: '13588063917',
    })
    .where(eq(organizationTable.id, organizationId));
  await orm.update(userTable).set({ certNo: 'ZJZW-2023-0117' }).where(eq(userTable.organizationId, organizationId));
  const [row] = await orm
    .update(projectTable)
    .set({ leader, contractOn: '2026-04-01' })
    .where(eq(projectTable.id, project))
    .returning();
  if (!row) throw new Error('no such project');
  const unit = {
    iuiCode: without === 'creditCode' ? null : `91330110${String(project).padStart(10, 'M')}`,
    industry: 'C36',
    region: '浙江省/杭州市/余杭区',
    scale: 'medium',
    economicType: 'private',
    registeredAddress: '良渚街道1号',
    workAddress: '良渚街道1号',
    contact: '沈建国',
    mobile: '13857106241',
    workerCount: 260,
    exposedCount: 84,
  };
  await orm.update(inspectUnitTable).set(unit).where(eq(inspectUnitTable.id, row.belongInspect));
  await orm
    .insert(siteSurveyTable)
    .values({ project, organizationId, surveyedOn: '2026-05-06', companionName: '陈立' });
  const [sheet] = await orm
    .select({ hazard: labSheetTable.hazard })
    .from(labSheetTable)
    .where(eq(labSheetTable.project, project))
    .limit(1);
  await orm.insert(siteHazardTable).values({
    project,
    organizationId,
    workshop: '涂装车间',
    post: '喷漆岗位',
    hazard: sheet?.hazard ?? 0,
    workers: 12,
    hoursPerDay: '8',
    daysPerWeek: '5',
    worstKnown: true,
    fixedPost: true,
  });
  await orm.insert(samplingDayTable).values({ project, organizationId, sampledOn: '2026-05-12', dayNo: 1 });
  return row.belongInspect;
}
