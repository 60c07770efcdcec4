import { and, desc, eq, gte, inArray, isNotNull, isNull, ne } from 'drizzle-orm';
import { verdictLabel } from '@contract/arithmetic/limits/resultJudgement';
import { articleTable, installationTable, trendTable } from '@contract/features/conformity/forms/conclusionForms';
import { type FormTables, withRowNumbers, withTableRows } from '@contract/features/conformity/forms/formTable';
import type { FormValues } from '@contract/features/conformity/forms/serviceForm';
import { boundText } from '@contract/features/reports/judgement/judgedValue';
import { type JudgedPost, judgeResults } from '@contract/features/reports/judgement/judgeResults';
import type { ReportContent } from '@contract/features/reports/reportContent';
import { quantityText } from '@contract/print/paperEdition';
import type { Orm } from '@server/db/orm';
import { projectTable, reportContentTable, reportTable, serviceFormTable, siteHazardTable } from '@server/db/schema';
import { isCompletedSheet } from '@server/features/projects/completedSheets';
import { resultFactsOf } from '../results/resultFacts';

// First rows of the sheets with the conclusions of an evaluation: results of the organization's own reports of three
// years, and results beside the installations that the survey names.

/** Years of results that an evaluation looks at (6.2.9.2.3 c). */
const comparedYears = 3;

/** Highest value of a post and hazard in words, e.g. 35 mg/m³. */
function highestOf({ values }: JudgedPost): { result: string; limit: string } | null {
  const valuesWithText = values.filter(({ text }) => text);
  const value =
    valuesWithText.find(({ highest }) => highest) ??
    valuesWithText.find(({ verdict }) => verdict === 'exceeds') ??
    valuesWithText[0];
  return value
    ? {
        result: quantityText(value.text, value.unit),
        limit: value.limit === null ? '' : quantityText(boundText(value), value.unit),
      }
    : null;
}

/** Returns the results of the employer's own reports of the last years as rows of 近3年检测结果. */
export async function earlierResults(orm: Orm, projectId: number, today: string): Promise<FormTables> {
  const [project] = await orm.select().from(projectTable).where(eq(projectTable.id, projectId));
  if (!project) return {};
  const from = `${Number(today.slice(0, 4)) - comparedYears}${today.slice(4)}`;
  const reports = await orm
    .select({ no: reportTable.reportNo, on: reportTable.issuedOn, content: reportContentTable.content })
    .from(reportTable)
    .innerJoin(reportContentTable, eq(reportContentTable.reportId, reportTable.id))
    .innerJoin(projectTable, eq(projectTable.id, reportTable.project))
    .where(
      and(
        eq(projectTable.belongInspect, project.belongInspect),
        eq(projectTable.organizationId, project.organizationId ?? 0),
        ne(projectTable.id, projectId),
        inArray(reportTable.state, ['issued', 'published']),
        isNotNull(reportTable.issuedOn),
        gte(reportTable.issuedOn, from),
        isNull(reportTable.deleteTime),
      ),
    )
    .orderBy(desc(reportTable.issuedOn));
  const rows = reports.flatMap(({ no, on, content }) =>
    (content as ReportContent).results.flatMap((post) => {
      const highest = highestOf(post);
      return highest
        ? [
            {
              year: Number(String(on).slice(0, 4)),
              workplace: post.workshop,
              post: post.place,
              hazard: post.hazardName,
              result: highest.result,
              limit: highest.limit,
              verdict: verdictLabel(post.verdict),
              source: no,
            },
          ]
        : [];
    }),
  );
  return withTableRows({}, trendTable, withRowNumbers(rows));
}

/** Returns the surveyed installations with the results of their places, and the articles of the fit tests. */
export async function installationResults(orm: Orm, projectId: number): Promise<FormTables> {
  const [project] = await orm.select().from(projectTable).where(eq(projectTable.id, projectId));
  if (!project) return {};
  const surveyedPosts = await orm
    .selectDistinct({
      workplace: siteHazardTable.workshop,
      post: siteHazardTable.post,
      installation: siteHazardTable.controls,
    })
    .from(siteHazardTable)
    .where(and(eq(siteHazardTable.project, projectId), isNull(siteHazardTable.deleteTime)));
  const posts = judgeResults(await resultFactsOf(orm, project, { onlyApproved: false }));
  const hazardsText = (workplace: string | null, post: string): string =>
    posts
      .filter((judgedPost) => judgedPost.workshop === workplace && judgedPost.place.includes(post))
      .flatMap((judgedPost) => {
        const highest = highestOf(judgedPost);
        return highest ? [`${judgedPost.hazardName} ${highest.result}（${verdictLabel(judgedPost.verdict)}）`] : [];
      })
      .join('；');
  const installations = surveyedPosts.flatMap(({ workplace, post, installation }) =>
    installation
      ? [
          {
            workplace: workplace ?? '',
            installation: installation.slice(0, 100),
            hazards: hazardsText(workplace, post),
          },
        ]
      : [],
  );
  const tests = await orm
    .select({ values: serviceFormTable.values })
    .from(serviceFormTable)
    .where(isCompletedSheet({ kind: 'fitTest', project: projectId }));
  const articles = tests.map(({ values }) => {
    const { model, person, factor, required, verdict } = (values ?? {}) as FormValues;
    return { article: model, fit: `${person ?? ''}：适合因数${factor ?? ''}，要求${required ?? ''}，${verdict ?? ''}` };
  });
  return withTableRows(
    withTableRows({}, installationTable, withRowNumbers(installations)),
    articleTable,
    withRowNumbers(articles),
  );
}
