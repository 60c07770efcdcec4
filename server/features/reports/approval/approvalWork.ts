import { and, asc, desc, eq, gt, inArray, isNull } from 'drizzle-orm';
import { verdicts } from '@contract/arithmetic/limits/resultJudgement';
import type { AnyRow } from '@contract/entity';
import { missingOf } from '@contract/features/laboratory/checks/checkSummary';
import { type MethodKey, methodRoutes } from '@contract/features/laboratory/methods/methodCatalogue';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import type { ApprovalRecord, ApprovalWork, ReplacedReport } from '@contract/features/reports/approval/approvalWork';
import { approval } from '@contract/features/reports/entities/approval';
import { judgeResults } from '@contract/features/reports/judgement/judgeResults';
import type { ReportContent } from '@contract/features/reports/reportContent';
import { reportDifferences } from '@contract/features/reports/reportDifferences';
import { onBehalf } from '@contract/workflow/signatureTexts';
import { signingTexts } from '@contract/workflow/signatureTexts';
import type { ChangesSince } from '@contract/workflow/workflowWire';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { CrudContext } from '@server/crud/crudContext';
import { getRow } from '@server/crud/operations';
import { personName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import {
  auditLogTable,
  labAttachmentTable,
  labCheckTable,
  labDetectionTable,
  labMethodTable,
  labSheetRowTable,
  labSheetTable,
  reportTable,
  userTable,
  workflowStepTable,
} from '@server/db/schema';
import { hasChecks, summaryOfSheet } from '@server/features/laboratory/sheets/sheetChecks';
import { projectOf } from '@server/features/projects/projectStage';
import { conflict } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import type { BrokenSignature } from '@server/signing/brokenSignatures';
import { currentFingerprint } from '@server/signing/seenFingerprint';
import { brokenSignaturesOf } from '@server/workflow/assertUnbroken';
import { changesSince, type RowsOfEntity } from '@server/workflow/changesSinceReturn';
import { frozenContent } from '../movedReport';
import { resultFactsOf } from '../results/resultFacts';

const maxChanges = 200;

/**
 * Returns when this round began (the last submission) and when the approval was returned before it; null in the
 * first round. For a person who took part in an earlier round, it is the first return since then: changes of rounds
 * that the person missed are new to them, too.
 */
async function roundOf(
  orm: Orm,
  id: number,
  person: number,
): Promise<{ submitted: Date | null; returned: Date | null }> {
  const { move, time, personId, machine, rowId } = workflowStepTable;
  const steps = await orm
    .select({ move, time, personId })
    .from(workflowStepTable)
    .where(and(eq(machine, approvalMachine.name), eq(rowId, id)))
    .orderBy(desc(workflowStepTable.id));
  const index = steps.findIndex((step) => step.move === 'submit');
  const earlierSteps = steps.slice(index + 1);
  const ownIndex = earlierSteps.findIndex((step) => step.personId === person);
  const returns = (ownIndex < 0 ? earlierSteps : earlierSteps.slice(0, ownIndex + 1)).filter(
    (step) => step.move === 'returnToStart' || step.move === 'reopen',
  );
  return {
    submitted: steps[index]?.time ?? null,
    returned: (ownIndex < 0 ? returns[0] : returns.at(-1))?.time ?? null,
  };
}

async function sheetsOf(orm: Orm, projectId: number) {
  return orm
    .select()
    .from(labSheetTable)
    .where(and(eq(labSheetTable.project, projectId), isNull(labSheetTable.deleteTime)))
    .orderBy(asc(labSheetTable.id));
}

/**
 * Returns for each record the signatures that are no longer valid. The person who decides sees them before signing.
 */
async function brokenOf(
  services: Services,
  orm: Orm,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly BrokenSignature[]>> {
  const brokenByRecord = new Map<number, readonly BrokenSignature[]>();
  for (const id of ids) brokenByRecord.set(id, await brokenSignaturesOf(services, orm, recordMachine, id));
  return brokenByRecord;
}

const namesOf = (sheetSignatures: readonly BrokenSignature[] = []): string[] => [
  ...new Set(sheetSignatures.map(({ name }) => name)),
];

type StoredSheet = typeof labSheetTable.$inferSelect;
type BrokenSignatures = Awaited<ReturnType<typeof brokenOf>>;

/**
 * Returns why nothing based on these records can be signed: a record differs from its signed content. Null if no
 * record differs.
 */
function whyBarred(sheets: readonly StoredSheet[], brokenBySheet: BrokenSignatures): string | null {
  const alteredSheets = sheets.flatMap(({ id, sheetNo }) => {
    const names = namesOf(brokenBySheet.get(id)?.filter(({ standing }) => standing));
    return names.length ? [`${sheetNo}（${names.join('、')}）`] : [];
  });
  return alteredSheets.length ? signingTexts.brokenRecords(alteredSheets.join('、')) : null;
}

/** Checks whether a record counts. Corrected records do not count. */
const countsForApproval = ({ state }: StoredSheet): boolean => state !== 'corrected';

/**
 * Requires that every record of the project equals its signed content.
 * @throws Refusal 409 `brokenSignature` if a record differs
 */
export async function assertRecordsStand(services: Services, tx: Orm, projectId: number): Promise<void> {
  const sheets = (await sheetsOf(tx, projectId)).filter(countsForApproval);
  const barredReason = whyBarred(
    sheets,
    await brokenOf(
      services,
      tx,
      sheets.map(({ id }) => id),
    ),
  );
  if (barredReason !== null) throw conflict(barredReason, 'brokenSignature');
}

const nothingMissing = { missing: 0, explained: true, reasons: [] as readonly string[] };

/** Returns the checks that the batch of each record requires and the record lacks, with the reason given for each. */
async function missingChecks(
  orm: Orm,
  sheets: readonly StoredSheet[],
): Promise<ReadonlyMap<number, typeof nothingMissing>> {
  const missingBySheet = new Map<number, typeof nothingMissing>();
  for (const { id, methodKind } of sheets) {
    if (!hasChecks(methodKind as MethodKey)) continue;
    const summary = await summaryOfSheet(orm, id);
    const { count, explained } = missingOf(summary);
    missingBySheet.set(id, {
      missing: count,
      explained,
      reasons: summary.lines.flatMap(({ title, open: unjudgedCheckCount, reason }) =>
        unjudgedCheckCount.length > 0 && reason !== null ? [`${title}：${reason}`] : [],
      ),
    });
  }
  return missingBySheet;
}

async function methodTitles(orm: Orm, sheets: readonly StoredSheet[]) {
  return new Map(
    (
      await orm
        .select({ id: labMethodTable.id, title: labMethodTable.title })
        .from(labMethodTable)
        .where(
          inArray(
            labMethodTable.id,
            sheets.map(({ method }) => method),
          ),
        )
    ).map((report) => [report.id, report.title]),
  );
}

async function checksOf(orm: Orm, ids: readonly number[]) {
  return orm
    .select({
      sheet: labCheckTable.sheet,
      judged: labCheckTable.judged,
      passes: labCheckTable.passes,
      id: labCheckTable.id,
      retestOf: labCheckTable.retestOf,
    })
    .from(labCheckTable)
    .where(and(inArray(labCheckTable.sheet, [...ids]), isNull(labCheckTable.deleteTime)));
}

async function signedStepsOf(orm: Orm, ids: readonly number[]) {
  return orm
    .select({
      row: workflowStepTable.rowId,
      move: workflowStepTable.move,
      name: workflowStepTable.personName,
      principal: workflowStepTable.onBehalfName,
    })
    .from(workflowStepTable)
    .where(
      and(
        eq(workflowStepTable.machine, recordMachine.name),
        inArray(workflowStepTable.rowId, [...ids]),
        eq(workflowStepTable.signed, true),
      ),
    )
    .orderBy(asc(workflowStepTable.id));
}

/** Returns the names of people by id. */
async function namesById(orm: Orm, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (!ids.length) return new Map();
  const people = await orm
    .select({ id: userTable.id, name: personName() })
    .from(userTable)
    .where(inArray(userTable.id, [...ids]));
  return new Map(people.map(({ id, name }) => [id, name]));
}

/** Counts the checks of a record; a repeated check does not count beside its repetition. */
function checkCounts(checks: Awaited<ReturnType<typeof checksOf>>) {
  const retestedIds = new Set(checks.flatMap(({ retestOf }) => retestOf ?? []));
  const countedChecks = checks.filter(({ id }) => !retestedIds.has(id));
  return {
    total: countedChecks.length,
    failed: countedChecks.filter(({ judged, passes }) => judged && !passes).length,
    unjudgedCheckCount: countedChecks.filter(({ judged }) => !judged).length,
  };
}

/** Returns the address of the page of a record. */
function recordPath({ id, methodKind, variant, project }: StoredSheet): string {
  const route = methodRoutes.find(
    (candidate) => candidate.kind === 'detail' && candidate.method === methodKind && candidate.variant === variant,
  );
  return `${route?.path ?? ''}?belongProject=${project}&phyId=${id}`;
}

async function recordsOf(
  orm: Orm,
  sheets: readonly StoredSheet[],
  brokenBySheet: BrokenSignatures,
): Promise<ApprovalRecord[]> {
  const ids = sheets.map(({ id }) => id);
  if (!ids.length) return [];
  const checks = await checksOf(orm, ids);
  const steps = await signedStepsOf(orm, ids);
  const methods = await methodTitles(orm, sheets);
  const names = await namesById(
    orm,
    sheets.flatMap(({ analyst }) => analyst ?? []),
  );
  const missingBySheet = await missingChecks(orm, sheets);
  return sheets.map((sheet): ApprovalRecord => {
    const sheetSteps = steps.filter(({ row }) => row === sheet.id);
    return {
      id: sheet.id,
      sheetNo: sheet.sheetNo ?? '',
      hazardName: sheet.hazardName ?? '',
      methodTitle: methods.get(sheet.method) ?? '',
      state: sheet.state ?? '',
      analystName: sheet.analyst === null ? null : (names.get(sheet.analyst) ?? null),
      signers: ['submit', 'review', 'approve']
        .flatMap((move) => sheetSteps.findLast((step) => step.move === move) ?? [])
        .map(({ name, principal }) => (principal ? `${name}${onBehalf(principal)}` : name)),
      samples: sheet.sampleCount ?? 0,
      checks: {
        ...checkCounts(checks.filter((check) => check.sheet === sheet.id)),
        ...(missingBySheet.get(sheet.id) ?? nothingMissing),
      },
      checkRemark: sheet.checkRemark,
      broken: namesOf(brokenBySheet.get(sheet.id)),
      corrected: sheet.previous !== null,
      path: recordPath(sheet),
    };
  });
}

/** Returns the changes that people made in the records or in the report since the return. */
async function changesOf(
  { services, registry }: CrudContext,
  orm: Orm,
  row: AnyRow,
  sheets: readonly { id: number }[],
  since: Date,
): Promise<ChangesSince> {
  const ids = sheets.map(({ id }) => id);
  const parts = async (
    table: typeof labSheetRowTable | typeof labCheckTable | typeof labDetectionTable | typeof labAttachmentTable,
  ): Promise<number[]> =>
    ids.length
      ? (await orm.select({ id: table.id }).from(table).where(inArray(table.sheet, ids))).map(({ id }) => id)
      : [];
  const idsByEntity: RowsOfEntity[] =
    row.kind === 'report'
      ? [['report', [Number(row.report)]]]
      : [
          ['labSheet', ids],
          ['labSheetRow', await parts(labSheetRowTable)],
          ['labCheck', await parts(labCheckTable)],
          ['labDetection', await parts(labDetectionTable)],
          ['labAttachment', await parts(labAttachmentTable)],
        ];
  return changesSince({ services, registry }, orm, idsByEntity, since, maxChanges);
}

/** Returns the changes of a correction, so that its reviewer can compare them with its stated purpose. */
async function replacedBy(orm: Orm, id: number, content: ReportContent): Promise<ReplacedReport | null> {
  const [row] = await orm.select({ previous: reportTable.previous }).from(reportTable).where(eq(reportTable.id, id));
  const previousReportContent = row?.previous ? await frozenContent(orm, row.previous) : undefined;
  if (!previousReportContent) return null;
  const differences = reportDifferences(previousReportContent, content);
  return {
    reportNo: previousReportContent.reportNo,
    reason: content.correctionReason,
    differences: differences.slice(0, maxChanges),
    count: differences.length,
  };
}

async function seenBy(orm: Orm, id: number, personId: number, since: Date | null): Promise<boolean> {
  if (!since) return false;
  const [seenEntry] = await orm
    .select({ id: auditLogTable.id })
    .from(auditLogTable)
    .where(
      and(
        eq(auditLogTable.entity, approval.name),
        eq(auditLogTable.entityId, id),
        eq(auditLogTable.action, 'verify'),
        eq(auditLogTable.createBy, personId),
        gt(auditLogTable.createTime, since),
      ),
    )
    .limit(1);
  return seenEntry !== undefined;
}

const severityOfVerdict = new Map<string, number>(verdicts.map(({ value }, index) => [value, index]));

/**
 * Returns everything needed to decide about an approval.
 * @throws Refusal 404
 */
export async function approvalWork(
  context: CrudContext,
  orm: Orm,
  call: Call<unknown>,
  id: number,
): Promise<ApprovalWork> {
  const { services, registry } = context;
  // Read before everything else: a save in between makes the signature fail, so nobody signs unseen content.
  const asSeen = (await currentFingerprint(orm, approval.name, id)) ?? {};
  const row = await getRow({ services, registry, resource: registry.named('approval'), call }, id, orm);
  const project = await projectOf(orm, registry, call, Number(row.project));
  const sheets = await sheetsOf(orm, project.id);
  const countingSheets = sheets.filter(countsForApproval);
  const brokenBySheet = await brokenOf(
    services,
    orm,
    countingSheets.map((sheet) => sheet.id),
  );
  const { submitted, returned } = await roundOf(orm, id, call.viewer.user.id);
  const { changes, count } = returned
    ? await changesOf(context, orm, row, sheets, returned)
    : { changes: [], count: 0 };
  const signedContent = row.kind === 'report' ? await frozenContent(orm, Number(row.report)) : undefined;
  const posts = signedContent?.results ?? judgeResults(await resultFactsOf(orm, project, { onlyApproved: false }));
  const [step] = await orm
    .select({ time: workflowStepTable.time })
    .from(workflowStepTable)
    .where(and(eq(workflowStepTable.machine, approvalMachine.name), eq(workflowStepTable.rowId, id)))
    .orderBy(desc(workflowStepTable.id))
    .limit(1);
  const waitingSince = step?.time ?? services.now();
  return {
    approval: row as unknown as ApprovalWork['approval'],
    asSeen,
    records: await recordsOf(orm, countingSheets, brokenBySheet),
    barred: row.state === 'passed' ? null : whyBarred(countingSheets, brokenBySheet),
    posts: [...posts].sort(
      (post, otherJudgedPost) =>
        (severityOfVerdict.get(post.verdict) ?? 0) - (severityOfVerdict.get(otherJudgedPost.verdict) ?? 0),
    ),
    replaced: signedContent ? await replacedBy(orm, Number(row.report), signedContent) : null,
    changes,
    changeCount: count,
    changesSeen: await seenBy(orm, id, call.viewer.user.id, submitted),
    days: Math.max(0, Math.floor((services.now().getTime() - waitingSince.getTime()) / 86_400_000)),
  };
}

/**
 * Returns the number of changes in this round that the viewer has not confirmed as read (QUALITY §1, 8). `row` is
 * the approval.
 */
export async function unseenChanges(context: CrudContext, orm: Orm, call: Call<unknown>, row: AnyRow): Promise<number> {
  const { submitted, returned } = await roundOf(orm, row.id, call.viewer.user.id);
  if (!returned || (await seenBy(orm, row.id, call.viewer.user.id, submitted))) return 0;
  return (await changesOf(context, orm, row, await sheetsOf(orm, Number(row.project)), returned)).count;
}

/** Records in the audit trail that the viewer has read the changes. */
export async function confirmChanges(
  { services, registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  id: number,
): Promise<void> {
  const row = await getRow({ services, registry, resource: registry.named('approval'), call }, id, tx);
  await recordAudit(tx, actorOf(call), [
    {
      action: 'verify',
      entity: approval,
      entityId: row.id,
      title: String(row.title),
      organizationId: row.organizationId,
      after: { changesRead: true },
    },
  ]);
}
