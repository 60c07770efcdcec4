import { and, asc, desc, eq, getTableColumns, inArray, isNull } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { ArchivedDocument } from '@contract/features/archive/archiveWire';
import type { Orm } from '@server/db/orm';
import {
  approvalTable,
  archiveContentTable,
  companionTable,
  contractReviewTable,
  equipmentUseTable,
  handOverLineTable,
  handOverTable,
  incomingSampleTable,
  labAttachmentTable,
  labCheckTable,
  labCurvePointTable,
  labCurveTable,
  labDetectionTable,
  labPeakTable,
  labSheetReagentsTable,
  labSheetRowTable,
  labSheetTable,
  projectTable,
  recordContentTable,
  reportContentTable,
  reportPaperTable,
  reportTable,
  samplePlanTable,
  sampleSiteHazardAlongWithTable,
  sampleSiteHazardTable,
  samplingDayTable,
  serviceFormTable,
  signatureTable,
  siteHazardTable,
  siteSurveyTable,
  siteWeatherTable,
  storedFileTable,
} from '@server/db/schema';

type RowValues = Readonly<Record<string, unknown>>;

/** The signed content: parts by name (`signedParts` of the contract), and the uploads with their hashes. */
export interface SignedContent {
  readonly parts: RowValues;
  readonly files: readonly { readonly id: string; readonly sha256: string }[];
}

type ContentReader = (orm: Orm, id: number, move: string) => Promise<SignedContent | null>;

// Columns that are not signed: the state, which each move changes with a step of its own, and technical columns.
const unsignedColumns = ['state', 'version', 'updateBy', 'updateTime', 'pinyin', 'initials', 'deleteTime', 'deleteBy'];

/**
 * Returns a stored row in the form in which it is signed. Empty values are dropped, so that a column added later does
 * not change earlier signatures.
 */
function signableValues(row: RowValues, excludedNames: readonly string[] = []): RowValues {
  return Object.fromEntries(
    Object.entries(row).filter(
      ([name, value]) =>
        value !== null && value !== false && !unsignedColumns.includes(name) && !excludedNames.includes(name),
    ),
  );
}

type PartTable = PgTable & { readonly id: PgColumn; readonly deleteTime: PgColumn };

/** Returns undeleted rows of a part, by id. */
async function partRows(orm: Orm, table: PartTable, owner: PgColumn, id: number): Promise<RowValues[]> {
  return (await orm
    .select(getTableColumns(table))
    .from(table as PgTable)
    .where(and(eq(owner, id), isNull(table.deleteTime)))
    .orderBy(asc(table.id))) as RowValues[];
}

const plainRows = async (orm: Orm, table: PartTable, owner: PgColumn, id: number): Promise<RowValues[]> =>
  (await partRows(orm, table, owner, id)).map((row) => signableValues(row));

async function readHead(orm: Orm, table: PartTable, id: number): Promise<RowValues | undefined> {
  return (
    (await orm
      .select(getTableColumns(table))
      .from(table as PgTable)
      .where(and(eq(table.id, id), isNull(table.deleteTime)))) as RowValues[]
  )[0];
}

async function curveParts(orm: Orm, id: number): Promise<{ curve: RowValues; points: RowValues[] } | null> {
  const curve = await readHead(orm, labCurveTable, id);
  return curve
    ? { curve: signableValues(curve), points: await plainRows(orm, labCurvePointTable, labCurvePointTable.curve, id) }
    : null;
}

const labSheet: ContentReader = async (orm, id) => {
  const sheet = await readHead(orm, labSheetTable, id);
  if (!sheet) return null;
  const attachments = await partRows(orm, labAttachmentTable, labAttachmentTable.sheet, id);
  const ids = attachments.map(({ file }) => String(file));
  const storedFiles = ids.length
    ? await orm
        .select({
          id: storedFileTable.id,
          name: storedFileTable.name,
          mime: storedFileTable.mime,
          size: storedFileTable.size,
          sha256: storedFileTable.sha256,
        })
        .from(storedFileTable)
        .where(inArray(storedFileTable.id, ids))
    : [];
  const reagents = await orm
    .select({ id: labSheetReagentsTable.targetId })
    .from(labSheetReagentsTable)
    .where(eq(labSheetReagentsTable.ownerId, id))
    .orderBy(asc(labSheetReagentsTable.targetId));
  const [paper] = await orm
    .select({ content: recordContentTable.content })
    .from(recordContentTable)
    .where(eq(recordContentTable.sheetId, id));
  return {
    parts: {
      head: signableValues(sheet),
      // Records submitted before the paper was stored were signed without it.
      ...(paper ? { paper: paper.content } : {}),
      reagents: reagents.map((reagent) => reagent.id),
      rows: await plainRows(orm, labSheetRowTable, labSheetRowTable.sheet, id),
      checks: await plainRows(orm, labCheckTable, labCheckTable.sheet, id),
      detections: await plainRows(orm, labDetectionTable, labDetectionTable.sheet, id),
      peaks: await plainRows(orm, labPeakTable, labPeakTable.sheet, id),
      attachments: attachments.map((row) => ({
        ...signableValues(row),
        stored: storedFiles.find((file) => file.id === row.file) ?? null,
      })),
      // A record that used a curve signs the curve too.
      ...(typeof sheet.curve === 'number' ? ((await curveParts(orm, sheet.curve)) ?? { curve: null }) : {}),
    },
    files: storedFiles.map((file) => ({ id: file.id, sha256: file.sha256 })),
  };
};

const labCurve: ContentReader = async (orm, id) => {
  const parts = await curveParts(orm, id);
  return parts ? { parts, files: [] } : null;
};

const serviceForm: ContentReader = async (orm, id) => {
  const form = await readHead(orm, serviceFormTable, id);
  return form ? { parts: { form: signableValues(form, ['stageSince']) }, files: [] } : null;
};

const samplePlan: ContentReader = async (orm, id) => {
  const plan = await readHead(orm, samplePlanTable, id);
  if (!plan) return null;
  const rows = await partRows(orm, sampleSiteHazardTable, sampleSiteHazardTable.project, Number(plan.project));
  const linkTable = sampleSiteHazardAlongWithTable;
  const alongHazards = rows.length
    ? await orm
        .select({ owner: linkTable.ownerId, hazard: linkTable.targetId })
        .from(linkTable)
        .where(
          inArray(
            linkTable.ownerId,
            rows.map((row) => Number(row.id)),
          ),
        )
        .orderBy(asc(linkTable.ownerId), asc(linkTable.position), asc(linkTable.targetId))
    : [];
  return {
    parts: {
      plan: signableValues(plan),
      planRows: rows.map((row) => ({
        ...signableValues(row),
        alongWith: alongHazards.filter(({ owner }) => owner === row.id).map(({ hazard }) => hazard),
      })),
    },
    files: [],
  };
};

// The sender signs the samples handed over. The receiver's fields are filled later.
const receiverColumns = ['receiver', 'receivedAt', 'receivedCount', 'stateReason'];
const receiptFields = ['condition', 'checkedAt', 'reason'];

const handOver: ContentReader = async (orm, id, move) => {
  const sheet = await readHead(orm, handOverTable, id);
  if (!sheet) return null;
  const isSubmission = move === 'submit';
  const lines = await partRows(orm, handOverLineTable, handOverLineTable.handOver, id);
  return {
    parts: {
      head: signableValues(sheet, isSubmission ? receiverColumns : []),
      lines: lines.map((line) => signableValues(line, isSubmission ? receiptFields : [])),
    },
    files: [],
  };
};

/** Returns the content of a report as it was frozen at its submission. */
const readFrozenContent = async (orm: Orm, reportId: number): Promise<unknown> =>
  (
    await orm
      .select({ content: reportContentTable.content })
      .from(reportContentTable)
      .where(eq(reportContentTable.reportId, reportId))
  )[0]?.content ?? null;

/** Returns the uploads that a report shows, with their hashes. */
async function shownFiles(orm: Orm, content: unknown): Promise<{ id: string; sha256: string }[]> {
  const ids =
    ((content ?? {}) as { readonly pictures?: readonly { readonly file: string }[] }).pictures?.map(
      ({ file }) => file,
    ) ?? [];
  return ids.length
    ? orm
        .select({ id: storedFileTable.id, sha256: storedFileTable.sha256 })
        .from(storedFileTable)
        .where(inArray(storedFileTable.id, ids))
        .orderBy(asc(storedFileTable.id))
    : [];
}

// Columns that change after the issue. The last signature covers the date of issue.
const laterColumns = ['stageSince', 'pdf', 'notice'];

const readReport: ContentReader = async (orm, id, move) => {
  const row = await readHead(orm, reportTable, id);
  if (!row) return null;
  const content = await readFrozenContent(orm, id);
  const pictures = await shownFiles(orm, content);
  const parts = {
    head: signableValues(row, move === 'issue' ? laterColumns : [...laterColumns, 'issuedOn']),
    content,
    pictures,
  };
  if (move !== 'issue') return { parts, files: pictures };
  // Earlier issues were signed before the paper was part of the signature.
  const [print] = await orm
    .select({ id: reportPaperTable.fileId, sha256: reportPaperTable.sha256 })
    .from(reportPaperTable)
    .where(and(eq(reportPaperTable.reportId, id), eq(reportPaperTable.signed, true)));
  return print ? { parts: { ...parts, print }, files: [...pictures, print] } : { parts, files: pictures };
};

/**
 * Returns the records of a project with the hash of their last signature. The content of a record is verified with
 * the record itself.
 */
export async function signedRecords(orm: Orm, projectId: number): Promise<RowValues[]> {
  const recordRows = await orm
    .select({ id: labSheetTable.id, sheetNo: labSheetTable.sheetNo, hash: signatureTable.hash })
    .from(labSheetTable)
    .innerJoin(
      signatureTable,
      and(
        eq(signatureTable.machine, 'record'),
        eq(signatureTable.rowId, labSheetTable.id),
        eq(signatureTable.move, 'approve'),
      ),
    )
    .where(and(eq(labSheetTable.project, projectId), isNull(labSheetTable.deleteTime)))
    .orderBy(asc(labSheetTable.id), desc(signatureTable.id));
  return recordRows.filter(({ id }, index) => recordRows[index - 1]?.id !== id);
}

const readApproval: ContentReader = async (orm, id) => {
  const row = await readHead(orm, approvalTable, id);
  if (!row) return null;
  const contentParts =
    typeof row.report === 'number'
      ? { content: await readFrozenContent(orm, row.report) }
      : { records: await signedRecords(orm, Number(row.project)) };
  return { parts: { head: signableValues(row, ['stageSince']), ...contentParts }, files: [] };
};

/**
 * Content of an archive: the frozen list without later additions, and the rows without a signature of their own.
 * Storage time and boxes may change, so they are not signed.
 */
const readProject: ContentReader = async (orm, id) => {
  const row = await readHead(orm, projectTable, id);
  if (!row) return null;
  const [frozenList] = await orm
    .select({ documents: archiveContentTable.documents, papers: archiveContentTable.papers })
    .from(archiveContentTable)
    .where(eq(archiveContentTable.projectId, id));
  const documents = (frozenList?.documents ?? []) as readonly ArchivedDocument[];
  const papers = (frozenList?.papers ?? {}) as RowValues;
  const rowsOf = (table: PartTable & { readonly project: PgColumn }) => plainRows(orm, table, table.project, id);
  const { code, projectName, belongInspect, archivedOn, archivedBy } = row;
  return {
    parts: {
      head: { id, code, projectName, belongInspect, archivedOn, archivedBy },
      documents,
      // Archives from before papers were stored were signed without them.
      ...(Object.keys(papers).length > 0 ? { papers } : {}),
      review: await rowsOf(contractReviewTable),
      survey: await rowsOf(siteSurveyTable),
      surveyRows: await rowsOf(siteHazardTable),
      days: await rowsOf(samplingDayTable),
      weather: await rowsOf(siteWeatherTable),
      companions: await rowsOf(companionTable),
      uses: await rowsOf(equipmentUseTable),
      incoming: await rowsOf(incomingSampleTable),
    },
    files: documents.flatMap(({ file, hashes }) =>
      file !== null && hashes?.[0] ? [{ id: file, sha256: hashes[0] }] : [],
    ),
  };
};

/**
 * Signed content by entity, with its state machine. Columns that don't count are named above. A column added later
 * has to be empty in existing rows.
 */
const contentReaders: Readonly<Record<string, { readonly machine: string; readonly read: ContentReader }>> = {
  labSheet: { machine: 'record', read: labSheet },
  labCurve: { machine: 'labCurve', read: labCurve },
  samplePlan: { machine: 'samplePlan', read: samplePlan },
  handOver: { machine: 'handOver', read: handOver },
  report: { machine: 'report', read: readReport },
  approval: { machine: 'approval', read: readApproval },
  project: { machine: 'project', read: readProject },
  serviceForm: { machine: 'serviceForm', read: serviceForm },
};

const signedMachines = new Set(Object.values(contentReaders).map(({ machine }) => machine));

/** Checks whether moves of this machine are signed with a signature of their own. */
export const leavesSignatures = (machine: string): boolean => signedMachines.has(machine);

/**
 * Returns the content of a row that a move signs; undefined for entities without signatures, null if the row does not
 * exist.
 */
export const contentOf = (
  orm: Orm,
  entity: string,
  id: number,
  move: string,
): Promise<SignedContent | null> | undefined => contentReaders[entity]?.read(orm, id, move);
