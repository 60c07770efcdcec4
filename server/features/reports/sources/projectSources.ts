import { eq } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { accreditationFor, markTexts, type ReportAccreditation } from '@contract/features/reports/accreditationMark';
import type { ReportSources } from '@contract/features/reports/compileReport';
import { judgeResults } from '@contract/features/reports/judgement/judgeResults';
import { writtenSections } from '@contract/features/reports/reportContent';
import type { ReportKind } from '@contract/features/reports/reportKinds';
import type { CrudContext } from '@server/crud/crudContext';
import { dictLabel } from '@server/crud/dictLabel';
import type { Orm } from '@server/db/orm';
import { organizationTable } from '@server/db/schema';
import { riskClassOfUnit } from '@server/features/library/industryRisks';
import { type ChosenContact, chosenContact } from '@server/features/projects/chosenContact';
import { earlierWorkOf } from '@server/features/projects/earlierWork';
import type { StoredProject } from '@server/features/projects/projectStage';
import type { StoredReport } from '../compiledReport';
import { decisionsOf } from '../decisions/reportDecisions';
import { pictureOf } from '../printedPicture';
import { resultFactsOf } from '../results/resultFacts';
import { picturesOf } from './reportPictures';
import {
  collectorsOf,
  distinctValues,
  limitsOf,
  marksOf,
  methodsOf,
  nameList,
  numberOrNull,
  ordinarySamplesOf,
  partsOf,
  productionOf,
  rowOf,
  sampledTimesOf,
  textOrNull,
  untestedOf,
} from './sourceParts';

// Sources of a report: what it takes from its project, and from its own row.

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

/** Reads what the report takes from its project, whatever the report itself says. */
export async function projectFactsOf(context: CrudContext, orm: Orm, project: StoredProject) {
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
export async function projectSources(
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
export const reportOwnSources = (report: StoredReport) => ({
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
