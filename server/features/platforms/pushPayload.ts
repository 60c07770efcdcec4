import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { phoneOf } from '@contract/features/customers/entities/inspectUnit';
import { placeOfSurvey } from '@contract/features/fieldwork/plan/planFacts';
import {
  joinModes,
  teamLeaderDuty,
  type PlatformMember,
  type PlatformPayload,
  type PlatformPoint,
  type PlatformResult,
  type ResultType,
  teamMemberDuty,
} from '@contract/features/platforms/platformPayload';
import type { JudgedPost } from '@contract/features/reports/judgement/judgeResults';
import type { ReportContent } from '@contract/features/reports/reportContent';
import type { Orm } from '@server/db/orm';
import {
  companionTable,
  hazardTable,
  inspectUnitTable,
  organizationTable,
  projectTeamTable,
  reportPaperTable,
  sampleTable,
  samplingDayTable,
  siteHazardTable,
  siteSurveyTable,
  storedFileTable,
  userTable,
} from '@server/db/schema';
import { isNotBlindSample } from '@server/features/projects/ordinarySamples';
import type { StoredProject } from '@server/features/projects/projectStage';
import type { StoredReport } from '@server/features/reports/compiledReport';

// Payload for a platform (DOMAIN §7.8): signed content as it was signed. Data that the report does not contain, such
// as codes and facts added later, are read from the current rows.

const distinctValues = <T>(values: readonly T[]): T[] => [...new Set(values)];
const firstText = (...values: readonly (string | null | undefined)[]): string | null =>
  values.find((value) => value !== null && value !== undefined && value !== '') ?? null;

interface TeamMember {
  readonly id: number;
  readonly name: string;
  readonly certNo: string | null;
}

/** Returns a project's people, the leader first. */
export async function teamOf(orm: Orm, project: StoredProject): Promise<TeamMember[]> {
  const team = await orm
    .select({ id: projectTeamTable.targetId })
    .from(projectTeamTable)
    .where(eq(projectTeamTable.ownerId, project.id))
    .orderBy(asc(projectTeamTable.position));
  const ids = distinctValues([...(project.leader === null ? [] : [project.leader]), ...team.map(({ id }) => id)]);
  const people = ids.length
    ? await orm
        .select({ id: userTable.id, name: userTable.nickName, certNo: userTable.certNo })
        .from(userTable)
        .where(inArray(userTable.id, ids))
    : [];
  return ids.flatMap((id) => people.find((person) => person.id === id) ?? []);
}

export interface SurveyedPoint extends PlatformPoint {
  readonly hazard: number;
  /** Name of the place in the plan and in its samples. Two places of one post are two points. */
  readonly called: string;
}

/** Returns the surveyed jobs, places and hazards of a project, in the order of the survey. */
export async function pointsOf(orm: Orm, projectId: number): Promise<SurveyedPoint[]> {
  const rows = await orm
    .select()
    .from(siteHazardTable)
    .where(and(eq(siteHazardTable.project, projectId), isNull(siteHazardTable.deleteTime)))
    .orderBy(asc(siteHazardTable.rowSort), asc(siteHazardTable.id));
  const ids = distinctValues(rows.map(({ hazard }) => hazard));
  const hazards = new Map(
    (ids.length
      ? await orm
          .select({ id: hazardTable.id, name: hazardTable.name, code: hazardTable.code, cas: hazardTable.cas })
          .from(hazardTable)
          .where(inArray(hazardTable.id, ids))
      : []
    ).map((hazardRow) => [hazardRow.id, hazardRow]),
  );
  const modes = await orm
    .selectDistinct({ row: sampleTable.siteHazardId, mode: sampleTable.mode })
    .from(sampleTable)
    .where(and(eq(sampleTable.project, projectId), isNotBlindSample(sampleTable.id), isNull(sampleTable.deleteTime)));
  return rows.map((row) => {
    const hazard = hazards.get(row.hazard);
    const ownModes = modes.filter((modeRow) => modeRow.row === row.id).flatMap(({ mode }) => mode ?? []);
    return {
      hazard: row.hazard,
      called: placeOfSurvey(row),
      workshop: row.workshop,
      post: row.post,
      location: row.place ?? row.post,
      hazardCode: firstText(hazard?.code, hazard?.cas),
      hazardName: hazard?.name ?? null,
      headcount: row.workers,
      exposeHoursPerDay: row.hoursPerDay,
      daysPerWeek: row.daysPerWeek,
      sampleMode: joinModes(ownModes) || null,
    };
  });
}

const typeOf: Readonly<Record<string, ResultType>> = {
  twa: 'TWA',
  totalDust: 'TWA',
  respirableDust: 'TWA',
  fibre: 'TWA',
  stel: 'STE',
  mac: 'ME',
  peak: 'PE',
};

/** Returns the index of the surveyed point of a judged post; -1 if no survey line matches. */
export function surveyedAt(
  post: Pick<JudgedPost, 'hazard' | 'workshop' | 'place'>,
  surveyedPoints: readonly SurveyedPoint[],
): number {
  const indexOf = (matches: (surveyedPoint: SurveyedPoint) => boolean) =>
    surveyedPoints.findIndex(
      (point) => point.hazard === post.hazard && point.workshop === post.workshop && matches(point),
    );
  const exactIndex = indexOf(({ called }) => called === post.place);
  return exactIndex < 0
    ? indexOf(({ location, post: namedPost }) => location === post.place || namedPost === post.place)
    : exactIndex;
}

function resultsOf(content: ReportContent, surveyedPoints: readonly SurveyedPoint[]): PlatformResult[] {
  // The platform accepts only single substances.
  return content.results
    .filter(({ joint }) => !joint)
    .flatMap((post) => {
      const index = surveyedAt(post, surveyedPoints);
      return post.values.map((value) => ({
        pointIdx: index < 0 ? null : index,
        hazard: post.hazardName,
        type: typeOf[value.kind] ?? (post.category === 'physical' ? 'physical' : 'TWA'),
        value: value.text,
        unit: value.unit || null,
        limit: value.limit,
        standardCode: value.standard,
        conclusion: value.verdict,
      }));
    });
}

async function attachmentsOf(orm: Orm, report: StoredReport): Promise<PlatformPayload['attachments']> {
  const { id, name, mime, size } = storedFileTable;
  return orm
    .select({ fileId: id, name, mime, size, sha256: reportPaperTable.sha256 })
    .from(reportPaperTable)
    .innerJoin(storedFileTable, eq(id, reportPaperTable.fileId))
    .where(eq(reportPaperTable.reportId, report.id));
}

/** Rows about a project that its signed report does not contain. */
async function currentRowsOf(orm: Orm, project: StoredProject) {
  const [unit] = await orm.select().from(inspectUnitTable).where(eq(inspectUnitTable.id, project.belongInspect));
  const [agency] =
    project.organizationId === null
      ? []
      : await orm.select().from(organizationTable).where(eq(organizationTable.id, project.organizationId));
  const [survey] = await orm
    .select({ companion: siteSurveyTable.companionName, surveyedOn: siteSurveyTable.surveyedOn })
    .from(siteSurveyTable)
    .where(and(eq(siteSurveyTable.project, project.id), isNull(siteSurveyTable.deleteTime)));
  const companions = await orm
    .select({ name: companionTable.companionName })
    .from(companionTable)
    .where(and(eq(companionTable.project, project.id), isNull(companionTable.deleteTime)))
    .orderBy(asc(companionTable.id));
  const days = await orm
    .select({ on: samplingDayTable.sampledOn })
    .from(samplingDayTable)
    .where(and(eq(samplingDayTable.project, project.id), isNull(samplingDayTable.deleteTime)))
    .orderBy(asc(samplingDayTable.sampledOn));
  return { unit, agency, survey, companions, days };
}
type CurrentRows = Awaited<ReturnType<typeof currentRowsOf>>;

function projectPart(
  project: StoredProject,
  report: StoredReport,
  { people }: ReportContent,
  { survey, companions, days }: CurrentRows,
  team: readonly TeamMember[],
): PlatformPayload['project'] {
  const members = team.map(({ id, name, certNo }): PlatformMember => ({
    name,
    certNo,
    role: id === project.leader ? teamLeaderDuty : teamMemberDuty,
  }));
  const accompanying = [...companions.map(({ name }) => name), ...(survey?.companion ? [survey.companion] : [])];
  return {
    code: project.code,
    reportNo: report.reportNo,
    serviceType: project.type,
    contractDate: project.contractOn,
    surveyDate: firstText(people.surveyedOn, survey?.surveyedOn),
    sampleDates: people.sampledOn.length ? people.sampledOn : distinctValues(days.map(({ on }) => on)),
    reportDate: report.issuedOn,
    leader: firstText(people.leader, members.find(({ role }) => role === teamLeaderDuty)?.name),
    members,
    accompanier: distinctValues(accompanying)[0] ?? null,
  };
}

const employerPart = (
  { unit: signedReportUnit }: ReportContent,
  { unit }: CurrentRows,
): PlatformPayload['employer'] => ({
  name: signedReportUnit.name,
  creditCode: firstText(signedReportUnit.code, unit?.iuiCode),
  regAddr: firstText(unit?.registeredAddress),
  workAddr: firstText(signedReportUnit.address, unit?.workAddress),
  areaCode: firstText(unit?.region),
  industryCode: firstText(unit?.industry),
  scale: firstText(unit?.scale),
  ecoType: firstText(unit?.economicType),
  contact: firstText(signedReportUnit.contact, unit?.contact),
  phone: firstText(signedReportUnit.phone, unit && phoneOf(unit)),
  headcount: signedReportUnit.workers ?? unit?.workerCount ?? null,
  exposedCount: signedReportUnit.exposed ?? unit?.exposedCount ?? null,
});

/** Returns the counts of measured and of exceeding places. */
function summaryPart({ results }: ReportContent): PlatformPayload['summary'] {
  const exceedingResults = results.filter(({ verdict, joint }) => verdict === 'exceeds' && !joint);
  const postOf = ({ workshop, place }: { workshop: string | null; place: string }) => `${workshop ?? ''}/${place}`;
  return {
    pointTotal: distinctValues(results.map(postOf)).length,
    overPoints: distinctValues(exceedingResults.map(postOf)).length,
    overHazards: distinctValues(exceedingResults.map(({ hazardName }) => hazardName)),
  };
}

/**
 * Returns the complete submission of an issued report.
 * @param content content that the report's signatures cover
 */
export async function payloadOf(
  orm: Orm,
  project: StoredProject,
  report: StoredReport,
  content: ReportContent,
  team: readonly TeamMember[],
): Promise<PlatformPayload> {
  const currentRows = await currentRowsOf(orm, project);
  const surveyedPoints = await pointsOf(orm, project.id);
  const { agency } = currentRows;
  return {
    org: {
      name: content.agency.name,
      creditCode: firstText(content.agency.creditCode, agency?.creditCode),
      qualNo: firstText(content.agency.qualification, agency?.qualification),
      leader: firstText(content.agency.contact, agency?.contact),
      phone: firstText(content.agency.phone, agency?.phone),
    },
    project: projectPart(project, report, content, currentRows, team),
    employer: employerPart(content, currentRows),
    points: surveyedPoints.map(({ hazard: _hazard, called: _called, ...point }) => point),
    results: resultsOf(content, surveyedPoints),
    summary: summaryPart(content),
    attachments: await attachmentsOf(orm, report),
  };
}
