import { and, asc, desc, eq, isNull, ne } from 'drizzle-orm';
import { gapTexts, type FieldGapWithReason, withReasons } from '@contract/features/fieldwork/samples/fieldGaps';
import { markProblems } from '@contract/features/reports/accreditationMark';
import type { ReportSources } from '@contract/features/reports/compileReport';
import { compileReport, problemsOf } from '@contract/features/reports/compileReport';
import { type LineWithDecision, linesWithDecisions } from '@contract/features/reports/judgement/openLines';
import type { ReportContent } from '@contract/features/reports/reportContent';
import type { ReportIssue } from '@contract/features/reports/reportCover';
import { reportDocument } from '@contract/features/reports/reportDocument';
import { unprintableTexts } from '@contract/print/printableCharacters';
import type { CrudContext } from '@server/crud/crudContext';
import type { Orm } from '@server/db/orm';
import { labSheetTable, reportTable } from '@server/db/schema';
import type { StoredProject } from '@server/features/projects/projectStage';
import { causeProblems, compiledEvaluation } from './evaluation/evaluationSources';
import { fieldGapsOfProject } from './fieldGaps';
import { projectFactsOf, projectSources, reportOwnSources } from './sources/projectSources';
import { templateOf } from './sources/sourceParts';

// Compiles the content of a report from its sources.

export type StoredReport = typeof reportTable.$inferSelect;

interface CompiledReport {
  readonly content: ReportContent;
  /** Generated sections, before anybody edits them. */
  readonly automatic: ReportContent['texts'];
  readonly problems: readonly string[];
  /** Lines with the verdict 待核实 or 无法判定, with their decisions; empty if nothing is judged. */
  readonly openLines: readonly LineWithDecision[];
  /** One sentence for each picture of the project that the report leaves out. */
  readonly leftOut: readonly string[];
  /** Gaps of the field work, each with a person's reason. */
  readonly gaps: readonly FieldGapWithReason[];
}

const gapProblems = (gaps: readonly FieldGapWithReason[]): string[] =>
  gaps.flatMap(({ title, reason }) => (reason === null ? [gapTexts.unsaid(title)] : []));

/** Issue data of a report before anybody has signed it. */
const emptyIssue: ReportIssue = { signers: [], issuedOn: null, verifyHref: null, seal: null };

/** Returns the number of the report that is corrected; null for a first report. */
async function numberOfPrevious(orm: Orm, { previous }: StoredReport): Promise<string | null> {
  if (previous === null) return null;
  const [previousReport] = await orm
    .select({ no: reportTable.reportNo })
    .from(reportTable)
    .where(eq(reportTable.id, previous));
  return previousReport?.no ?? null;
}

/** Compiles the report of a project from its current data. */
export async function compiledReport(
  context: CrudContext,
  orm: Orm,
  project: StoredProject,
  report: StoredReport,
): Promise<CompiledReport> {
  const facts = await projectFactsOf(context, orm, project);
  const { resultFacts, results, pictures, untested, tested, accreditation } = facts;
  const gaps = withReasons(
    await fieldGapsOfProject(orm, context.services.env.zone, project),
    report.gapReasons as Readonly<Record<string, string>> | null,
  );
  const explainedGaps = gaps.flatMap(({ title, reason }) => (reason === null ? [] : [{ title, reason }]));
  const { evaluation, problems: evaluationLacks } = await compiledEvaluation(orm, project, report, {
    pictures,
    results,
    riskClass: facts.risk.riskClass ?? null,
    untested,
  });
  const sources: ReportSources = {
    ...(await projectSources(context, orm, project, facts)),
    ...reportOwnSources(report),
    previousNo: await numberOfPrevious(orm, report),
    template: await templateOf(orm, report.template),
    ...(evaluation ? { evaluation } : untested.length ? { untested } : {}),
    ...(explainedGaps.length ? { gaps: explainedGaps } : {}),
  };
  const content = compileReport(sources);
  return {
    content,
    automatic: compileReport({ ...sources, ownTexts: {} }).texts,
    problems: [
      ...problemsOf(sources, {
        openTasks: resultFacts.openTaskCount,
        openRecords: resultFacts.sheets.filter(({ state }) => state !== 'approved').length,
      }),
      ...evaluationLacks,
      ...(await causeProblems(orm, project, report, results)),
      ...gapProblems(gaps),
      ...unprintableTexts(reportDocument(content, emptyIssue)),
    ],
    openLines: sources.assess ? linesWithDecisions(results, sources.decisions ?? []) : [],
    leftOut: [...facts.leftOut, ...markProblems(tested.methods, accreditation)],
    gaps,
  };
}

/**
 * Returns the valid report of a project, neither corrected nor voided. It is the newest, so a correction comes before
 * the report that it corrects.
 * @param state accepts only a report in this state
 */
export async function currentReport(
  orm: Orm,
  projectId: number,
  state?: StoredReport['state'],
): Promise<StoredReport | undefined> {
  const [foundReport] = await orm
    .select()
    .from(reportTable)
    .where(
      and(
        eq(reportTable.project, projectId),
        isNull(reportTable.deleteTime),
        ne(reportTable.state, 'corrected'),
        ne(reportTable.state, 'voided'),
        state ? eq(reportTable.state, state) : undefined,
      ),
    )
    .orderBy(desc(reportTable.id))
    .limit(1);
  return foundReport;
}

/** Returns the records of a project that are not fully signed. */
export async function openRecords(
  orm: Orm,
  projectId: number,
): Promise<{ sheetNo: string | null; state: string | null }[]> {
  const rows = await orm
    .select({ sheetNo: labSheetTable.sheetNo, state: labSheetTable.state })
    .from(labSheetTable)
    .where(and(eq(labSheetTable.project, projectId), isNull(labSheetTable.deleteTime)))
    .orderBy(asc(labSheetTable.id));
  return rows.filter(({ state }) => state !== 'approved' && state !== 'corrected');
}
