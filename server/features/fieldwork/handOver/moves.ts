import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { fixedDictionaries } from '@contract/dictionaries';
import { handOverMachine } from '@contract/features/fieldwork/handOver/handOverMachine';
import { countOf, type SheetLine } from '@contract/features/fieldwork/handOver/handOverSheet';
import { handOverTexts } from '@contract/features/fieldwork/handOver/handOverTexts';
import type { Registry } from '@server/crud/resource';
import { handOverLineTable } from '@server/db/schema';
import { assertNoFailedFlow } from '@server/features/equipment/failedFlow';
import { ensureTasks } from '@server/features/laboratory/tasks/ensureTasks';
import { assertStage, projectOf } from '@server/features/projects/projectStage';
import { conflict } from '@server/http/errors';
import type { MoveContext, MoveRule } from '@server/workflow/moveRoutes';
import { lockRows, type MovedEntity, moveRows } from '@server/workflow/moveRows';
import { openForSheets, removeFromSheet } from './circulationLines';
import { movedSample, sampleStateLabel } from './circulationSheets';
import { linesOf } from './sentSamples';

/** Returns the state machine of circulation sheets with its table and state field. */
export const movedHandOver = (registry: Registry): MovedEntity => ({
  machine: handOverMachine,
  resource: registry.named('handOver'),
  stateField: 'state',
});

const conditionLabels: ReadonlyMap<string, string> = new Map(
  fixedDictionaries.sampleCondition.map(({ value, label }) => [value, label]),
);

/** Locks the project, so that its stage cannot change during this transaction, and checks the stage again. */
async function assertProjectOpen({ tx, registry, call, row }: MoveContext): Promise<void> {
  assertStage(await projectOf(tx, registry, call, Number(row.project), 'share'), openForSheets.stages, openForSheets);
}

/** Moves the samples of these lines, grouped by the same change. */
async function moveSamples(
  context: MoveContext,
  sheetLines: readonly SheetLine[],
  move: string,
  optionsOf: (sheetLine: SheetLine) => {
    reason?: string | undefined;
    signed?: boolean;
    changes?: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const { services, tx, call, registry } = context;
  const movedResource = movedSample(registry);
  const groups = new Map<string, { ids: number[]; options: ReturnType<typeof optionsOf> }>();
  for (const sheetLine of sheetLines) {
    const options = optionsOf(sheetLine);
    const key = JSON.stringify(options);
    const group = groups.get(key) ?? { ids: [], options };
    group.ids.push(sheetLine.id);
    groups.set(key, group);
  }
  const rows = sheetLines.length
    ? await lockRows(
        movedResource,
        tx,
        call,
        sheetLines.map(({ id }) => id),
      )
    : [];
  for (const { ids, options } of groups.values())
    await moveRows(
      services,
      tx,
      call,
      movedResource,
      rows.filter(({ id }) => ids.includes(id)),
      move,
      options,
    );
}

const submitRule: MoveRule = {
  async before(context) {
    const { services, tx, row, call } = context;
    await assertProjectOpen(context);
    const sheetLines = await linesOf(context.services, tx, row.id);
    // Nobody else has seen a draft, so samples that were voided since are removed without a notice.
    await removeFromSheet(
      tx,
      call,
      row.id,
      sheetLines.filter(({ state }) => state === 'voided').map(({ id }) => id),
    );
    const validLines = sheetLines.filter(({ state }) => state !== 'voided');
    if (!validLines.length) throw conflict(handOverTexts.empty);
    const awayLine = validLines.find(({ state }) => state !== 'collected');
    if (awayLine)
      throw conflict(handOverTexts.notCollected(awayLine.sampleNo, sampleStateLabel(awayLine.state)), 'notCollected');
    const sentIds = new Set(validLines.map(({ id }) => id));
    await assertNoFailedFlow(tx, context.services.env.zone, Number(row.project), ({ id }) => sentIds.has(id), '送交');
    return {
      giver: call.viewer.user.id,
      givenAt: services.now(),
      sampleCount: validLines.length,
      receivedCount: null,
      stateReason: null,
    };
  },
  async after(context) {
    const sheetLines = await linesOf(context.services, context.tx, context.row.id);
    await moveSamples(context, sheetLines, 'handOver', ({ storage, keepUntil }) => ({
      signed: true,
      changes: { storage, keepUntil, stateReason: null },
    }));
  },
};

const withdrawRule: MoveRule = {
  async before(context) {
    const { tx, row, reason } = context;
    await assertProjectOpen(context);
    const [countedLine] = await tx
      .select({ id: handOverLineTable.id })
      .from(handOverLineTable)
      .where(
        and(
          eq(handOverLineTable.handOver, row.id),
          isNotNull(handOverLineTable.condition),
          isNull(handOverLineTable.deleteTime),
        ),
      )
      .limit(1);
    if (countedLine) throw conflict(handOverTexts.counting, 'counting');
    return { stateReason: reason?.trim() ?? null, giver: null, givenAt: null, sampleCount: null };
  },
  async after(context) {
    const sheetLines = (await linesOf(context.services, context.tx, context.row.id)).filter(
      ({ state }) => state === 'handingOver',
    );
    await moveSamples(context, sheetLines, 'withdraw', () => ({ reason: context.reason }));
  },
};

const receiveRule: MoveRule = {
  async before(context) {
    const { services, tx, row, call } = context;
    await assertProjectOpen(context);
    const { sentCount, intactCount, refusedCount, missing } = countOf(await linesOf(context.services, tx, row.id));
    if (missing.length)
      throw conflict(handOverTexts.mismatch(sentCount, intactCount, refusedCount, missing), 'mismatch');
    if (!intactCount) throw conflict(handOverTexts.nothingIntact, 'nothingIntact');
    return { receiver: call.viewer.user.id, receivedAt: services.now(), receivedCount: intactCount };
  },
  async after(context) {
    const sheetLines = (await linesOf(context.services, context.tx, context.row.id)).filter(
      ({ state }) => state === 'handingOver',
    );
    await moveSamples(
      context,
      sheetLines.filter(({ condition }) => condition === 'intact'),
      'receive',
      () => ({ signed: true, changes: { condition: 'intact', checkedAt: context.services.now() } }),
    );
    await ensureTasks(
      context.services,
      context.tx,
      context.call,
      sheetLines.filter(({ condition }) => condition === 'intact').map(({ id }) => id),
    );
    await moveSamples(
      context,
      sheetLines.filter(({ condition }) => condition !== 'intact'),
      'refuse',
      ({ condition, reason }) => {
        const reasonText = `${conditionLabels.get(condition ?? '') ?? ''}：${reason ?? ''}`;
        return { reason: reasonText, changes: { condition, handOver: null, stateReason: reasonText } };
      },
    );
  },
  sentBack: refusedSamples,
};

/** Returns the text about refused samples, which are returned although the sheet was received. */
async function refusedSamples({ services, tx, row }: MoveContext) {
  const refusedLines = (await linesOf(services, tx, row.id)).filter(
    ({ condition }) => condition !== null && condition !== 'intact',
  );
  const [firstRefusedLine] = refusedLines;
  if (!firstRefusedLine || typeof row.giver !== 'number') return [];
  const reasons = refusedLines.map(
    ({ sampleNo, condition, reason }) =>
      `${sampleNo}（${[conditionLabels.get(condition ?? ''), reason].filter(Boolean).join('：')}）`,
  );
  return [
    {
      objectName: handOverTexts.refusedSamples(refusedLines.length, String(row.sheetNo)),
      people: [row.giver],
      reason: reasons.join('、'),
    },
  ];
}

const refuseRule: MoveRule = {
  async before(context) {
    const { services, call, reason } = context;
    await assertProjectOpen(context);
    return {
      receiver: call.viewer.user.id,
      receivedAt: services.now(),
      receivedCount: 0,
      stateReason: reason?.trim() ?? null,
    };
  },
  async after(context) {
    const sheetLines = (await linesOf(context.services, context.tx, context.row.id)).filter(
      ({ state }) => state === 'handingOver',
    );
    await moveSamples(context, sheetLines, 'refuse', ({ condition, reason }) => {
      const ownText =
        condition && condition !== 'intact' ? `（${conditionLabels.get(condition) ?? ''}：${reason ?? ''}）` : '';
      const reasonText = `${context.reason?.trim() ?? ''}${ownText}`;
      return { reason: reasonText, changes: { handOver: null, stateReason: reasonText } };
    });
  },
};

/**
 * Moves of a circulation sheet. Both sides sign; the samples change their state with the sheet in the same
 * transaction.
 */
export const handOverMoves: Readonly<Record<string, MoveRule>> = {
  submit: submitRule,
  withdraw: withdrawRule,
  receive: receiveRule,
  refuse: refuseRule,
};
