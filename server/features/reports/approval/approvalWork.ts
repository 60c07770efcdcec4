import { and, asc, desc, eq, gt, inArray, isNull } from 'drizzle-orm';
import { verdicts } from '@contract/arithmetic/limits/judgement';
import type { AnyRow } from '@contract/entity';
import { missingOf } from '@contract/features/laboratory/checks/checkSummary';
import { type MethodKey, methodRoutes } from '@contract/features/laboratory/methods/catalogue';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import type { ApprovalRecord, ApprovalWork, ReplacedReport } from '@contract/features/reports/approval/approvalWork';
import { approval } from '@contract/features/reports/entities/approval';
import { judgeResults } from '@contract/features/reports/judgement/judgeResults';
import type { ReportContent } from '@contract/features/reports/reportContent';
import { reportDifferences } from '@contract/features/reports/reportDifferences';
import { onBehalf } from '@contract/workflow/signing';
import { signingTexts } from '@contract/workflow/signing';
import type { ChangesSince } from '@contract/workflow/workflowWire';
import { actorOf, recordAudit } from '@server/audit/trail';
import type { Context } from '@server/crud/context';
import { getRow } from '@server/crud/operations';
import { personName } from '@server/db/namesakes';
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
import { projectOf } from '@server/features/projects/stage';
import { conflict } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import type { BrokenSignature } from '@server/signing/brokenSignatures';
import { seenNow } from '@server/signing/seenContent';
import { brokenSignaturesOf } from '@server/workflow/assertUnbroken';
import { changesSince, type RowsOf } from '@server/workflow/changesSince';
import { frozenContent } from '../movedReport';
import { resultFactsOf } from '../resultFacts';

const mostChanges = 200;

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
  const at = steps.findIndex((step) => step.move === 'submit');
  const earlier = steps.slice(at + 1);
  const own = earlier.findIndex((step) => step.personId === person);
  const returns = (own < 0 ? earlier : earlier.slice(0, own + 1)).filter(
    (step) => step.move === 'returnToStart' || step.move === 'reopen',
  );
  return { submitted: steps[at]?.time ?? null, returned: (own < 0 ? returns[0] : returns.at(-1))?.time ?? null };
}

async function sheetsOf(orm: Orm, project: number) {
  return orm
    .select()
    .from(labSheetTable)
    .where(and(eq(labSheetTable.project, project), isNull(labSheetTable.deleteTime)))
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
  const found = new Map<number, readonly BrokenSignature[]>();
  for (const id of ids) found.set(id, await brokenSignaturesOf(services, orm, recordMachine, id));
  return found;
}

const namesOf = (broken: readonly BrokenSignature[] = []): string[] => [...new Set(broken.map(({ name }) => name))];

type StoredSheet = typeof labSheetTable.$inferSelect;
type Broken = Awaited<ReturnType<typeof brokenOf>>;

/**
 * Returns why nothing based on these records can be signed: a record differs from its signed content. Null if no
 * record differs.
 */
function whyBarred(sheets: readonly StoredSheet[], broken: Broken): string | null {
  const altered = sheets.flatMap(({ id, sheetNo }) => {
    const names = namesOf(broken.get(id)?.filter(({ standing }) => standing));
    return names.length ? [`${sheetNo}（${names.join('、')}）`] : [];
  });
  return altered.length ? signingTexts.brokenRecords(altered.join('、')) : null;
}

/** Checks whether a record counts. Corrected records do not count. */
const counts = ({ state }: StoredSheet): boolean => state !== 'corrected';

/**
 * Requires that every record of the project equals its signed content.
 * @throws Refusal 409 `brokenSignature` if a record differs
 */
export async function assertRecordsStand(services: Services, tx: Orm, project: number): Promise<void> {
  const sheets = (await sheetsOf(tx, project)).filter(counts);
  const why = whyBarred(
    sheets,
    await brokenOf(
      services,
      tx,
      sheets.map(({ id }) => id),
    ),
  );
  if (why !== null) throw conflict(why, 'brokenSignature');
}

const nothingMissing = { missing: 0, explained: true, reasons: [] as readonly string[] };

/** Returns the checks that the batch of each record requires and the record lacks, with the reason given for each. */
async function missingChecks(
  orm: Orm,
  sheets: readonly StoredSheet[],
): Promise<ReadonlyMap<number, typeof nothingMissing>> {
  const found = new Map<number, typeof nothingMissing>();
  for (const { id, methodKind } of sheets) {
    if (!hasChecks(methodKind as MethodKey)) continue;
    const summary = await summaryOfSheet(orm, id);
    const { count, explained } = missingOf(summary);
    found.set(id, {
      missing: count,
      explained,
      reasons: summary.lines.flatMap(({ title, open, reason }) =>
        open.length > 0 && reason !== null ? [`${title}：${reason}`] : [],
      ),
    });
  }
  return found;
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
    ).map((one) => [one.id, one.title]),
  );
}

async function recordsOf(orm: Orm, sheets: readonly StoredSheet[], broken: Broken): Promise<ApprovalRecord[]> {
  const ids = sheets.map(({ id }) => id);
  if (!ids.length) return [];
  const checks = await orm
    .select({
      sheet: labCheckTable.sheet,
      judged: labCheckTable.judged,
      passes: labCheckTable.passes,
      id: labCheckTable.id,
      retestOf: labCheckTable.retestOf,
    })
    .from(labCheckTable)
    .where(and(inArray(labCheckTable.sheet, ids), isNull(labCheckTable.deleteTime)));
  const steps = await orm
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
        inArray(workflowStepTable.rowId, ids),
        eq(workflowStepTable.signed, true),
      ),
    )
    .orderBy(asc(workflowStepTable.id));
  const methods = await methodTitles(orm, sheets);
  const analysts = sheets.flatMap(({ analyst }) => analyst ?? []);
  const names = new Map(
    (analysts.length
      ? await orm
          .select({ id: userTable.id, name: personName() })
          .from(userTable)
          .where(inArray(userTable.id, analysts))
      : []
    ).map((one) => [one.id, one.name]),
  );
  const missing = await missingChecks(orm, sheets);
  return sheets.map((sheet): ApprovalRecord => {
    const own = checks.filter((check) => check.sheet === sheet.id);
    const again = new Set(own.flatMap(({ retestOf }) => retestOf ?? []));
    const counted = own.filter(({ id }) => !again.has(id));
    const signed = steps.filter(({ row }) => row === sheet.id);
    const route = methodRoutes.find(
      ({ kind, method, variant }) => kind === 'detail' && method === sheet.methodKind && variant === sheet.variant,
    );
    return {
      id: sheet.id,
      sheetNo: sheet.sheetNo ?? '',
      hazardName: sheet.hazardName ?? '',
      methodTitle: methods.get(sheet.method) ?? '',
      state: sheet.state ?? '',
      analystName: sheet.analyst === null ? null : (names.get(sheet.analyst) ?? null),
      signers: ['submit', 'review', 'approve']
        .flatMap((move) => signed.findLast((step) => step.move === move) ?? [])
        .map(({ name, principal }) => (principal ? `${name}${onBehalf(principal)}` : name)),
      samples: sheet.sampleCount ?? 0,
      checks: {
        all: counted.length,
        failed: counted.filter(({ judged, passes }) => judged && !passes).length,
        open: counted.filter(({ judged }) => !judged).length,
        ...(missing.get(sheet.id) ?? nothingMissing),
      },
      checkRemark: sheet.checkRemark,
      broken: namesOf(broken.get(sheet.id)),
      corrected: sheet.previous !== null,
      path: `${route?.path ?? ''}?belongProject=${sheet.project}&phyId=${sheet.id}`,
    };
  });
}

/** Returns the changes that people made in the records or in the report since the return. */
async function changesOf(
  { services, registry }: Context,
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
  const of: RowsOf[] =
    row.kind === 'report'
      ? [['report', [Number(row.report)]]]
      : [
          ['labSheet', ids],
          ['labSheetRow', await parts(labSheetRowTable)],
          ['labCheck', await parts(labCheckTable)],
          ['labDetection', await parts(labDetectionTable)],
          ['labAttachment', await parts(labAttachmentTable)],
        ];
  return changesSince({ services, registry }, orm, of, since, mostChanges);
}

/** Returns the changes of a correction, so that its reviewer can compare them with its stated purpose. */
async function replacedBy(orm: Orm, id: number, content: ReportContent): Promise<ReplacedReport | null> {
  const [row] = await orm.select({ previous: reportTable.previous }).from(reportTable).where(eq(reportTable.id, id));
  const before = row?.previous ? await frozenContent(orm, row.previous) : undefined;
  if (!before) return null;
  const differences = reportDifferences(before, content);
  return {
    reportNo: before.reportNo,
    reason: content.correctionReason,
    differences: differences.slice(0, mostChanges),
    count: differences.length,
  };
}

async function seenBy(orm: Orm, id: number, person: number, since: Date | null): Promise<boolean> {
  if (!since) return false;
  const [found] = await orm
    .select({ id: auditLogTable.id })
    .from(auditLogTable)
    .where(
      and(
        eq(auditLogTable.entity, approval.name),
        eq(auditLogTable.entityId, id),
        eq(auditLogTable.action, 'verify'),
        eq(auditLogTable.createBy, person),
        gt(auditLogTable.createTime, since),
      ),
    )
    .limit(1);
  return found !== undefined;
}

const worst = new Map<string, number>(verdicts.map(({ value }, at) => [value, at]));

/**
 * Returns everything needed to decide about an approval.
 * @throws Refusal 404
 */
export async function approvalWork(context: Context, orm: Orm, call: Call<unknown>, id: number): Promise<ApprovalWork> {
  const { services, registry } = context;
  // Read before everything else: a save in between makes the signature fail, so nobody signs unseen content.
  const asSeen = (await seenNow(orm, approval.name, id)) ?? {};
  const row = await getRow({ services, registry, resource: registry.named('approval'), call }, id, orm);
  const project = await projectOf(orm, registry, call, Number(row.project));
  const sheets = await sheetsOf(orm, project.id);
  const counting = sheets.filter(counts);
  const broken = await brokenOf(
    services,
    orm,
    counting.map((sheet) => sheet.id),
  );
  const { submitted, returned } = await roundOf(orm, id, call.viewer.user.id);
  const { changes, count } = returned
    ? await changesOf(context, orm, row, sheets, returned)
    : { changes: [], count: 0 };
  const frozen = row.kind === 'report' ? await frozenContent(orm, Number(row.report)) : undefined;
  const posts = frozen?.results ?? judgeResults(await resultFactsOf(orm, project, { onlyApproved: false }));
  const [step] = await orm
    .select({ time: workflowStepTable.time })
    .from(workflowStepTable)
    .where(and(eq(workflowStepTable.machine, approvalMachine.name), eq(workflowStepTable.rowId, id)))
    .orderBy(desc(workflowStepTable.id))
    .limit(1);
  const since = step?.time ?? services.now();
  return {
    approval: row as unknown as ApprovalWork['approval'],
    asSeen,
    records: await recordsOf(orm, counting, broken),
    barred: row.state === 'passed' ? null : whyBarred(counting, broken),
    posts: [...posts].sort((one, other) => (worst.get(one.verdict) ?? 0) - (worst.get(other.verdict) ?? 0)),
    replaced: frozen ? await replacedBy(orm, Number(row.report), frozen) : null,
    changes,
    changeCount: count,
    seen: await seenBy(orm, id, call.viewer.user.id, submitted),
    days: Math.max(0, Math.floor((services.now().getTime() - since.getTime()) / 86_400_000)),
  };
}

/**
 * Returns the number of changes in this round that the viewer has not confirmed as read (QUALITY §1, 8). `row` is
 * the approval.
 */
export async function unseenChanges(context: Context, orm: Orm, call: Call<unknown>, row: AnyRow): Promise<number> {
  const { submitted, returned } = await roundOf(orm, row.id, call.viewer.user.id);
  if (!returned || (await seenBy(orm, row.id, call.viewer.user.id, submitted))) return 0;
  return (await changesOf(context, orm, row, await sheetsOf(orm, Number(row.project)), returned)).count;
}

/** Records in the audit trail that the viewer has read the changes. */
export async function confirmChanges(
  { services, registry }: Context,
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
