import type { ArchiveFacts } from '@contract/features/archive/archiveFacts';
import type { ArchivedDocument } from '@contract/features/archive/archiveWire';
import { formatDay } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { fieldRows, laboratoryRows, reportRows, archiveRows } from './archiveRows';
import { uploadsOf } from './archiveUploads';

interface ProjectHead {
  readonly id: number;
  readonly stage: string | null;
  readonly incoming: boolean | null;
}

type ProjectRows = Awaited<ReturnType<typeof fieldRows>> &
  Awaited<ReturnType<typeof laboratoryRows>> &
  Awaited<ReturnType<typeof reportRows>> &
  Awaited<ReturnType<typeof archiveRows>> & { readonly uploads: Awaited<ReturnType<typeof uploadsOf>> };

/** Returns the rows of one project. */
type RowFilter = <T extends { readonly project: number | null }>(allRows: readonly T[]) => T[];

/** Returns the approvals, reports and notices of a project. */
const reportFactsOf = (
  ofProject: RowFilter,
  rows: ProjectRows,
): Pick<ArchiveFacts, 'approvals' | 'reports' | 'notices'> => ({
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
});

/** Returns the facts of one project from the rows of all projects. */
function factsOf({ id, stage, incoming: isBrought }: ProjectHead, rows: ProjectRows, zone: string): ArchiveFacts {
  const ofProject: RowFilter = (allRows) => allRows.filter(({ project }) => project === id);
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
    ...reportFactsOf(ofProject, rows),
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
