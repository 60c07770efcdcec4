import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { FormTables } from '@contract/features/conformity/forms/formTable';
import type { FormValues } from '@contract/features/conformity/forms/serviceForm';
import { isEvaluation } from '@contract/features/projects/serviceKind';
import { postsWithoutCause } from '@contract/features/reports/conclusion/exceedanceAnalysis';
import {
  type EvaluationSources,
  compileEvaluation,
  type SignedSheet,
} from '@contract/features/reports/evaluation/compileEvaluation';
import type { ReportEvaluation } from '@contract/features/reports/evaluation/evaluationContent';
import { evaluationProblems } from '@contract/features/reports/evaluation/evaluationProblems';
import type { JudgedPost } from '@contract/features/reports/judgement/judgeResults';
import type { ReportPicture } from '@contract/features/reports/reportContent';
import { isEvaluationReport } from '@contract/features/reports/reportKinds';
import { reportTexts } from '@contract/features/reports/reportTexts';
import type { Orm } from '@server/db/orm';
import { hazardLimitTable, hazardTable, serviceFormTable, siteHazardTable } from '@server/db/schema';
import { isCompletedSheet } from '@server/features/projects/completedSheets';
import type { StoredProject } from '@server/features/projects/projectStage';
import { missingSheets } from '@server/features/projects/requiredSheets';
import type { StoredReport } from '../compiledReport';

// Sources of an evaluation report beside its results: signed sheets, the survey, the plan and the libraries.

/** Returns the signed sheets of a project, the newest of each kind last. */
async function signedSheets(orm: Orm, projectId: number): Promise<SignedSheet[]> {
  const rows = await orm
    .select({ kind: serviceFormTable.formKind, values: serviceFormTable.values, tables: serviceFormTable.tables })
    .from(serviceFormTable)
    .where(isCompletedSheet({ project: projectId }))
    .orderBy(asc(serviceFormTable.id));
  return rows.map(({ kind, values, tables }) => ({
    kind,
    values: (values ?? {}) as FormValues,
    tables: (tables ?? {}) as FormTables,
  }));
}

/** Returns the surveyed hazards with their marks and the health effects that their limits protect from. */
async function hazardsOf(orm: Orm, projectId: number): Promise<Pick<EvaluationSources, 'effects' | 'hazards'>> {
  const evaluationForms = await orm
    .selectDistinct({ id: hazardTable.id, name: hazardTable.name, marks: hazardTable.marks })
    .from(siteHazardTable)
    .innerJoin(hazardTable, eq(hazardTable.id, siteHazardTable.hazard))
    .where(and(eq(siteHazardTable.project, projectId), isNull(siteHazardTable.deleteTime)))
    .orderBy(asc(hazardTable.id));
  const ids = evaluationForms.map(({ id }) => id);
  const limits = ids.length
    ? await orm
        .selectDistinct({ hazard: hazardLimitTable.hazard, effect: hazardLimitTable.criticalEffect })
        .from(hazardLimitTable)
        .where(and(inArray(hazardLimitTable.hazard, ids), isNull(hazardLimitTable.deleteTime)))
    : [];
  return {
    hazards: evaluationForms.map(({ name, marks }) => ({ name, marks })),
    effects: evaluationForms.flatMap(({ id, name }) => {
      const effects = limits.flatMap(({ hazard, effect }) => (hazard === id && effect ? [effect] : []));
      return effects.length ? [{ hazard: name, effect: [...new Set(effects)].join('；') }] : [];
    }),
  };
}

interface CompiledParts {
  readonly pictures: readonly ReportPicture[];
  readonly results: readonly JudgedPost[];
  readonly riskClass: string | null;
  /** The hazards that were not tested, with the reasons, a line each. */
  readonly untested: readonly string[];
}

/**
 * Compiles the chapters of an evaluation report beside its results, and its problems; nothing for other reports.
 */
export async function compiledEvaluation(
  orm: Orm,
  project: StoredProject,
  report: Pick<StoredReport, 'kind'>,
  { pictures, results, riskClass, untested }: CompiledParts,
): Promise<{ evaluation: ReportEvaluation | null; problems: readonly string[] }> {
  const { service } = project;
  if (!isEvaluationReport(report.kind) || !isEvaluation(service)) return { evaluation: null, problems: [] };
  const sheets = await signedSheets(orm, project.id);
  return {
    evaluation: compileEvaluation({
      service,
      sheets,
      riskClass,
      ...(await hazardsOf(orm, project.id)),
      untested,
    }),
    problems: evaluationProblems({
      service,
      riskClass,
      pictures,
      results,
      grade: sheets.findLast(({ kind }) => kind === 'evaluationReport')?.values['testsGrade'] ?? null,
      missing: (await missingSheets(orm, project, 'submitReport')).map(({ label }) => label),
    }),
  };
}

/**
 * Returns the exceeding posts without a stated cause, as one sentence (GBZ 331-2024 5.2.7.3): of an evaluation, and of
 * a check whose signed 报告编写核对单 says that each has one.
 */
export async function causeProblems(
  orm: Orm,
  project: StoredProject,
  { kind, exceedance, assess }: Pick<StoredReport, 'kind' | 'exceedance' | 'assess'>,
  judgedPosts: readonly JudgedPost[],
): Promise<string[]> {
  const missingPosts = assess ? postsWithoutCause(judgedPosts, exceedance) : [];
  if (!missingPosts.length) return [];
  const [writingSheet] = await orm
    .select({ values: serviceFormTable.values })
    .from(serviceFormTable)
    .where(isCompletedSheet({ project: project.id, kind: 'reportWriting' }))
    .orderBy(desc(serviceFormTable.id))
    .limit(1);
  const statesCauses = (writingSheet?.values as FormValues | undefined)?.['posts'] === '符合';
  const isEvaluated = isEvaluationReport(kind) && isEvaluation(project.service);
  return statesCauses || isEvaluated ? [reportTexts.causesMissing(missingPosts)] : [];
}
