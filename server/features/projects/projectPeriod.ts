import { and, eq, isNull } from 'drizzle-orm';
import { earliestOf, type ProjectLife } from '@contract/features/fieldwork/samples/samplingDays';
import { formatDay } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { projectTable, siteSurveyTable } from '@server/db/schema';

/** Returns the period in which a project is worked on, by its head and its survey. */
export async function projectPeriod(orm: Orm, projectId: number, today: string, zone: string): Promise<ProjectLife> {
  const [project] = await orm
    .select({
      contractOn: projectTable.contractOn,
      plannedOn: projectTable.plannedOn,
      dueOn: projectTable.dueOn,
      made: projectTable.createTime,
    })
    .from(projectTable)
    .where(eq(projectTable.id, projectId));
  const [survey] = await orm
    .select({ surveyedOn: siteSurveyTable.surveyedOn })
    .from(siteSurveyTable)
    .where(and(eq(siteSurveyTable.project, projectId), isNull(siteSurveyTable.deleteTime)));
  const startedOn =
    earliestOf([
      project?.contractOn,
      project?.plannedOn,
      survey?.surveyedOn,
      project && formatDay(project.made, zone),
    ]) ?? today;
  return {
    began: startedOn,
    stated: Boolean(project?.contractOn ?? project?.plannedOn),
    dueOn: project?.dueOn ?? null,
    today,
  };
}
