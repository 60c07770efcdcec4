import { and, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { judgeResults } from '@contract/features/reports/judgement/judgeResults';
import { assessPosts, type RiskRow } from '@contract/features/risk/assessPosts';
import { type ProjectRisk, projectRiskOf } from '@contract/features/risk/riskWire';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { hazardTable, inspectUnitTable, labSheetTable, projectTable } from '@server/db/schema';
import { resultFactsOf } from '@server/features/reports/results/resultFacts';
import type { Viewer } from '@server/http/viewer';

export interface JudgedProject {
  readonly id: number;
  readonly code: string;
  readonly organizationId: number | null;
  readonly incoming: boolean | null;
  readonly unit: number;
  readonly unitName: string;
  readonly exposedCount: number | null;
  /** Last day of the tests in the project's approved records. */
  readonly testedOn: string | null;
}

/** Returns projects with approved records that the viewer may see, newest first. */
export async function judgedProjects(
  orm: Orm,
  registry: Registry,
  viewer: Viewer,
  extraCondition?: SQL,
): Promise<JudgedProject[]> {
  const [projects, units] = [registry.named('project'), registry.named('inspectUnit')];
  const testedOn = sql<string | null>`max(${labSheetTable.testDate})`;
  const rows = await orm
    .select({
      id: projectTable.id,
      code: projectTable.code,
      organizationId: projectTable.organizationId,
      incoming: projectTable.incoming,
      unit: inspectUnitTable.id,
      unitName: inspectUnitTable.unitName,
      exposedCount: inspectUnitTable.exposedCount,
      testedOn,
    })
    .from(projectTable)
    .innerJoin(inspectUnitTable, eq(inspectUnitTable.id, projectTable.belongInspect))
    .innerJoin(
      labSheetTable,
      and(
        eq(labSheetTable.project, projectTable.id),
        eq(labSheetTable.state, 'approved'),
        isNull(labSheetTable.deleteTime),
      ),
    )
    .where(
      and(
        undeletedRows(projects),
        undeletedRows(units),
        scopeOf(projects, viewer),
        scopeOf(units, viewer),
        extraCondition,
      ),
    )
    .groupBy(projectTable.id, inspectUnitTable.id)
    .orderBy(sql`${testedOn} desc nulls last`, desc(projectTable.id));
  return rows.map((row) => ({ ...row, code: row.code ?? '' }));
}

/** Returns the risk of a project by its approved records. */
export async function riskOfProject(
  orm: Orm,
  project: JudgedProject,
): Promise<{ readonly rows: RiskRow[]; readonly risk: ProjectRisk }> {
  const resultFacts = await resultFactsOf(orm, project, { onlyApproved: true });
  const ids = [...resultFacts.hazards.keys()];
  const hazardMarks = ids.length
    ? await orm
        .select({ id: hazardTable.id, marks: hazardTable.marks })
        .from(hazardTable)
        .where(inArray(hazardTable.id, ids))
    : [];
  const rows = assessPosts(judgeResults(resultFacts), {
    marks: new Map(hazardMarks.map((row) => [row.id, row.marks])),
    silica: resultFacts.silica,
  });
  const judgedOn =
    resultFacts.tests
      .map(({ sampledOn }) => sampledOn)
      .filter(Boolean)
      .sort()
      .at(-1) ?? project.testedOn;
  return {
    rows,
    risk: projectRiskOf(rows, {
      project: project.id,
      code: project.code,
      on: judgedOn,
      workers: project.exposedCount,
    }),
  };
}
