import { and, asc, desc, eq, isNull, ne } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { gapTexts, type FieldGapWithReason, withReasons } from '@contract/features/fieldwork/samples/fieldGaps';
import {
  accreditationFor,
  markProblems,
  markTexts,
  type ReportAccreditation,
} from '@contract/features/reports/accreditationMark';
import type { ReportSources } from '@contract/features/reports/compileReport';
import { compileReport, problemsOf } from '@contract/features/reports/compileReport';
import { judgeResults } from '@contract/features/reports/judgement/judgeResults';
import { type LineWithDecision, linesWithDecisions } from '@contract/features/reports/judgement/openLines';
import type { ReportContent } from '@contract/features/reports/reportContent';
import { writtenSections } from '@contract/features/reports/reportContent';
import type { ReportIssue } from '@contract/features/reports/reportCover';
import { reportDocument } from '@contract/features/reports/reportDocument';
import type { ReportKind } from '@contract/features/reports/reportKinds';
import { unprintableTexts } from '@contract/print/printableCharacters';
import type { CrudContext } from '@server/crud/crudContext';
import { dictLabel } from '@server/crud/dictLabel';
import type { Orm } from '@server/db/orm';
import { labSheetTable, organizationTable, reportTable } from '@server/db/schema';
import { riskClassOfUnit } from '@server/features/library/industryRisks';
import { type ChosenContact, chosenContact } from '@server/features/projects/chosenContact';
import { earlierWorkOf } from '@server/features/projects/earlierWork';
import type { StoredProject } from '@server/features/projects/projectStage';
import { decisionsOf } from './decisions/reportDecisions';
import { causeProblems, compiledEvaluation } from './evaluation/evaluationSources';
import { fieldGapsOfProject } from './fieldGaps';
import { pictureOf } from './printedPicture';
import { resultFactsOf } from './results/resultFacts';
import {
  collectorsOf,
  numberOrNull,
  distinctValues,
  limitsOf,
  marksOf,
  methodsOf,
  nameList,
  ordinarySamplesOf,
  partsOf,
  picturesOf,
  productionOf,
  rowOf,
  sampledTimesOf,
  templateOf,
  textOrNull,
  untestedOf,
} from './sourceParts';

// Compiles the content of a report from its sources.

const orElse = (people: readonly string[], fallback: string[]): string[] => (people.length ? [...people] : fallback);

/** Returns the risk class of a unit for its report; empty if it is not known. */
export async function riskOf(
  orm: Orm,
  { industry, industryRisk }: Readonly<Record<string, unknown>>,
  { organizationId }: Pick<StoredProject, 'organizationId'>,
): Promise<{ riskClass?: string }> {
  const unit = { industry: textOrNull(industry), industryRisk: numberOrNull(industryRisk) };
  const riskClass = await riskClassOfUnit(orm, unit, organizationId);
  return riskClass ? { riskClass } : {};
}

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

function agencyOf(agency: typeof organizationTable.$inferSelect | undefined): ReportSources['agency'] {
  return {
    name: agency?.name ?? '',
    creditCode: agency?.creditCode ?? null,
    qualification: agency?.qualification ?? null,
    address: agency?.address ?? null,
    contact: agency?.contact ?? null,
    phone: agency?.phone ?? null,
  };
}

async function unitOf(
  unit: AnyRow,
  person: AnyRow | ChosenContact,
  dictLabelOf: (dict: string, value: unknown) => Promise<string | null>,
): Promise<ReportSources['unit']> {
  return {
    name: String(unit.unitName ?? ''),
    code: textOrNull(unit.iuiCode),
    address: textOrNull(unit.workAddress) ?? textOrNull(unit.registeredAddress),
    industry: await dictLabelOf('industry', unit.industry),
    scale: await dictLabelOf('unitScale', unit.scale),
    economicType: await dictLabelOf('economicType', unit.economicType),
    contact: textOrNull(person.contact),
    phone: textOrNull(person.mobile) ?? textOrNull(person.landline),
    workers: numberOrNull(unit.workerCount),
    exposed: numberOrNull(unit.exposedCount),
  };
}

async function postsOf(context: CrudContext, orm: Orm, project: StoredProject): Promise<ReportSources['posts']> {
  return (await partsOf(context, orm, 'siteHazard', project.id)).map((row) => ({
    workshop: textOrNull(row.workshop),
    post: String(row.post ?? ''),
    workContent: textOrNull(row.workContent),
    hazardName: String(row.hazardName ?? ''),
    source: textOrNull(row.source),
    workers: numberOrNull(row.workers),
    shift: textOrNull(row.shift),
    hoursPerDay: textOrNull(row.hoursPerDay),
    daysPerWeek: textOrNull(row.daysPerWeek),
    controls: textOrNull(row.controls),
    ppe: textOrNull(row.ppe),
  }));
}

async function weatherOf(context: CrudContext, orm: Orm, project: StoredProject): Promise<ReportSources['weather']> {
  return (await partsOf(context, orm, 'siteWeather', project.id)).map((row) => ({
    measuredAt: String(row.measuredAt),
    place: String(row.place),
    sky: textOrNull(row.sky),
    temperature: String(row.temperature),
    humidity: textOrNull(row.humidity),
    pressure: String(row.pressure),
    windSpeed: textOrNull(row.windSpeed),
  }));
}

async function broughtSamples(
  context: CrudContext,
  orm: Orm,
  project: StoredProject,
  dictLabelOf: (dict: string, value: unknown) => Promise<string | null>,
): Promise<NonNullable<ReportSources['incoming']>> {
  return await Promise.all(
    (await ordinarySamplesOf(context, orm, project.id)).map(async (row) => ({
      sampleNo: String(row.sampleNo),
      clientSampleNo: textOrNull(row.clientSampleNo),
      form: textOrNull(row.sampleForm),
      condition: await dictLabelOf('sampleCondition', row.condition),
      receivedOn: textOrNull(row.checkedAt)?.slice(0, 10) ?? null,
    })),
  );
}

/** Returns the accredited scope that the report prints; null without an annex. */
async function scopeOfReport(
  { services }: CrudContext,
  methods: ReportSources['methods'],
  agency: typeof organizationTable.$inferSelect | undefined,
): Promise<ReportAccreditation | null> {
  const picture = await pictureOf(services, agency?.accreditationMark ?? null, markTexts.caption);
  return accreditationFor(methods, {
    qualification: agency?.qualification ?? null,
    picture: picture && { file: picture.source, ratio: picture.ratio },
  });
}

/** Rows that name the people who worked on a project, and the days. */
interface WorkFacts {
  readonly projectRow: AnyRow;
  readonly survey: AnyRow | undefined;
  readonly days: readonly AnyRow[];
  readonly tested: Awaited<ReturnType<typeof methodsOf>>;
  /** True if a sample of the project was tested. */
  readonly isTested: boolean;
}

/**
 * Returns who did the work and when. For work before a job was taken over, it returns the people and the day of the
 * papers.
 */
async function peopleOf(
  context: CrudContext,
  orm: Orm,
  project: StoredProject,
  { projectRow, survey, days, tested, isTested }: WorkFacts,
): Promise<ReportSources['people']> {
  const surveyWork = await earlierWorkOf(orm, project, 'survey');
  return {
    leader: textOrNull(projectRow.leaderName),
    team: nameList(projectRow.teamName),
    surveyors: orElse(nameList(survey?.surveyorsName), surveyWork.people),
    surveyedOn: textOrNull(survey?.surveyedOn) ?? surveyWork.on,
    collectors: project.incoming ? [] : await collectorsOf(context, orm, project, days),
    sampledOn: distinctValues(
      isTested && !project.incoming ? days.flatMap(({ sampledOn }) => textOrNull(sampledOn) ?? []) : [],
    ),
    companions: distinctValues(
      (await partsOf(context, orm, 'companion', project.id)).map(({ companionName }) => String(companionName)),
    ),
    testers: orElse(tested.testers, (await earlierWorkOf(orm, project, 'testing')).people),
    testFrom: tested.from,
    testTo: tested.to,
  };
}

async function agencyRowOf(orm: Orm, organizationId: number | null) {
  if (organizationId === null) return undefined;
  const [agency] = await orm.select().from(organizationTable).where(eq(organizationTable.id, organizationId));
  return agency;
}

/** Returns the number of the report that is corrected; null for a first report. */
async function numberOfPrevious(orm: Orm, { previous }: StoredReport): Promise<string | null> {
  if (previous === null) return null;
  const [previousReport] = await orm
    .select({ no: reportTable.reportNo })
    .from(reportTable)
    .where(eq(reportTable.id, previous));
  return previousReport?.no ?? null;
}

/** Reads what the report takes from its project, whatever the report itself says. */
async function projectFactsOf(context: CrudContext, orm: Orm, project: StoredProject) {
  const resultFacts = await resultFactsOf(orm, project, { onlyApproved: false });
  const unit = await rowOf(context, orm, 'inspectUnit', project.belongInspect);
  const agency = await agencyRowOf(orm, project.organizationId);
  const [survey] = await partsOf(context, orm, 'siteSurvey', project.id);
  const tested = await methodsOf(context, orm, project.id, resultFacts);
  return {
    resultFacts,
    results: judgeResults(resultFacts),
    projectRow: await rowOf(context, orm, 'project', project.id),
    unit,
    agency,
    person: (await chosenContact(orm, project.contact)) ?? unit,
    survey,
    days: await partsOf(context, orm, 'samplingDay', project.id),
    tested,
    accreditation: await scopeOfReport(context, tested.methods, agency),
    licence: await pictureOf(context.services, agency?.qualificationFile ?? null, '资质证书'),
    logo: await pictureOf(context.services, agency?.logo ?? null, ''),
    ...(await picturesOf(context, orm, project.id)),
    risk: await riskOf(orm, unit, project),
    untested: await untestedOf(orm, project.id),
  };
}
type ProjectFacts = Awaited<ReturnType<typeof projectFactsOf>>;

/** Returns the sources that describe the project: customer, people, places, methods and results. */
async function projectSources(
  context: CrudContext,
  orm: Orm,
  project: StoredProject,
  projectFacts: ProjectFacts,
): Promise<Omit<ReportSources, keyof ReportOwnSources | 'previousNo' | 'template'>> {
  const { resultFacts, results, projectRow, survey, days, tested, accreditation, licence, logo } = projectFacts;
  const dictLabelOf = (dict: string, value: unknown) => dictLabel(orm, dict, textOrNull(value), project.organizationId);
  return {
    projectCode: project.code ?? '',
    projectName: project.projectName,
    typeName: await dictLabelOf('projectType', projectRow.type),
    contractNo: project.contractNo,
    agency: agencyOf(projectFacts.agency),
    customerName: textOrNull(projectRow.customerName),
    unit: { ...(await unitOf(projectFacts.unit, projectFacts.person, dictLabelOf)), ...projectFacts.risk },
    people: await peopleOf(context, orm, project, {
      projectRow,
      survey,
      days,
      tested,
      isTested: resultFacts.tests.length + resultFacts.shares.length > 0,
    }),
    posts: await postsOf(context, orm, project),
    methods: tested.methods,
    weather: await weatherOf(context, orm, project),
    results,
    ...(resultFacts.shares.length ? { silica: resultFacts.shares.map(({ sheet: _sheet, ...share }) => share) } : {}),
    limits: await limitsOf(orm, results),
    ...(await sampledTimesOf(context, orm, project)),
    incoming: project.incoming ? await broughtSamples(context, orm, project, dictLabelOf) : [],
    pictures: projectFacts.pictures,
    ...(accreditation ? { accreditation } : {}),
    ...(licence ? { licence: { file: licence.source, ratio: licence.ratio } } : {}),
    ...(logo ? { logo: { file: logo.source, ratio: logo.ratio } } : {}),
    decisions: await decisionsOf(orm, project.id, context.services.env.zone),
    process: textOrNull(survey?.process),
    production: await productionOf(context, orm, project, days),
    marked: await marksOf(orm, results),
  };
}

/** Returns the sources that the row of the report has itself. */
const reportOwnSources = (report: StoredReport) => ({
  reportNo: report.reportNo ?? '',
  title: report.title,
  kind: report.kind as ReportKind,
  assess: Boolean(report.assess) && report.kind !== 'incoming',
  revision: report.revision ?? 0,
  correctionReason: report.correctionReason,
  authorPart: report.authorPart ?? '',
  ownTexts: Object.fromEntries(writtenSections.map((section) => [section, report[section]])),
});

type ReportOwnSources = ReturnType<typeof reportOwnSources>;

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
