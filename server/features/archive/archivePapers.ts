import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { archiveTexts } from '@contract/features/archive/archiveTexts';
import type { CheckedDocument } from '@contract/features/archive/archiveWire';
import { approvalDocument } from '@contract/features/archive/printedDocuments/approvalDocument';
import { equipmentDocument, type PrintedUse } from '@contract/features/archive/printedDocuments/equipmentDocument';
import {
  curveDocument,
  nonconformityDocument,
  noticeDocument,
} from '@contract/features/archive/printedDocuments/otherDocuments';
import { qualityDocument } from '@contract/features/archive/printedDocuments/qualityDocument';
import { reviewDocument, type ReviewPaper } from '@contract/features/archive/printedDocuments/reviewDocument';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import { labelIn } from '@contract/print/paperHead';
import type { PrintDocument } from '@contract/print/printDocument';
import { formatDay, formatMoment } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import type { Orm } from '@server/db/orm';
import { valuesById } from '@server/db/readRows';
import { equipmentTable, equipmentUseTable, labSheetTable, userTable, workflowStepTable } from '@server/db/schema';
import { printedRecordOf } from '@server/features/laboratory/sheets/sheetPaper';
import { archivedPaper } from '@server/features/records/archivedPaper';
import { headOf, partsOf } from '@server/features/records/readableParts';
import { paperOf } from '@server/features/records/recordPapers';
import { notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { inlinePictures } from '@server/print/inlinePictures';
import { timelineOf } from '@server/workflow/stepHistory';
import { qualityOf } from './projectQuality';

interface PaperRequest {
  readonly context: CrudContext;
  readonly orm: Orm;
  readonly call: Call<unknown>;
  readonly project: AnyRow;
}

const paperGone = () => notFound(archiveTexts.gone);
const paperHead = ({ orm, project }: PaperRequest, title: string) => headOf(orm, project, title);
const nameParts = ({ context, orm, call, project }: PaperRequest, name: string) =>
  partsOf(context, orm, call, name, project.id);

async function reviewPaper(request: PaperRequest): Promise<PrintDocument> {
  const { orm, context, project } = request;
  const [review] = await nameParts(request, 'contractReview');
  if (!review) throw paperGone();
  const step = workflowStepTable;
  const passedStep = (
    await orm
      .select({ name: step.personName, time: step.time })
      .from(step)
      .where(
        and(
          eq(step.machine, 'project'),
          eq(step.rowId, project.id),
          inArray(step.move, ['passContract', 'passIncoming']),
        ),
      )
      .orderBy(asc(step.id))
  ).at(-1);
  const { contractNo, contractOn, workScope } = project;
  const reviewFacts = {
    head: await paperHead(request, archiveTexts.titles.review),
    review,
    contract: { contractNo, contractOn, workScope },
    passed: passedStep ? { name: passedStep.name, on: formatDay(passedStep.time, context.services.env.zone) } : null,
  };
  return reviewDocument(reviewFacts as unknown as ReviewPaper);
}

interface FlowMeter {
  readonly name: string;
  readonly range: string;
}

/** Returns name, model and number of flow meters, and their ranges, by their ids. */
async function flowMetersOf(orm: Orm, ids: readonly number[]): Promise<ReadonlyMap<number, FlowMeter>> {
  if (!ids.length) return new Map();
  const meters = await orm
    .select({
      id: equipmentTable.id,
      no: equipmentTable.eqpNo,
      name: equipmentTable.eqpName,
      model: equipmentTable.model,
      measures: equipmentTable.measures,
    })
    .from(equipmentTable)
    .where(inArray(equipmentTable.id, [...new Set(ids)]));
  return new Map(
    meters.map(({ id, no, name, model, measures }) => [
      id,
      { name: [name, model, no].filter(Boolean).join(' '), range: measures ?? '' },
    ]),
  );
}

async function equipmentPaper(request: PaperRequest): Promise<PrintDocument> {
  const { orm, context, project } = request;
  const useTable = equipmentUseTable;
  const rows = await orm
    .select({
      use: useTable,
      eqpNo: equipmentTable.eqpNo,
      eqpName: equipmentTable.eqpName,
      model: equipmentTable.model,
    })
    .from(useTable)
    .innerJoin(equipmentTable, eq(equipmentTable.id, useTable.equipment))
    .where(and(eq(useTable.project, project.id), isNull(useTable.deleteTime)))
    .orderBy(asc(useTable.outAt), asc(equipmentTable.eqpNo), asc(useTable.id));
  if (!rows.length) throw paperGone();
  const personIds = [...new Set(rows.flatMap((row) => [row.use.outBy, row.use.inBy].flatMap((id) => id ?? [])))];
  const names = await valuesById(orm, userTable, userTable.nickName, personIds);
  const calibrators = await flowMetersOf(
    orm,
    rows.flatMap((row) => row.use.calibrator ?? []),
  );
  const momentText = (at: Date | null) => (at ? formatMoment(at, context.services.env.zone) : '');
  return equipmentDocument(
    await paperHead(request, archiveTexts.titles.equipment),
    rows.map(({ use: row, ...tool }): PrintedUse => ({
      ...tool,
      outAt: momentText(row.outAt),
      outBy: names.get(row.outBy ?? 0) ?? '',
      outCondition: row.outCondition,
      inAt: momentText(row.inAt),
      inBy: names.get(row.inBy ?? 0) ?? '',
      inCondition: row.inCondition,
      calibrator: calibrators.get(row.calibrator ?? 0)?.name ?? '',
      calibratorRange: calibrators.get(row.calibrator ?? 0)?.range ?? '',
      airTemperature: row.airTemperature,
      airPressure: row.airPressure,
      flowSet: row.flowSet,
      flowReadings: row.flowReadings,
      flowBefore: row.flowBefore,
      flowAfter: row.flowAfter,
      flowDeviation: row.flowDeviation,
      flowVerdict: row.flowVerdict,
      remark: row.remark,
    })),
  );
}

async function approvalPaper(request: PaperRequest, id: number): Promise<PrintDocument> {
  const { orm, context, call } = request;
  const row = (await nameParts(request, 'approval')).find((part) => part.id === id);
  if (!row) throw paperGone();
  const { steps } = await timelineOf(
    context.services,
    orm,
    approvalMachine,
    { id, state: String(row.state), organizationId: row.organizationId },
    call.viewer,
    [],
  );
  const specimens = await inlinePictures(
    context.services,
    orm,
    steps.flatMap(({ signature }) => signature?.picture ?? []),
  );
  const kind = String(row.kind);
  return approvalDocument({
    head: await paperHead(request, archiveTexts.titles.approval(labelIn('approvalKind', kind))),
    kind,
    about: String(row.title),
    state: String(row.state),
    steps,
    specimens,
  });
}

async function curvePaper(request: PaperRequest, id: number): Promise<PrintDocument> {
  const { orm, context, call, project } = request;
  const [sheet] = await orm
    .select({ id: labSheetTable.id })
    .from(labSheetTable)
    .where(and(eq(labSheetTable.project, project.id), eq(labSheetTable.curve, id), isNull(labSheetTable.deleteTime)))
    .orderBy(asc(labSheetTable.id))
    .limit(1);
  if (!sheet) throw paperGone();
  return curveDocument(await paperHead(request, '标准曲线'), await printedRecordOf(context, orm, call, sheet.id));
}

async function filedPaper(request: PaperRequest): Promise<PrintDocument> {
  const rows = await nameParts(request, 'nonconformity');
  if (!rows.length) throw paperGone();
  return nonconformityDocument(
    await paperHead(request, archiveTexts.titles.nonconformity),
    rows as unknown as Parameters<typeof nonconformityDocument>[1],
  );
}

async function noticePaper(request: PaperRequest, id: number): Promise<PrintDocument> {
  const row = (await nameParts(request, 'reportFormula')).find((part) => part.id === id);
  if (!row) throw paperGone();
  return noticeDocument(
    await paperHead(request, archiveTexts.titles.notice),
    row as unknown as Parameters<typeof noticeDocument>[1],
  );
}

/**
 * Returns a drawn document of the archive: a paper of the project, or one that exists only in the archive.
 * @throws Refusal 404 for a key that the project does not have
 */
export async function archivePaper(request: PaperRequest, key: string): Promise<PrintDocument> {
  const { context, orm, call, project } = request;
  const keptDocument = await archivedPaper(orm, project, key);
  if (keptDocument) return keptDocument;
  const [kind] = key.split('-');
  const id = Number(/^\w+-(\d{1,9})$/.exec(key)?.[1] ?? 0);
  if (kind === 'review') return reviewPaper(request);
  if (kind === 'equipment') return equipmentPaper(request);
  if (kind === 'quality')
    return qualityDocument(
      await paperHead(request, archiveTexts.titles.quality),
      await qualityOf(context, orm, call, project.id),
    );
  if (kind === 'nonconformity') return filedPaper(request);
  if (kind === 'approval') return approvalPaper(request, id);
  if (kind === 'curve') return curvePaper(request, id);
  if (kind === 'notice') return noticePaper(request, id);
  return (await paperOf({ context, orm, call, project }, key, false)).document;
}

/**
 * Returns the drawn documents of the archive by key, in their current state. Laboratory records are already stored
 * with their signatures.
 */
export async function papersToKeep(
  request: PaperRequest,
  documents: readonly CheckedDocument[],
): Promise<Record<string, PrintDocument>> {
  const papers: Record<string, PrintDocument> = {};
  for (const { key, form, status } of documents)
    if (status === 'present' && form === 'paper' && !key.startsWith('record-'))
      papers[key] = await archivePaper(request, key);
  return papers;
}
