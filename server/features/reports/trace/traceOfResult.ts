import { and, asc, desc, eq, gte, inArray, isNull, lte, or } from 'drizzle-orm';
import { methodRoutes } from '@contract/features/laboratory/methods/methodCatalogue';
import type { PrintedRecord } from '@contract/features/laboratory/paper/recordParts';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import { reportMachine } from '@contract/features/reports/reportMachine';
import {
  type ResultTrace,
  type TraceFact,
  type TraceGroup,
  type TraceKey,
  traceTexts,
  traceTitles,
} from '@contract/features/reports/resultTrace';
import { formatMoment } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import { describeChange } from '@server/crud/describeChange';
import type { Orm } from '@server/db/orm';
import {
  approvalTable,
  auditLogTable,
  equipmentTable,
  labAttachmentTable,
  labCheckTable,
  labDetectionTable,
  methodAuthorisationTable,
  reportTable,
  sampleTable,
} from '@server/db/schema';
import { printedRecordOf } from '@server/features/laboratory/sheets/sheetPaper';
import { lotsOfRecord } from '@server/features/stock/lotUses';
import { notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { timelineOf } from '@server/workflow/stepHistory';
import {
  curveFacts,
  detectionFacts,
  efficiencyFacts,
  lotFacts,
  qualityFacts,
  rawFacts,
  readingFacts,
} from './laboratoryFacts';
import { collectorFact, custodyFacts, instrumentFacts, samplingFacts } from './samplingFacts';
import { missingFact, factsOrNone, factOrMissing } from './traceFact';

/** Returns who tested, and their authorisation on the day of the test (ISO/IEC 17025 6.2.6). */
async function personFacts(orm: Orm, { work: { sheet } }: PrintedRecord): Promise<readonly TraceFact[]> {
  const analyst = factOrMissing('检测人', (sheet as { analystName?: string | null }).analystName ?? null);
  const day = sheet.testDate;
  const auth = methodAuthorisationTable;
  const [authorisation] =
    day === null || sheet.analyst === null
      ? []
      : await orm
          .select()
          .from(auth)
          .where(
            and(
              eq(auth.person, sheet.analyst),
              eq(auth.method, sheet.method),
              lte(auth.validFrom, day),
              gte(auth.validUntil, day),
            ),
          )
          .orderBy(desc(auth.id))
          .limit(1);
  return [
    analyst,
    factOrMissing('检测日期', [day, sheet.testUntil].filter(Boolean).join(' 至 ')),
    authorisation
      ? factOrMissing(
          '当日检测授权',
          traceTexts.authorised(authorisation.validFrom, authorisation.validUntil, authorisation.certificateNo),
        )
      : missingFact('当日检测授权', day ? traceTexts.notOn(day) : ''),
  ];
}

const maxChanges = 200;

/** Returns the edits of the sample, its result and its record, each with person, time, change and reason. */
async function changeFacts(
  { services, registry }: CrudContext,
  orm: Orm,
  rows: readonly { readonly entity: string; readonly id: number }[],
): Promise<readonly TraceFact[]> {
  const log = auditLogTable;
  const rowConditions = rows.map(({ entity, id }) => and(eq(log.entity, entity), eq(log.entityId, id)));
  const auditRows = await orm
    .select()
    .from(log)
    .where(and(or(...rowConditions), inArray(log.action, ['edit', 'recalculate', 'del'])))
    .orderBy(asc(log.id))
    .limit(maxChanges);
  if (auditRows.length === 0) return [factOrMissing('修改', traceTexts.unchanged)];
  return Promise.all(
    auditRows.map(async ({ entity, entityId, userName, createTime, reason, before, after }) => {
      const fields = await describeChange(
        orm,
        registry,
        entity ?? '',
        before as Record<string, unknown>,
        after as Record<string, unknown>,
        entityId,
      );
      const at = formatMoment(createTime, services.env.zone);
      return factOrMissing(`${at} ${userName ?? ''}`.trim(), traceTexts.edited(fields, reason));
    }),
  );
}

/** Returns the signers of the record, its approval and its reports, and whether each signature is valid. */
async function signatureFacts(
  { services }: CrudContext,
  orm: Orm,
  call: Call<unknown>,
  { work: { sheet }, parts }: PrintedRecord,
): Promise<readonly TraceFact[]> {
  const signatureLines = (subject: string, steps: PrintedRecord['parts']['steps']) =>
    steps
      .filter(({ signed }) => signed)
      .map(({ label, personName, at, signature }) =>
        factOrMissing(
          `${subject} ${label}`,
          `${personName} ${at}${signature?.state === 'invalid' ? '（签名无效）' : ''}`,
        ),
      );
  const ofProject = <T extends typeof approvalTable | typeof reportTable>(table: T) =>
    and(eq(table.project, sheet.project), isNull(table.deleteTime));
  const approvals = await orm
    .select({
      id: approvalTable.id,
      state: approvalTable.state,
      organizationId: approvalTable.organizationId,
      kind: approvalTable.kind,
    })
    .from(approvalTable)
    .where(ofProject(approvalTable))
    .orderBy(asc(approvalTable.id));
  const reports = await orm
    .select({
      id: reportTable.id,
      state: reportTable.state,
      organizationId: reportTable.organizationId,
      no: reportTable.reportNo,
    })
    .from(reportTable)
    .where(ofProject(reportTable))
    .orderBy(asc(reportTable.id));
  const signatureLinesOfProject: TraceFact[] = [
    ...factsOrNone('检测记录签名', signatureLines('检测记录', parts.steps)),
  ];
  for (const { kind, ...row } of approvals) {
    const { steps } = await timelineOf(
      services,
      orm,
      approvalMachine,
      { ...row, state: String(row.state) },
      call.viewer,
      [],
    );
    signatureLinesOfProject.push(...signatureLines(kind === 'report' ? '报告审批' : '记录审批', steps));
  }
  for (const { no, ...row } of reports) {
    const { steps } = await timelineOf(
      services,
      orm,
      reportMachine,
      { ...row, state: String(row.state) },
      call.viewer,
      [],
    );
    signatureLinesOfProject.push(...signatureLines(`报告 ${no ?? ''}`, steps));
  }
  return signatureLinesOfProject;
}

/**
 * Returns all data on which one result is based.
 * @param sheet id of a record of the caller's organization
 * @param sampleId id of a sample on the record
 * @throws Refusal 404 for a record that the viewer may not see, or a sample that is not on it
 */
export async function traceOfResult(
  context: CrudContext,
  orm: Orm,
  call: Call<unknown>,
  sheet: number,
  sampleId: number,
): Promise<ResultTrace> {
  const { services } = context;
  const { zone } = services.env;
  const record = await printedRecordOf(context, orm, call, sheet);
  const row = record.work.rows.find((line) => line.sample === sampleId);
  const [storedSample] = row ? await orm.select().from(sampleTable).where(eq(sampleTable.id, sampleId)) : [];
  if (!row || !storedSample) throw notFound(traceTexts.sampleMissing);
  const { sheet: head } = record.work;
  const route = methodRoutes.find(
    ({ kind, method, variant }) => kind === 'detail' && method === head.methodKind && variant === head.variant,
  );
  const path = route ? `${route.path}?belongProject=${head.project}&phyId=${head.id}` : null;
  const partIds = async (
    entity: string,
    table: typeof labCheckTable | typeof labDetectionTable | typeof labAttachmentTable,
  ) => (await orm.select({ id: table.id }).from(table).where(eq(table.sheet, sheet))).map(({ id }) => ({ entity, id }));
  const editedRows = [
    { entity: 'sample', id: sampleId },
    { entity: 'labSheet', id: sheet },
    ...(typeof row.id === 'number' ? [{ entity: 'labSheetRow', id: row.id }] : []),
    ...(await partIds('labCheck', labCheckTable)),
    ...(await partIds('labDetection', labDetectionTable)),
    ...(await partIds('labAttachment', labAttachmentTable)),
  ];
  const [instrument] =
    head.instrument === null
      ? []
      : await orm.select().from(equipmentTable).where(eq(equipmentTable.id, head.instrument));
  const atPlace = storedSample.measured !== null;
  const factsByKey: Record<TraceKey, readonly TraceFact[]> = {
    person: [
      ...(head.variant === 'incoming' ? [] : [await collectorFact(orm, storedSample)]),
      ...(await personFacts(orm, record)),
    ],
    sampling: head.variant === 'incoming' ? [] : await samplingFacts(orm, storedSample, zone),
    custody: head.variant === 'incoming' || atPlace ? [] : await custodyFacts(orm, storedSample, zone),
    readings: [
      ...readingFacts(record, row, path),
      ...(atPlace ? [] : instrumentFacts('检测仪器', instrument, head.testDate)),
    ],
    curve: curveFacts(record),
    quality: atPlace ? [] : qualityFacts(record, row),
    detection: atPlace ? [] : [...detectionFacts(record), ...efficiencyFacts(record, row)],
    lots: atPlace ? [] : await lotFacts(orm, await lotsOfRecord(orm, sheet), record, zone),
    raw: await rawFacts(orm, record, sampleId),
    changes: await changeFacts(context, orm, editedRows),
    signatures: await signatureFacts(context, orm, call, record),
  };
  const traceGroups = (Object.keys(traceTitles) as TraceKey[])
    .map((key): TraceGroup => ({ key, title: traceTitles[key], facts: factsByKey[key] }))
    .filter((group) => group.facts.length > 0);
  return {
    sheet,
    sheetNo: String(head.sheetNo ?? ''),
    sample: sampleId,
    sampleNo: row.sampleNo,
    hazardName: String(head.hazardName ?? ''),
    result: [row.reportText, row.unit].filter(Boolean).join(' '),
    groups: traceGroups,
  };
}
