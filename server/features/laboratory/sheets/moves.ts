import { and, asc, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { follows331, standardEditionOn } from '@contract/arithmetic/limits/standardEdition';
import { fixedDictionaries } from '@contract/dictionaries';
import { efficiencyLabel } from '@contract/features/laboratory/detection/determinationForms';
import { efficiencyTexts } from '@contract/features/laboratory/detection/efficiencyDetermination';
import { formRow, missingInputsOf } from '@contract/features/laboratory/methods/physical/physicalForm';
import { formOfLayout } from '@contract/features/laboratory/methods/physical/physicalForms';
import { scannedRecordLayout } from '@contract/features/laboratory/methods/sheets/scannedRecord';
import { blankGapTexts, samplesWithoutBlank } from '@contract/features/laboratory/sheets/blankGaps';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { missingHeadFields } from '@contract/features/laboratory/sheets/missingHeadFields';
import { isJuniorTitle, labSheetTexts, recalculationTexts } from '@contract/features/laboratory/sheetTexts';
import { testingStages } from '@contract/features/laboratory/testingStages';
import { nonconformityTexts } from '@contract/features/nonconformities/nonconformityTexts';
import { formatDay } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import {
  labAttachmentTable,
  labCurveTable,
  labMethodTable,
  labSheetReagentsTable,
  labSheetRowTable,
  labSheetTable,
  sampleTable,
  userTable,
} from '@server/db/schema';
import { fileNonconformity, isFiled, UnauthorisedAct } from '@server/features/nonconformities/fileNonconformity';
import { assertEditableStage } from '@server/features/projects/projectPart';
import { assertNotClosed, projectOf } from '@server/features/projects/projectStage';
import { assertFits, purposeOfTest } from '@server/features/stock/purposeFitness';
import { conflict, invalid } from '@server/http/errors';
import { nameOnPaper } from '@server/signing/signRows';
import type { MoveContext, MoveRule } from '@server/workflow/moveRoutes';
import { moveRows } from '@server/workflow/moveRows';
import { authorisationProblem } from '../authorisation/authorisedAnalysts';
import { judgeBlindSamples } from '../checks/judgeBlindSamples';
import { lockTasks, movedTask } from '../tasks/movedTask';
import { moveSamplesToTaskState } from '../tasks/sampleStates';
import { adoptForm } from './adoptForms';
import { tasksOfSheet } from './editRows';
import { freezeRecord, deleteFrozenRecord } from './frozenRecord';
import { limitOrigin } from './limitOrigin';
import { assertLotBlanks } from './lotBlanks';
import { sheetLockReason, type StoredSheet, visibleSheet } from './openSheet';
import { openVersion } from './openVersion';
import { assertSheetItemsUsable } from './policy';
import { recalculationCause, recalculateSheet } from './recalculate';
import { assertChecks, retestedFailures } from './sheetChecks';
import { fillEfficiencies, unmeasuredSamples } from './sheetEfficiencies';
import { printedRecordOf } from './sheetPaper';
import { factRows } from './sheetRows';
import { workRows } from './sheetWork';

const curveStates: ReadonlyMap<string, string> = new Map(
  fixedDictionaries.labCurveState.map(({ value, label }) => [value, label]),
);

/** Requires the fields of the head that a signature needs (DOMAIN §7.3). */
async function assertHead(tx: Orm, sheet: StoredSheet): Promise<void> {
  const [missingField] = missingHeadFields(sheet, await limitOrigin(tx, sheet));
  if (missingField) throw conflict(missingField);
  if (sheet.curve !== null) {
    const [curve] = await tx
      .select({ no: labCurveTable.curveNo, state: labCurveTable.state })
      .from(labCurveTable)
      .where(eq(labCurveTable.id, sheet.curve));
    if (curve?.state !== 'approved')
      throw conflict(
        labSheetTexts.curveNotApproved(String(curve?.no ?? ''), curveStates.get(String(curve?.state)) ?? ''),
      );
  }
  if (sheet.methodKind === 'outsourced') {
    const [anyAttachment] = await tx
      .select({ id: labAttachmentTable.id })
      .from(labAttachmentTable)
      .where(and(eq(labAttachmentTable.sheet, sheet.id), isNull(labAttachmentTable.deleteTime)))
      .limit(1);
    if (!anyAttachment) throw conflict(labSheetTexts.noAttachment);
  }
}

/**
 * Refuses a test date before the last sample was received: samples arrive on several days, and some are added later
 * (DOMAIN §8.3).
 */
async function assertReceived({ services, tx }: MoveContext, sheet: StoredSheet): Promise<void> {
  const [lastSample] = await tx
    .select({ no: sampleTable.sampleNo, at: sampleTable.checkedAt })
    .from(labSheetRowTable)
    .innerJoin(sampleTable, eq(sampleTable.id, labSheetRowTable.sample))
    .where(
      and(eq(labSheetRowTable.sheet, sheet.id), isNull(labSheetRowTable.deleteTime), isNotNull(sampleTable.checkedAt)),
    )
    .orderBy(desc(sampleTable.checkedAt), asc(sampleTable.id))
    .limit(1);
  const receivedOn = lastSample?.at ? formatDay(lastSample.at, services.env.zone) : null;
  const testedOn = sheet.testUntil ?? sheet.testDate;
  if (lastSample && receivedOn !== null && testedOn !== null && testedOn < receivedOn)
    throw conflict(labSheetTexts.sampleLater(lastSample.no, receivedOn));
}

async function assertResults({ tx, call }: MoveContext, sheetId: number): Promise<void> {
  const { complete } = await recalculateSheet(tx, sheetId, recalculationCause(call, recalculationTexts.submitted));
  const rows = await tx
    .select()
    .from(labSheetRowTable)
    .where(and(eq(labSheetRowTable.sheet, sheetId), isNull(labSheetRowTable.deleteTime)));
  const rowsWithoutResult = rows.filter((row) => row.rowKind !== 'blank' && row.reportText === null);
  if (rowsWithoutResult.length === rows.filter(({ rowKind }) => rowKind !== 'blank').length)
    throw conflict(labSheetTexts.noneYet, 'incomplete');
  const [firstOpenRow] = rowsWithoutResult.length
    ? rowsWithoutResult
    : complete
      ? []
      : rows.filter(({ problem, reportText }) => problem !== null || reportText === null);
  if (firstOpenRow?.rowKind === 'blank')
    throw conflict(labSheetTexts.blankOpen(firstOpenRow.sampleNo, firstOpenRow.problem), 'incomplete');
  if (firstOpenRow)
    throw conflict(
      labSheetTexts.incomplete(
        Math.max(rowsWithoutResult.length, 1),
        `${firstOpenRow.sampleNo}${firstOpenRow.problem ? `：${firstOpenRow.problem}` : ''}`,
      ),
      'incomplete',
    );
}

/**
 * Requires efficiencies measured for the lots of the samples, or a reason in the head (GBZ 331-2024 5.2.6.1 d,
 * 5.2.6.3.1 k).
 */
async function assertEfficiencies(tx: Orm, sheet: StoredSheet): Promise<void> {
  const samplesWithout = sheet.efficiencySource?.trim() ? [] : await unmeasuredSamples(tx, sheet);
  const label = efficiencyLabel({ sheet }) ?? '';
  if (samplesWithout.length) throw conflict(efficiencyTexts.missing(label, samplesWithout), 'efficiency');
}

/**
 * Stores the reason for samples without a blank of their batch, which is printed (GBZ 331-2024 5.2.6.2.3 e).
 * @throws Refusal 400 at `reason` that names the samples
 */
async function explainBlanks({ tx, reason }: MoveContext, sheet: StoredSheet): Promise<void> {
  const [method] = await tx.select().from(labMethodTable).where(eq(labMethodTable.id, sheet.method));
  // Stored and presented rows differ only in moments and names, which this check does not read.
  const recordFacts = { sheet: sheet as unknown as LabWork['sheet'], method: method as unknown as LabWork['method'] };
  const samplesWithout = samplesWithoutBlank({ ...recordFacts, rows: await workRows(tx, sheet.id) });
  const remark = samplesWithout.length ? reason?.trim() || null : null;
  if (samplesWithout.length && remark === null)
    throw invalid([{ field: 'reason', message: blankGapTexts.missing(samplesWithout) }]);
  if (remark !== sheet.blankRemark)
    await tx.update(labSheetTable).set({ blankRemark: remark }).where(eq(labSheetTable.id, sheet.id));
}

/** Requires complete data of a physical factor: calibration of the meter, position at the body, source. */
async function assertForms(tx: Orm, sheet: StoredSheet): Promise<void> {
  const form = formOfLayout(sheet.layout);
  if (!form) return;
  const rows = await factRows(tx, sheet.id);
  for (const row of rows) {
    if (row.rowKind === 'blank') continue;
    const openFields = missingInputsOf(form, formRow(row));
    if (openFields.length)
      throw conflict(labSheetTexts.formOpen(row.stored.sampleNo, openFields.join('、')), 'incomplete');
  }
}

async function lockVisibleRecord({ tx, registry, call, row }: MoveContext): Promise<StoredSheet> {
  const sheet = await visibleSheet(tx, registry, call, row.id);
  assertNotClosed(await projectOf(tx, registry, call, sheet.project, 'share'));
  return sheet;
}

/**
 * Requires that each person who signs for a test was authorised on its day, and still is on the day of the signature.
 */
async function assertAuthorisedForTest(
  { services, tx, call }: MoveContext,
  sheet: StoredSheet,
  days: readonly string[],
  refusalText: (why: string) => string,
): Promise<void> {
  const today = formatDay(services.now(), services.env.zone);
  const reason = await authorisationProblem(tx, {
    organizationId: sheet.organizationId,
    person: call.viewer.user.id,
    method: sheet.method,
    days: [...days, today],
  });
  if (reason === null) return;
  const { user } = call.viewer;
  const [method] = await tx
    .select({ title: labMethodTable.title })
    .from(labMethodTable)
    .where(eq(labMethodTable.id, sheet.method));
  const description = nonconformityTexts.unauthorised(
    today,
    await nameOnPaper(tx, user),
    nonconformityTexts.acts.sign(String(sheet.sheetNo)),
    String(method?.title ?? ''),
  );
  throw new UnauthorisedAct(refusalText(reason), {
    organizationId: sheet.organizationId,
    project: sheet.project,
    sheet: sheet.id,
    description,
  });
}

/**
 * Files a nonconformity for each check that failed and was tested again. The record may continue, but the cause must
 * be explained (ISO/IEC 17025 7.10).
 */
async function fileFailures({ services, registry, tx, call }: MoveContext, sheet: StoredSheet): Promise<void> {
  for (const { title, sampleNo } of await retestedFailures(tx, sheet.id)) {
    const description = nonconformityTexts.failedCheck(String(sheet.sheetNo), title, sampleNo);
    if (await isFiled(tx, sheet.organizationId, description)) continue;
    await fileNonconformity({ services, registry }, tx, call, {
      kind: 'failedCheck',
      description,
      organizationId: sheet.organizationId,
      project: sheet.project,
      sheet: sheet.id,
    });
  }
}

const submitRule: MoveRule = {
  withheldReason: ({ layout }) => (layout === scannedRecordLayout.key ? labSheetTexts.isBrought : null),
  async before(context) {
    const { tx, call } = context;
    const sheet = await lockVisibleRecord(context);
    const lockReason = await sheetLockReason(tx, sheet, call.viewer.user.id);
    if (lockReason !== null) throw conflict(lockReason, 'locked');
    await fillEfficiencies(tx, call, sheet);
    await assertHead(tx, sheet);
    await assertFits(tx, await purposeOfTest(tx, String(sheet.methodKind), sheet.hazard), sheet);
    await assertReceived(context, sheet);
    await assertAuthorisedForTest(
      context,
      sheet,
      [String(sheet.testDate), String(sheet.testUntil ?? sheet.testDate)],
      labSheetTexts.mayNotSign,
    );
    await assertResults(context, sheet.id);
    await assertEfficiencies(tx, sheet);
    await explainBlanks(context, sheet);
    await assertForms(tx, sheet);
    await assertLotBlanks(tx, sheet.id);
    await assertChecks(tx, sheet.id);
    await fileFailures(context, sheet);
    const reagentIds = (
      await tx
        .select({ id: labSheetReagentsTable.targetId })
        .from(labSheetReagentsTable)
        .where(eq(labSheetReagentsTable.ownerId, sheet.id))
    ).map(({ id }) => id);
    await assertSheetItemsUsable(
      context,
      tx,
      call,
      sheet,
      { instrument: sheet.instrument, standard: sheet.standard, reagents: reagentIds },
      String(sheet.testUntil ?? sheet.testDate),
    );
    // The signature of this move covers the stored content; the paper is always drawn from it.
    await freezeRecord(tx, sheet.id, await printedRecordOf(context, tx, call, sheet.id), context.services.now());
  },
  async after(context) {
    const { services, registry, tx, call, row } = context;
    const { tasks } = await lockTasks(
      { services, registry },
      tx,
      call,
      (await tasksOfSheet(tx, row.id)).map(({ id }) => id),
    );
    const testing = tasks.filter(({ state }) => state === 'testing');
    await moveRows(services, tx, call, movedTask(registry), testing, 'complete', {
      changes: { completedAt: services.now() },
    });
    await moveSamplesToTaskState(
      { services, registry },
      tx,
      call,
      testing.map(({ id }) => id),
    );
  },
};

/** Confirms that the results of a record match the paper of the job that was taken over (接续办理). */
const bringIn: MoveRule = {
  withheldReason: ({ layout }) => (layout === scannedRecordLayout.key ? null : labSheetTexts.onlyBrought),
  async before(context) {
    const { services, tx, call } = context;
    const sheet = await lockVisibleRecord(context);
    await assertResults(context, sheet.id);
    await freezeRecord(tx, sheet.id, await printedRecordOf(context, tx, call, sheet.id), services.now());
  },
  after: submitRule.after as NonNullable<MoveRule['after']>,
};

const giveBack: MoveRule = {
  async before(context) {
    await lockVisibleRecord(context);
  },
  async after(context) {
    const { services, registry, tx, call, row, reason } = context;
    await deleteFrozenRecord(tx, row.id);
    await adoptForm(tx, row.id, recalculationCause(call, recalculationTexts.form));
    const { tasks } = await lockTasks(
      { services, registry },
      tx,
      call,
      (await tasksOfSheet(tx, row.id)).map(({ id }) => id),
    );
    const completedTasks = tasks.filter(({ state }) => state === 'completed');
    await moveRows(services, tx, call, movedTask(registry), completedTasks, 'reopen', {
      reason,
      changes: { completedAt: null },
    });
    await moveSamplesToTaskState(
      { services, registry },
      tx,
      call,
      completedTasks.map(({ id }) => id),
      reason,
    );
  },
};

/**
 * Replaces an approved record by a new one, which belongs to the person who corrects it. The approved record stays as
 * it is.
 */
const correctRecord: MoveRule = {
  async before(context) {
    const { tx, registry, call } = context;
    const sheet = await lockVisibleRecord(context);
    await assertEditableStage(tx, registry, call, sheet.project, testingStages);
    await assertAuthorisedForTest(context, sheet, [], labSheetTexts.mayNotCorrect);
  },
  after: openVersion,
};

/**
 * Refuses a reviewer whose registered title is below the intermediate grade (GBZ 331-2024 8.2.5.6). A person without a
 * registered title, and a record of a test from before the standard, are not judged.
 * @throws Refusal 409
 */
async function assertReviewerTitle({ tx, call }: MoveContext, { testDate }: StoredSheet): Promise<void> {
  if (testDate !== null && !follows331(standardEditionOn(testDate))) return;
  const [reviewer] = await tx
    .select({ title: userTable.jobTitle })
    .from(userTable)
    .where(eq(userTable.id, call.viewer.user.id));
  const title = reviewer?.title?.trim() ?? '';
  if (isJuniorTitle(title)) throw conflict(labSheetTexts.juniorReviewer(title));
}

/** Moves of a record until its approval; its tasks and samples move with it. */
export const recordMoves: Readonly<Record<string, MoveRule>> = {
  submit: submitRule,
  review: { before: async (context) => assertReviewerTitle(context, await lockVisibleRecord(context)) },
  approve: {
    before: async (context) => void (await lockVisibleRecord(context)),
    after: ({ services, tx, call, row }) => judgeBlindSamples(services, tx, call, row.id),
  },
  return: giveBack,
  bringIn,
  correct: correctRecord,
};
