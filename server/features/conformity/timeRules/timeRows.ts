import { and, asc, eq, gte, inArray, isNull, ne } from 'drizzle-orm';
import { addDays } from '@contract/arithmetic/numbers/dayCounts';
import { personName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import {
  contractReviewTable,
  dictDetailTable,
  dictTable,
  equipmentTable,
  equipmentUseTable,
  handOverTable,
  hazardLimitTable,
  hazardTable,
  labCurveTable,
  labMethodTable,
  labRunInjectionTable,
  labRunLineTable,
  labSheetRowTable,
  labSheetTable,
  pushTable,
  reportFormulaTable,
  reportTable,
  samplePlanTable,
  sampleTable,
  samplingDayCollectorsTable,
  samplingDayTable,
  siteHazardTable,
  siteMediaTable,
  siteSurveySurveyorsTable,
  siteSurveyTable,
  standardTable,
  submissionTable,
  userTable,
  workLogTable,
} from '@server/db/schema';
import { isNotBlindSample } from '@server/features/projects/ordinarySamples';
import { authorisationsOf, educationOf, staffRecordsOf, lotsOf, stocksOf } from './relatedRows';

// Loads the rows of projects that the time rules compare, with one query per table for any number of projects.

/** Returns the valid samples, with instrument and hand-over. */
function samplesOf(orm: Orm, ids: number[]) {
  const sample = sampleTable;
  return orm
    .select({
      id: sample.id,
      project: sample.project,
      organization: sample.organizationId,
      no: sample.sampleNo,
      kind: sample.sampleKind,
      item: sample.hazardName,
      hazard: sample.hazard,
      samplingDay: sample.samplingDay,
      start: sample.startTime,
      end: sample.endTime,
      mode: sample.mode,
      person: sample.person,
      siteNo: sample.siteNo,
      lot: sample.collectorLot,
      temperature: sample.temperature,
      pressure: sample.pressure,
      keepUntil: sample.keepUntil,
      period: sample.period,
      medium: sample.medium,
      workshop: sample.workshop,
      place: sample.place,
      equipment: sample.equipment,
      flowAfter: sample.flowAfter,
      flowControl: equipmentTable.flowControl,
      category: hazardTable.category,
      hoursPerDay: siteHazardTable.hoursPerDay,
      fixedPost: siteHazardTable.fixedPost,
      shift: siteHazardTable.shift,
      device: equipmentTable.eqpNo,
      deviceName: equipmentTable.eqpName,
      deviceDue: equipmentTable.calibrationDue,
      givenAt: handOverTable.givenAt,
      receivedAt: handOverTable.receivedAt,
    })
    .from(sample)
    .leftJoin(equipmentTable, eq(equipmentTable.id, sample.equipment))
    .leftJoin(handOverTable, eq(handOverTable.id, sample.handOver))
    .leftJoin(hazardTable, eq(hazardTable.id, sample.hazard))
    .leftJoin(siteHazardTable, eq(siteHazardTable.id, sample.siteHazardId))
    .where(
      and(
        inArray(sample.project, ids),
        ne(sample.state, 'voided'),
        isNotBlindSample(sample.id),
        isNull(sample.deleteTime),
      ),
    )
    .orderBy(asc(sample.id));
}

/** Returns the labels of project types. An organization's own label of a type does not change its kind. */
async function typeLabels(orm: Orm): Promise<ReadonlyMap<string, string>> {
  const rows = await orm
    .select({ value: dictDetailTable.value, label: dictDetailTable.label })
    .from(dictDetailTable)
    .innerJoin(dictTable, eq(dictTable.id, dictDetailTable.dict))
    .where(and(eq(dictTable.name, 'projectType'), isNull(dictDetailTable.deleteTime)));
  return new Map(rows.map(({ value, label }) => [value, label]));
}

/** Returns the issues of instruments with their flow checks. */
function outingsOf(orm: Orm, ids: number[]) {
  const equipmentUse = equipmentUseTable;
  return orm
    .select({
      project: equipmentUse.project,
      equipment: equipmentUse.equipment,
      outAt: equipmentUse.outAt,
      inAt: equipmentUse.inAt,
      flowBefore: equipmentUse.flowBefore,
      flowAfter: equipmentUse.flowAfter,
    })
    .from(equipmentUse)
    .where(and(inArray(equipmentUse.project, ids), isNull(equipmentUse.deleteTime)))
    .orderBy(asc(equipmentUse.id));
}

/** Returns the kinds of limits of hazards. */
const limitsOf = (orm: Orm, hazardIds: number[]): Promise<{ hazard: number; kind: string }[]> =>
  hazardIds.length
    ? orm
        .selectDistinct({ hazard: hazardLimitTable.hazard, kind: hazardLimitTable.kind })
        .from(hazardLimitTable)
        .where(and(inArray(hazardLimitTable.hazard, hazardIds), isNull(hazardLimitTable.deleteTime)))
    : Promise.resolve([]);

/** Returns the days of sampling, with each sampling person once. */
function daysOf(orm: Orm, ids: number[]) {
  const [day, collectorTable] = [samplingDayTable, samplingDayCollectorsTable];
  return orm
    .select({
      id: day.id,
      project: day.project,
      on: day.sampledOn,
      remark: day.remark,
      organization: day.organizationId,
      personId: collectorTable.targetId,
      person: personName(),
      certUntil: userTable.certUntil,
    })
    .from(day)
    .leftJoin(collectorTable, eq(collectorTable.ownerId, day.id))
    .leftJoin(userTable, eq(userTable.id, collectorTable.targetId))
    .where(and(inArray(day.project, ids), isNull(day.deleteTime)))
    .orderBy(asc(day.sampledOn));
}

/** Returns the records with instrument, curve and method. */
function sheetsOf(orm: Orm, ids: number[]) {
  const labSheet = labSheetTable;
  return orm
    .select({
      id: labSheet.id,
      project: labSheet.project,
      organization: labSheet.organizationId,
      no: labSheet.sheetNo,
      method: labSheet.method,
      methodTitle: labMethodTable.title,
      analystId: labSheet.analyst,
      analyst: personName(),
      standardNo: standardTable.standardNo,
      from: labSheet.testDate,
      until: labSheet.testUntil,
      instrument: equipmentTable.eqpNo,
      instrumentDue: equipmentTable.calibrationDue,
      curveMade: labCurveTable.preparedOn,
      validFrom: labMethodTable.validFrom,
      validUntil: labMethodTable.validUntil,
    })
    .from(labSheet)
    .leftJoin(equipmentTable, eq(equipmentTable.id, labSheet.instrument))
    .leftJoin(labCurveTable, eq(labCurveTable.id, labSheet.curve))
    .leftJoin(labMethodTable, eq(labMethodTable.id, labSheet.method))
    .leftJoin(userTable, eq(userTable.id, labSheet.analyst))
    .leftJoin(standardTable, eq(standardTable.id, labSheet.standard))
    .where(and(inArray(labSheet.project, ids), ne(labSheet.state, 'corrected'), isNull(labSheet.deleteTime)))
    .orderBy(asc(labSheet.id));
}

/** Returns the rows of records with their readings. */
const sheetRowsOf = async (orm: Orm, sheets: number[]) =>
  sheets.length
    ? orm
        .select({
          sheet: labSheetRowTable.sheet,
          no: labSheetRowTable.sampleNo,
          readings: labSheetRowTable.readings,
        })
        .from(labSheetRowTable)
        .where(and(inArray(labSheetRowTable.sheet, sheets), isNull(labSheetRowTable.deleteTime)))
    : [];

/** Returns the injections of the runs that gave records their readings, with the record. */
async function injectionsOf(orm: Orm, sheets: number[]) {
  if (!sheets.length) return [];
  const [line, injection] = [labRunLineTable, labRunInjectionTable];
  const runs = await orm
    .selectDistinct({ run: line.run, sheet: line.sheet })
    .from(line)
    .where(and(inArray(line.sheet, sheets), isNull(line.deleteTime)));
  if (!runs.length) return [];
  const rows = await orm
    .select({ run: injection.run, kind: injection.injectionKind, at: injection.injectedAt })
    .from(injection)
    .where(and(inArray(injection.run, [...new Set(runs.map(({ run }) => run))]), isNull(injection.deleteTime)))
    .orderBy(asc(injection.run), asc(injection.rowSort), asc(injection.id));
  return runs.flatMap(({ run, sheet }) => rows.filter((row) => row.run === run).map((row) => ({ ...row, sheet })));
}

/** Returns the valid reports, with the time of their publication. */
function reportsOf(orm: Orm, ids: number[]) {
  const report = reportTable;
  return orm
    .select({
      id: report.id,
      project: report.project,
      no: report.reportNo,
      issuedOn: report.issuedOn,
      publishedAt: reportFormulaTable.publishTime,
    })
    .from(report)
    .leftJoin(reportFormulaTable, eq(reportFormulaTable.id, report.notice))
    .where(and(inArray(report.project, ids), inArray(report.state, ['issued', 'published']), isNull(report.deleteTime)))
    .orderBy(asc(report.id));
}

/** Returns when reports were submitted to the authority. */
async function reportedOn(orm: Orm, ids: number[]): Promise<{ report: number | null; at: Date | string | null }[]> {
  const [push, submission] = [pushTable, submissionTable];
  return [
    ...(await orm
      .select({ report: push.report, at: push.deliveredAt })
      .from(push)
      .where(and(inArray(push.project, ids), eq(push.state, 'succeeded'), isNull(push.deleteTime)))),
    ...(await orm
      .select({ report: submission.report, at: submission.submittedOn })
      .from(submission)
      .where(and(inArray(submission.project, ids), eq(submission.state, 'submitted'), isNull(submission.deleteTime)))),
  ];
}

/** Returns the logs of rooms and instruments of the organizations, from the first day of their tests on. */
function logsOf(orm: Orm, organizationIds: number[], from: string) {
  const log = workLogTable;
  return orm
    .select({
      organization: log.organizationId,
      kind: log.logKind,
      equipment: equipmentTable.eqpNo,
      from: log.startAt,
      until: log.endAt,
    })
    .from(log)
    .leftJoin(equipmentTable, eq(equipmentTable.id, log.equipment))
    .where(
      and(
        inArray(log.organizationId, organizationIds),
        inArray(log.logKind, ['room', 'instrument']),
        gte(log.startAt, new Date(`${from}T00:00:00Z`)),
        isNull(log.deleteTime),
      ),
    );
}

/** Loads all rows that the time rules compare, for some projects. */
export async function timeRows(orm: Orm, ids: number[], organizationIds: number[]) {
  const ofProjects = <T extends typeof contractReviewTable | typeof siteSurveyTable | typeof samplePlanTable>(
    table: T,
  ) => and(inArray(table.project, ids), isNull(table.deleteTime));
  const sheets = await sheetsOf(orm, ids);
  const samples = await samplesOf(orm, ids);
  return {
    typeLabels: await typeLabels(orm),
    reviews: await orm
      .select({ project: contractReviewTable.project, at: contractReviewTable.reviewedAt })
      .from(contractReviewTable)
      .where(ofProjects(contractReviewTable)),
    surveys: await orm
      .select({
        project: siteSurveyTable.project,
        on: siteSurveyTable.surveyedOn,
        surveyor: siteSurveySurveyorsTable.targetId,
      })
      .from(siteSurveyTable)
      .leftJoin(siteSurveySurveyorsTable, eq(siteSurveySurveyorsTable.ownerId, siteSurveyTable.id))
      .where(ofProjects(siteSurveyTable)),
    plans: await orm
      .select({ id: samplePlanTable.id, project: samplePlanTable.project })
      .from(samplePlanTable)
      .where(ofProjects(samplePlanTable)),
    days: await daysOf(orm, ids),
    samples,
    lots: await lotsOf(orm, organizationIds, [...new Set(samples.flatMap(({ lot }) => lot ?? []))]),
    stocks: await stocksOf(orm, ids, organizationIds),
    authorisations: await authorisationsOf(orm, organizationIds, [
      ...new Set(sheets.flatMap(({ method }) => method ?? [])),
    ]),
    education: await educationOf(orm, organizationIds),
    staffRecords: await staffRecordsOf(orm, organizationIds),
    outings: await outingsOf(orm, ids),
    limits: await limitsOf(orm, [...new Set(samples.map(({ hazard }) => hazard))]),
    sheets,
    injections: await injectionsOf(
      orm,
      sheets.map(({ id }) => id),
    ),
    logs: await logsOf(
      orm,
      organizationIds,
      addDays(sheets.flatMap(({ from }) => from ?? []).sort()[0] ?? '2026-01-01', -1),
    ),
    sheetRows: await sheetRowsOf(
      orm,
      sheets.map(({ id }) => id),
    ),
    reports: await reportsOf(orm, ids),
    reported: await reportedOn(orm, ids),
    media: await orm
      .select({ project: siteMediaTable.project, activity: siteMediaTable.activity, at: siteMediaTable.takenAt })
      .from(siteMediaTable)
      .where(and(inArray(siteMediaTable.project, ids), isNull(siteMediaTable.deleteTime))),
  };
}

export type TimeRows = Awaited<ReturnType<typeof timeRows>>;
