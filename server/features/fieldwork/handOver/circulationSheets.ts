import { and, eq, inArray, isNull } from 'drizzle-orm';
import { fixedDictionaries } from '@contract/dictionaries';
import type { AnyRow } from '@contract/entity';
import { sheetNumber } from '@contract/features/fieldwork/handOver/handOverSheet';
import { handOverTexts } from '@contract/features/fieldwork/handOver/handOverTexts';
import { sampleMachine } from '@contract/features/fieldwork/samples/sampleMachine';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { CrudContext } from '@server/crud/crudContext';
import { findVisibleRows, insertRow, updateRow } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import { nextCount } from '@server/crud/runningNumbers';
import type { Orm } from '@server/db/orm';
import { handOverLineTable, handOverTable, sampleTable } from '@server/db/schema';
import { assertNotClosed, assertStage, projectOf } from '@server/features/projects/projectStage';
import { conflict, notFound, Refusal, stale } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { lockRows, type MovedEntity } from '@server/workflow/moveRows';
import { lineEvent, openForSheets, removeFromSheet } from './circulationLines';

/** Returns the state machine of samples with its table and state field. */
export const movedSample = (registry: Registry): MovedEntity => ({
  machine: sampleMachine,
  resource: registry.named('sample'),
  stateField: 'state',
});

const stateLabels: ReadonlyMap<string, string> = new Map(
  fixedDictionaries.sampleState.map(({ value, label }) => [value, label]),
);
/** Returns the label of a sample's state. */
export const sampleStateLabel = (state: string): string => stateLabels.get(state) ?? state;

/**
 * Sets the samples of a draft sheet to exactly these.
 * @throws Refusal 409 with the number of a sample that can't be sent
 */
async function putOn(
  { registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  sheet: { id: number; project: number; organizationId: number | null },
  ids: readonly number[],
): Promise<void> {
  const presentLines = await tx
    .select({ sample: handOverLineTable.sample })
    .from(handOverLineTable)
    .where(and(eq(handOverLineTable.handOver, sheet.id), isNull(handOverLineTable.deleteTime)));
  const before = new Set(presentLines.map(({ sample }) => sample));
  const wantedIds = [...new Set(ids)];
  const rows = await lockRows(movedSample(registry), tx, call, [...new Set([...wantedIds, ...before])]).catch(
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      throw notFound(handOverTexts.notOfProject);
    },
  );
  for (const row of rows) {
    if (row.project !== sheet.project) throw notFound(handOverTexts.notOfProject);
    if (!wantedIds.includes(row.id)) continue;
    const no = String(row.sampleNo);
    if (row.state !== 'collected')
      throw conflict(handOverTexts.notCollected(no, sampleStateLabel(String(row.state))), 'notCollected');
    if (row.handOver !== null && row.handOver !== sheet.id) {
      const [otherSheet] = await tx
        .select({ no: handOverTable.sheetNo })
        .from(handOverTable)
        .where(eq(handOverTable.id, row.handOver as number));
      throw conflict(handOverTexts.onOtherSheet(no, String(otherSheet?.no)), 'onOtherSheet');
    }
  }
  const addedSamples = rows.filter(({ id }) => wantedIds.includes(id) && !before.has(id));
  const removedIds = [...before].filter((id) => !wantedIds.includes(id));
  await removeFromSheet(tx, call, sheet.id, removedIds);
  if (addedSamples.length) {
    const userId = call.viewer.user.id;
    const insertedLines = await tx
      .insert(handOverLineTable)
      .values(
        addedSamples.map((row) => ({
          organizationId: sheet.organizationId,
          handOver: sheet.id,
          sample: row.id,
          sampleNo: String(row.sampleNo),
          createBy: userId,
          updateBy: userId,
        })),
      )
      .returning();
    await recordAudit(
      tx,
      actorOf(call),
      insertedLines.map((line) => lineEvent('add', line)),
    );
    await tx
      .update(sampleTable)
      .set({ handOver: sheet.id })
      .where(
        inArray(
          sampleTable.id,
          addedSamples.map(({ id }) => id),
        ),
      );
  }
}

interface NewSheet {
  readonly project: number;
  /** Ids of the samples; by default all collected samples without a sheet. */
  readonly samples?: readonly number[] | undefined;
  readonly place?: string | null | undefined;
  readonly transport?: string | null | undefined;
  readonly remark?: string | null | undefined;
}

/**
 * Adds a sheet with its number and samples.
 * @throws Refusal 409 where no sample waits for the hand-over
 */
export async function addSheet(context: CrudContext, tx: Orm, call: Call<unknown>, body: NewSheet): Promise<AnyRow> {
  const { services, registry } = context;
  const project = await projectOf(tx, registry, call, body.project, 'share');
  assertStage(project, openForSheets.stages, openForSheets);
  const ids =
    body.samples ??
    (
      await tx
        .select({ id: sampleTable.id })
        .from(sampleTable)
        .where(
          and(
            eq(sampleTable.project, project.id),
            eq(sampleTable.state, 'collected'),
            isNull(sampleTable.handOver),
            isNull(sampleTable.deleteTime),
          ),
        )
    ).map(({ id }) => id);
  if (!ids.length) throw conflict(handOverTexts.nothingToSend, 'nothingToSend');
  const sheetNo = sheetNumber(
    String(project.code),
    await nextCount(tx, project.organizationId ?? 0, `handOver:${project.id}`),
  );
  const draft = {
    project: project.id,
    place: body.place ?? null,
    transport: body.transport ?? null,
    remark: body.remark ?? null,
  };
  const sheet = await insertRow(
    { services, registry, resource: withSheetNumber(registry, sheetNo), call },
    tx,
    draft,
    { action: 'add' },
    project.organizationId,
  );
  await putOn(context, tx, call, { id: sheet.id, project: project.id, organizationId: project.organizationId }, ids);
  return sheet;
}

/** Returns the resource with the number of the new row, because only a policy writes readonly fields. */
function withSheetNumber(registry: Registry, sheetNo: string) {
  const resource = registry.named('handOver');
  return { ...resource, policy: { ...resource.policy, beforeSave: async () => ({ sheetNo }) } };
}

interface ChangedSheet {
  readonly id: number;
  readonly version: number;
  readonly samples: readonly number[];
  readonly place?: string | null | undefined;
  readonly transport?: string | null | undefined;
  readonly remark?: string | null | undefined;
}

/**
 * Changes the samples and the head of a draft sheet.
 * @throws Refusal 404; 409 `stale`
 */
export async function changeSheet(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  { id, version, samples, ...head }: ChangedSheet,
): Promise<AnyRow> {
  const { services, registry } = context;
  const resource = registry.named('handOver');
  const operationContext = { services, registry, resource, call };
  const [storedSheet] = await findVisibleRows(operationContext, tx, [id], true);
  if (!storedSheet) throw notFound();
  if (storedSheet.version !== version) throw stale(storedSheet);
  const sheet = await updateRow(
    operationContext,
    tx,
    storedSheet,
    Object.fromEntries(Object.entries(head).filter(([, value]) => value !== undefined)),
    { action: 'edit' },
  );
  await putOn(
    context,
    tx,
    call,
    { id, project: Number(storedSheet.project), organizationId: storedSheet.organizationId },
    samples,
  );
  return sheet;
}

/**
 * Requires a sheet that waits for reception, and locks it so that nobody else receives it meanwhile.
 * @throws Refusal 404; 409 for a sheet in another state
 */
export async function waitingSheet({ registry }: CrudContext, tx: Orm, call: Call<unknown>, id: number) {
  const resource = registry.named('handOver');
  const [sheet] = await tx
    .select()
    .from(handOverTable)
    .where(and(eq(handOverTable.id, id), undeletedRows(resource), scopeOf(resource, call.viewer)))
    .for('share');
  if (!sheet) throw notFound();
  assertNotClosed(await projectOf(tx, registry, call, sheet.project, 'share'));
  if (sheet.state !== 'waiting')
    throw conflict(
      handOverTexts.notWaiting(fixedDictionaries.handOverState.find(({ value }) => value === sheet.state)?.label ?? ''),
      'notWaiting',
    );
  return sheet;
}
