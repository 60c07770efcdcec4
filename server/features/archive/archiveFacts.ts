import { aliasedTable, and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { fixedDictionaries } from '@contract/dictionaries';
import type { ArchiveFacts, ArchiveUpload } from '@contract/features/archive/archiveFacts';
import type { ArchivedDocument } from '@contract/features/archive/archiveWire';
import { type EarlierStage, takeOverTexts } from '@contract/features/projects/projectTakeOver';
import { formatDay } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import {
  approvalTable,
  archiveContentTable,
  archiveFileTable,
  archiveReasonTable,
  broughtPaperTable,
  companionTable,
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
  siteMediaTable,
  siteSurveyTable,
  storedFileTable,
  surveyFileTable,
} from '@server/db/schema';
import { techniquesByRecord } from './recordTechniques';

interface ProjectTable {
  readonly project: AnyPgColumn;
  readonly deleteTime: AnyPgColumn;
}

const labelOf = (
  dict: 'surveyFileKind' | 'archiveFileKind' | 'labAttachmentKind' | 'sceneActivity',
  value: unknown,
): string => fixedDictionaries[dict].find((entry) => entry.value === value)?.label ?? '';

type ProjectUpload = ArchiveUpload & { readonly project: number };

/** Returns the condition for the undeleted rows of the projects in a table. */
const ownOf =
  (ids: readonly number[]) =>
  ({ project, deleteTime }: ProjectTable): SQL | undefined =>
    and(inArray(project, [...ids]), isNull(deleteTime));

const fileTable = storedFileTable;
const fileColumns = {
  fileId: fileTable.id,
  name: fileTable.name,
  mime: fileTable.mime,
  size: fileTable.size,
  sha256: fileTable.sha256,
  purged: fileTable.purgeTime,
};

/** Loads the uploads of the survey, the signatures of companions and the pictures of the field work. */
async function fieldUploads(orm: Orm, ids: readonly number[]) {
  const ofProjects = ownOf(ids);
  return {
    survey: await orm
      .select({
        ...fileColumns,
        id: surveyFileTable.id,
        project: surveyFileTable.project,
        kind: surveyFileTable.fileKind,
        title: surveyFileTable.title,
      })
      .from(surveyFileTable)
      .innerJoin(fileTable, eq(fileTable.id, surveyFileTable.content))
      .where(ofProjects(surveyFileTable))
      .orderBy(asc(surveyFileTable.id)),
    companion: await orm
      .select({
        ...fileColumns,
        id: companionTable.id,
        project: companionTable.project,
        title: companionTable.companionName,
      })
      .from(companionTable)
      .innerJoin(fileTable, eq(fileTable.id, companionTable.signature))
      .where(ofProjects(companionTable))
      .orderBy(asc(companionTable.id)),
    media: await orm
      .select({
        ...fileColumns,
        id: siteMediaTable.id,
        project: siteMediaTable.project,
        kind: siteMediaTable.activity,
        title: siteMediaTable.place,
      })
      .from(siteMediaTable)
      .innerJoin(fileTable, eq(fileTable.id, siteMediaTable.content))
      .where(ofProjects(siteMediaTable))
      .orderBy(asc(siteMediaTable.id)),
  };
}

/** Loads the uploads of the laboratory and of the archive, and papers from before the takeover. */
async function paperUploads(orm: Orm, ids: readonly number[]) {
  const ofProjects = ownOf(ids);
  const sheet = aliasedTable(labSheetTable, 'sheet');
  return {
    laboratory: await orm
      .select({
        ...fileColumns,
        id: labAttachmentTable.id,
        project: sheet.project,
        kind: labAttachmentTable.attachmentKind,
        title: labAttachmentTable.fileName,
        about: sheet.sheetNo,
      })
      .from(labAttachmentTable)
      .innerJoin(fileTable, eq(fileTable.id, labAttachmentTable.file))
      .innerJoin(sheet, eq(sheet.id, labAttachmentTable.sheet))
      .where(ofProjects({ project: sheet.project, deleteTime: labAttachmentTable.deleteTime }))
      .orderBy(asc(labAttachmentTable.id)),
    outside: await orm
      .select({
        ...fileColumns,
        id: archiveFileTable.id,
        project: archiveFileTable.project,
        kind: archiveFileTable.fileKind,
        title: archiveFileTable.title,
      })
      .from(archiveFileTable)
      .innerJoin(fileTable, eq(fileTable.id, archiveFileTable.content))
      .where(ofProjects(archiveFileTable))
      .orderBy(asc(archiveFileTable.id)),
    brought: await orm
      .select({
        ...fileColumns,
        id: broughtPaperTable.id,
        project: broughtPaperTable.project,
        kind: broughtPaperTable.stage,
        title: broughtPaperTable.people,
        about: sql<string>`concat_ws('，', ${broughtPaperTable.paperNo}, ${broughtPaperTable.doneOn}, ${broughtPaperTable.people})`,
      })
      .from(broughtPaperTable)
      .innerJoin(fileTable, eq(fileTable.id, broughtPaperTable.scan))
      .where(ofProjects(broughtPaperTable))
      .orderBy(asc(broughtPaperTable.id)),
  };
}

/** Title and remark of an upload, by the table that contains it. */
const uploadTexts: Readonly<
  Record<
    ArchiveUpload['of'],
    (row: { title: string | null; kind?: string | null; about?: string | null }) => {
      title: string;
      about: string | null;
    }
  >
> = {
  survey: ({ title, kind }) => ({ title: title ?? '', about: labelOf('surveyFileKind', kind) }),
  companion: ({ title }) => ({ title: `陪同人签名 ${title ?? ''}`, about: null }),
  media: ({ title, kind }) => ({ title: `现场影像 ${title ?? ''}`, about: labelOf('sceneActivity', kind) }),
  laboratory: ({ title, kind, about }) => ({
    title: title ?? labelOf('labAttachmentKind', kind),
    about: about ?? null,
  }),
  brought: ({ kind, about }) => ({
    title: takeOverTexts.document(kind as EarlierStage),
    about: about ?? null,
  }),
  outside: ({ title, kind }) => ({ title: title ?? '', about: labelOf('archiveFileKind', kind) }),
};

/** Returns every upload that belongs to the archives, in the order of its rows. */
async function uploadsOf(orm: Orm, ids: readonly number[]): Promise<ProjectUpload[]> {
  const rowsByPlace = { ...(await fieldUploads(orm, ids)), ...(await paperUploads(orm, ids)) };
  return (Object.keys(rowsByPlace) as ArchiveUpload['of'][]).flatMap((place) =>
    rowsByPlace[place].map((row): ProjectUpload => ({
      of: place,
      id: row.id,
      project: row.project,
      kind: 'kind' in row ? (row.kind ?? null) : null,
      ...uploadTexts[place](row),
      file: { id: row.fileId, name: row.name, mime: row.mime, size: row.size, sha256: row.sha256 },
      isRemoved: row.purged !== null,
    })),
  );
}

interface ProjectHead {
  readonly id: number;
  readonly stage: string | null;
  readonly incoming: boolean | null;
}

/** Loads the rows of the fieldwork, from the contract review to the hand-over. */
async function fieldRows(orm: Orm, ids: readonly number[]) {
  const ofProjects = ownOf(ids);
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
async function laboratoryRows(orm: Orm, ids: readonly number[]) {
  const ofProjects = ownOf(ids);
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
async function reportRows(orm: Orm, ids: readonly number[]) {
  const ofProjects = ownOf(ids);
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
async function archiveRows(orm: Orm, ids: readonly number[]) {
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

type ProjectRows = Awaited<ReturnType<typeof fieldRows>> &
  Awaited<ReturnType<typeof laboratoryRows>> &
  Awaited<ReturnType<typeof reportRows>> &
  Awaited<ReturnType<typeof archiveRows>> & { readonly uploads: Awaited<ReturnType<typeof uploadsOf>> };

/** Returns the facts of one project from the rows of all projects. */
function factsOf({ id, stage, incoming: isBrought }: ProjectHead, rows: ProjectRows, zone: string): ArchiveFacts {
  const ofProject = <T extends { readonly project: number | null }>(allRows: readonly T[]): T[] =>
    allRows.filter(({ project }) => project === id);
  const records = ofProject(rows.sheets).map(({ sheetNo, hazardName, state, ...sheetRest }) => ({
    ...sheetRest,
    sheetNo: sheetNo ?? '',
    hazardName: hazardName ?? '',
    state: state ?? '',
  }));
  const [head] = ofProject(rows.plans);
  const archivedDocuments = rows.closed.find((closedProject) => closedProject.id === id)?.documents as
    | readonly ArchivedDocument[]
    | undefined;
  return {
    project: { id, stage: stage ?? '', incoming: isBrought === true },
    reviewed: ofProject(rows.reviews).length > 0,
    survey: ofProject(rows.surveys).length > 0,
    plan: head ? { id: head.id, state: head.state ?? '' } : null,
    uses: ofProject(rows.uses).map(({ inAt }) => ({ back: inAt !== null })),
    samples: ofProject(rows.samples).map(({ tested, hazardTitle, ...sampleRest }) => ({
      ...sampleRest,
      hazardName: tested ?? hazardTitle,
    })) as ArchiveFacts['samples'],
    days: new Map(rows.days.map((day) => [day.id, day.on])),
    handOvers: ofProject(rows.overs).map((handOver) => ({
      id: handOver.id,
      sheetNo: handOver.sheetNo ?? '',
      state: handOver.state ?? '',
    })),
    incoming: ofProject(rows.incoming).map(({ state }) => ({ state: state ?? '' })),
    records: records.map((record) => ({
      ...record,
      attached: rows.attached.filter((attachment) => attachment.sheet === record.id).map(({ kind }) => kind),
      techniques: rows.techniques.get(record.id) ?? [],
    })),
    reasons: new Map(
      rows.reasons
        .filter(({ projectId }) => projectId === id)
        .map(({ key, reason, personName, time }) => [key, { reason, person: personName, on: formatDay(time, zone) }]),
    ),
    ...(archivedDocuments ? { archived: new Set(archivedDocuments.map(({ key }) => key)) } : {}),
    openTasks: ofProject(rows.tasks).length,
    curves: rows.curves
      .filter((curve) => records.some((record) => record.curve === curve.id))
      .map((curve) => ({ id: curve.id, curveNo: curve.curveNo ?? '', state: curve.state ?? '' })),
    uploads: ofProject(rows.uploads),
    nonconformities: ofProject(rows.faults).map(({ no, state }) => ({ no: no ?? '', state: state ?? '' })),
    approvals: ofProject(rows.approvals).map((approval) => ({
      id: approval.id,
      kind: approval.kind ?? '',
      title: approval.title ?? '',
      state: approval.state ?? '',
      incoming: approval.incoming === true,
    })),
    reports: ofProject(rows.reports).map((report) => ({
      id: report.id,
      reportNo: report.reportNo ?? '',
      title: report.title,
      state: report.state ?? '',
      issuedOn: report.issuedOn,
    })),
    notices: ofProject(rows.notices).map((notice) => ({
      id: notice.id,
      title: notice.title,
      status: notice.status ?? '0',
    })),
  };
}

/** Returns the data of the archives of these projects, with one query per table for a whole page of the list. */
export async function archiveFacts(
  orm: Orm,
  zone: string,
  projects: readonly ProjectHead[],
): Promise<ReadonlyMap<number, ArchiveFacts>> {
  const ids = projects.map(({ id }) => id);
  if (!ids.length) return new Map();
  const rows: ProjectRows = {
    ...(await fieldRows(orm, ids)),
    ...(await laboratoryRows(orm, ids)),
    ...(await reportRows(orm, ids)),
    ...(await archiveRows(orm, ids)),
    uploads: await uploadsOf(orm, ids),
  };
  return new Map(projects.map((project) => [project.id, factsOf(project, rows, zone)]));
}
