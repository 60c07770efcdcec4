import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Orm } from '@server/db/orm';
import {
  approvalTable,
  archiveContentTable,
  archiveReasonTable,
  contractReviewTable,
  equipmentUseTable,
  handOverTable,
  hazardTable,
  incomingSampleTable,
  labAttachmentTable,
  labCurveTable,
  labSheetTable,
  labTaskTable,
  nonconformityTable,
  reportFormulaTable,
  reportTable,
  samplePlanTable,
  sampleTable,
  samplingDayTable,
  siteSurveyTable,
} from '@server/db/schema';
import { techniquesByRecord } from './recordTechniques';

interface ProjectTable {
  readonly project: AnyPgColumn;
  readonly deleteTime: AnyPgColumn;
}

/** Returns the condition for the undeleted rows of the projects in a table. */
export const undeletedOf =
  (ids: readonly number[]) =>
  ({ project, deleteTime }: ProjectTable): SQL | undefined =>
    and(inArray(project, [...ids]), isNull(deleteTime));

/** Loads the rows of the fieldwork, from the contract review to the hand-over. */
export async function fieldRows(orm: Orm, ids: readonly number[]) {
  const ofProjects = undeletedOf(ids);
  const [review, survey, plan, useTable, day, handOver, incomingSample, sample] = [
    contractReviewTable,
    siteSurveyTable,
    samplePlanTable,
    equipmentUseTable,
    samplingDayTable,
    handOverTable,
    incomingSampleTable,
    sampleTable,
  ];
  const reviews = await orm.select({ project: review.project }).from(review).where(ofProjects(review));
  const surveys = await orm.select({ project: survey.project }).from(survey).where(ofProjects(survey));
  const plans = await orm
    .select({ project: plan.project, id: plan.id, state: plan.state })
    .from(plan)
    .where(ofProjects(plan));
  const uses = await orm
    .select({ project: useTable.project, inAt: useTable.inAt })
    .from(useTable)
    .where(ofProjects(useTable));
  const samples = await orm
    .select({
      project: sample.project,
      id: sample.id,
      sampleNo: sample.sampleNo,
      sampleKind: sample.sampleKind,
      state: sample.state,
      samplingDay: sample.samplingDay,
      hazard: sample.hazard,
      tested: sample.hazardName,
      hazardTitle: hazardTable.name,
      method: sample.method,
      mode: sample.mode,
      plannedFlow: sample.plannedFlow,
      medium: sample.medium,
      equipment: sample.equipment,
    })
    .from(sample)
    .innerJoin(hazardTable, eq(hazardTable.id, sample.hazard))
    .where(ofProjects(sample))
    .orderBy(asc(sample.id));
  const days = await orm.select({ id: day.id, on: day.sampledOn }).from(day).where(ofProjects(day));
  const handOvers = await orm
    .select({ project: handOver.project, id: handOver.id, sheetNo: handOver.sheetNo, state: handOver.state })
    .from(handOver)
    .where(ofProjects(handOver))
    .orderBy(asc(handOver.id));
  const incoming = await orm
    .select({ project: incomingSample.project, state: incomingSample.state })
    .from(incomingSample)
    .where(ofProjects(incomingSample));
  return { reviews, surveys, plans, uses, samples, days, overs: handOvers, incoming };
}

/** Loads the rows of the laboratory, with its nonconformities. */
export async function laboratoryRows(orm: Orm, ids: readonly number[]) {
  const ofProjects = undeletedOf(ids);
  const [sheet, task, fault] = [labSheetTable, labTaskTable, nonconformityTable];
  const sheets = await orm
    .select({
      project: sheet.project,
      id: sheet.id,
      sheetNo: sheet.sheetNo,
      hazardName: sheet.hazardName,
      state: sheet.state,
      methodKind: sheet.methodKind,
      variant: sheet.variant,
      layout: sheet.layout,
      curve: sheet.curve,
    })
    .from(sheet)
    .where(ofProjects(sheet))
    .orderBy(asc(sheet.id));
  const sheetIds = sheets.map(({ id }) => id);
  const attached = sheetIds.length
    ? await orm
        .select({ sheet: labAttachmentTable.sheet, kind: labAttachmentTable.attachmentKind })
        .from(labAttachmentTable)
        .where(and(inArray(labAttachmentTable.sheet, sheetIds), isNull(labAttachmentTable.deleteTime)))
    : [];
  const silica = sheets.filter(({ methodKind }) => methodKind === 'freeSilica').map(({ id }) => id);
  const techniques = await techniquesByRecord(orm, silica);
  const tasks = await orm
    .select({ project: task.project })
    .from(task)
    .where(and(ofProjects(task), inArray(task.state, ['waiting', 'distributed'])));
  const curveIds = [...new Set(sheets.flatMap(({ curve }) => curve ?? []))];
  const curves = curveIds.length
    ? await orm
        .select({ id: labCurveTable.id, curveNo: labCurveTable.curveNo, state: labCurveTable.state })
        .from(labCurveTable)
        .where(inArray(labCurveTable.id, curveIds))
        .orderBy(asc(labCurveTable.id))
    : [];
  const faults = await orm
    .select({ project: fault.project, no: fault.nonconformityNo, state: fault.state })
    .from(fault)
    .where(ofProjects(fault))
    .orderBy(asc(fault.id));
  return { sheets, attached, techniques, tasks, curves, faults };
}

/** Loads approvals, reports and notices. */
export async function reportRows(orm: Orm, ids: readonly number[]) {
  const ofProjects = undeletedOf(ids);
  const [approval, report, notice] = [approvalTable, reportTable, reportFormulaTable];
  const approvals = await orm
    .select({
      project: approval.project,
      id: approval.id,
      kind: approval.kind,
      title: approval.title,
      state: approval.state,
      incoming: approval.incoming,
    })
    .from(approval)
    .where(ofProjects(approval))
    .orderBy(asc(approval.id));
  const reports = await orm
    .select({
      project: report.project,
      id: report.id,
      reportNo: report.reportNo,
      title: report.title,
      state: report.state,
      issuedOn: report.issuedOn,
    })
    .from(report)
    .where(ofProjects(report))
    .orderBy(asc(report.id));
  const notices = await orm
    .select({ project: notice.project, id: notice.id, title: notice.title, status: notice.status })
    .from(notice)
    .where(ofProjects(notice))
    .orderBy(asc(notice.id));
  return { approvals, reports, notices };
}

/** Loads the reasons for missing documents, and the lists of closed archives. */
export async function archiveRows(orm: Orm, ids: readonly number[]) {
  const reasons = await orm
    .select()
    .from(archiveReasonTable)
    .where(inArray(archiveReasonTable.projectId, [...ids]));
  const closedNonconformities = await orm
    .select({ id: archiveContentTable.projectId, documents: archiveContentTable.documents })
    .from(archiveContentTable)
    .where(inArray(archiveContentTable.projectId, [...ids]));
  return { reasons, closed: closedNonconformities };
}
