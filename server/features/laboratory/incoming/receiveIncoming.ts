import { and, eq, inArray, isNull } from 'drizzle-orm';
import { fixedDictionaries } from '@contract/dictionaries';
import type { AnyRow } from '@contract/entity';
import { chooseMethod } from '@contract/features/fieldwork/plan/chooseMethod';
import { incomingSample } from '@contract/features/laboratory/entities/incomingSample';
import { incomingTexts, incomingReceptionStages } from '@contract/features/laboratory/incoming/incomingTexts';
import { testsIncoming } from '@contract/features/laboratory/methods/methodCatalogue';
import { incomingKindCode } from '@contract/features/projects/runningNumberRules';
import { actorOf, type AuditEvent, recordAudit } from '@server/audit/auditTrail';
import { pinyinOf } from '@server/base/pinyin';
import { formatDay } from '@server/base/zone';
import { assertSeenVersion } from '@server/crud/assertSeenVersion';
import type { CrudContext } from '@server/crud/crudContext';
import { findVisibleRows } from '@server/crud/operations';
import { nextNumber } from '@server/crud/runningNumbers';
import { saveJoins } from '@server/crud/storedValues';
import type { Orm } from '@server/db/orm';
import { incomingSampleTable, labMethodTable, labTaskTable, sampleTable } from '@server/db/schema';
import { methodsOfHazards } from '@server/features/library/methods/methodsOfHazards';
import { assertEditableStage } from '@server/features/projects/projectPart';
import { conflict, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { lockRows, moveRows } from '@server/workflow/moveRows';
import { ensureTasks } from '../tasks/ensureTasks';
import { movedSample, voidTasksOf } from '../tasks/movedTask';
import { assertNumberFree } from './policy';

interface RowsBody {
  readonly project: number;
  /** Rows with the versions that the person saw. */
  readonly rows: readonly { readonly id: number; readonly version?: number | undefined }[];
}

const labelIn = (entries: readonly { readonly value: string; readonly label: string }[], value: unknown): string =>
  entries.find((entry) => entry.value === value)?.label ?? String(value);

/**
 * Locks the rows of one project together with the project.
 * @throws Refusal 404 if a row does not exist; 409 outside the stages, or if a row was changed since it was shown
 */
async function lockIncoming(
  { services, registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  { project: projectId, rows: shownRows }: RowsBody,
) {
  const project = await assertEditableStage(tx, registry, call, projectId, incomingReceptionStages);
  if (!project.incoming) throw conflict(incomingTexts.notIncoming, 'notIncoming');
  const wantedIds = [...new Set(shownRows.map(({ id }) => id))];
  const rows = await findVisibleRows(
    { services, registry, resource: registry.named('incomingSample'), call },
    tx,
    wantedIds,
    true,
  );
  if (rows.length !== wantedIds.length || rows.some((row) => row.project !== project.id))
    throw notFound('部分来样不存在或已被删除，请刷新后重试');
  assertSeenVersion(rows, shownRows, ({ clientSampleNo }) => String(clientSampleNo));
  return { project, rows: rows.sort((a, b) => Number(a.rowSort ?? 0) - Number(b.rowSort ?? 0) || a.id - b.id) };
}

const changeColumns = ({ services }: CrudContext, call: Call<unknown>, row: AnyRow) => ({
  version: row.version + 1,
  updateBy: call.viewer.user.id,
  updateTime: services.now(),
});

const stateEvent = (row: AnyRow, after: Readonly<Record<string, unknown>>, reason?: string): AuditEvent => ({
  action: 'status',
  entity: incomingSample,
  entityId: row.id,
  title: String(row.clientSampleNo),
  organizationId: row.organizationId,
  before: { state: row.state },
  after: { ...after },
  ...(reason ? { reason } : {}),
});

function assertRegistered(row: AnyRow): void {
  if (row.state !== 'registered')
    throw conflict(
      incomingTexts.notRegistered(String(row.clientSampleNo), labelIn(fixedDictionaries.incomingState, row.state)),
      'wrongState',
    );
}

/**
 * Returns the method of each row: its own, or the library's for its hazard.
 * @throws Refusal 409 that names a row without a method
 */
async function methodChooser(
  { services }: CrudContext,
  tx: Orm,
  rows: readonly AnyRow[],
  organizationId: number | null,
) {
  const hazardIds = [
    ...new Set(rows.flatMap((row) => [Number(row.hazard), ...((row.alongWith as number[] | undefined) ?? [])])),
  ];
  const library = {
    ...(await methodsOfHazards(tx, {
      hazards: hazardIds,
      methods: rows.flatMap((row) => (row.method as number | null) ?? []),
      organizationId,
    })),
    day: formatDay(services.now(), services.env.zone),
  };
  const storageRows = library.methods.length
    ? await tx
        .select({ id: labMethodTable.id, storage: labMethodTable.storageCondition })
        .from(labMethodTable)
        .where(
          inArray(
            labMethodTable.id,
            library.methods.map(({ id }) => id),
          ),
        )
    : [];
  const storageOf = new Map(storageRows.map(({ id, storage }) => [id, storage]));
  return {
    names: library.hazards,
    storageOf,
    of(row: AnyRow) {
      const wantedTest = { hazard: Number(row.hazard) };
      const suitableLibrary = {
        ...library,
        methods: library.methods.filter(({ methodKind }) => testsIncoming(methodKind)),
      };
      const method =
        library.methods.find(({ id }) => id === row.method) ??
        chooseMethod(suitableLibrary, wantedTest) ??
        chooseMethod(library, wantedTest);
      if (!method) throw conflict(incomingTexts.outsideLibrary(String(row.clientSampleNo)), 'noMethod');
      if (!testsIncoming(method.methodKind))
        throw conflict(incomingTexts.notForIncoming(String(row.clientSampleNo), method.title), 'notForIncoming');
      return method;
    },
  };
}

/** Refuses a row that is not registered, or whose sample is damaged. */
function assertReceivable(row: AnyRow): void {
  assertRegistered(row);
  if (row.condition !== 'intact')
    throw conflict(
      incomingTexts.damaged(String(row.clientSampleNo), labelIn(fixedDictionaries.sampleCondition, row.condition)),
      'damaged',
    );
}

/** A sample to insert for a registered row. */
interface NewSample {
  readonly sampleNo: string;
  readonly method: number;
  readonly hazardName: string;
  /** Hazards that the same sample is tested for besides its own. */
  readonly alongIds: readonly number[];
}

type IncomingProject = Awaited<ReturnType<typeof lockIncoming>>['project'];

async function insertSample(
  { registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  project: IncomingProject,
  row: AnyRow,
  { sampleNo, method, hazardName, alongIds }: NewSample,
): Promise<number> {
  const userId = call.viewer.user.id;
  const [insertedRow] = await tx
    .insert(sampleTable)
    .values({
      ...pinyinOf(sampleNo),
      organizationId: project.organizationId,
      createBy: userId,
      updateBy: userId,
      project: project.id,
      sampleNo,
      sampleKind: String(row.sampleKind),
      state: 'handingOver',
      hazard: Number(row.hazard),
      hazardName,
      method,
      clientSampleNo: String(row.clientSampleNo),
      sampleForm: (row.sampleForm as string | null) ?? null,
      standardVolume: (row.standardVolume as string | null) ?? null,
      place: String(row.sampleName).slice(0, 100),
      lateEntry: false,
      remark: (row.remark as string | null) ?? null,
    })
    .returning({ id: sampleTable.id });
  const id = insertedRow?.id as number;
  if (alongIds.length) await saveJoins(tx, registry.named('sample'), id, { alongWith: alongIds });
  return id;
}

/** Sets a registered row to received as the sample. */
async function setReceived(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  row: AnyRow,
  sampleId: number,
): Promise<void> {
  await tx
    .update(incomingSampleTable)
    .set({
      state: 'received',
      stateReason: null,
      receivedAt: context.services.now(),
      receivedBy: call.viewer.user.id,
      receivedAs: sampleId,
      ...changeColumns(context, call, row),
    })
    .where(eq(incomingSampleTable.id, row.id));
}

/** Moves a new sample to 已接收 with its condition and storage. */
async function moveToReceived(
  { services, registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  row: AnyRow,
  sampleId: number,
  usualStorage: string | null,
): Promise<void> {
  const movedResource = movedSample(registry);
  const lockedRows = await lockRows(movedResource, tx, call, [sampleId]);
  await moveRows(services, tx, call, movedResource, lockedRows, 'receive', {
    changes: {
      condition: 'intact',
      checkedAt: services.now(),
      storage: row.storage ?? usualStorage,
      keepUntil: row.keepUntil ?? null,
      location: row.location ?? null,
    },
    signed: true,
  });
}

/**
 * Performs 收样: every row becomes a received sample of the project with its own number and tasks; all or none.
 * @returns ids of the new samples
 * @throws Refusal 409 for a row in another state, or `damaged`
 */
export async function receiveIncoming(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  body: RowsBody,
): Promise<number[]> {
  const { services, registry } = context;
  const { project, rows } = await lockIncoming(context, tx, call, body);
  rows.forEach(assertReceivable);
  const methods = await methodChooser(context, tx, rows, project.organizationId);
  const { entity } = registry.named('sample');
  const newSampleIds: number[] = [];
  const events: AuditEvent[] = [];
  for (const row of rows) {
    // The number is made in `server/crud/runningNumbers.ts`, by the rules of
    // `contract/features/projects/runningNumberRules.ts`.
    const sampleNo = await nextNumber(tx, Number(project.organizationId), 'incoming', {
      day: formatDay(services.now(), services.env.zone),
      type: String(project.type),
      project: String(project.code),
      kind: incomingKindCode(String(row.sampleKind)),
    });
    const methodId = methods.of(row).id;
    const alongIds = (row.alongWith as number[] | undefined) ?? [];
    const hazardName = [Number(row.hazard), ...alongIds].map((id) => methods.names.get(id)?.name ?? '').join('、');
    const id = await insertSample(context, tx, call, project, row, {
      sampleNo,
      method: methodId,
      hazardName,
      alongIds,
    });
    newSampleIds.push(id);
    events.push({
      action: 'add',
      entity,
      entityId: id,
      title: sampleNo,
      organizationId: project.organizationId,
      after: { sampleNo, clientSampleNo: row.clientSampleNo, hazardName, method: methodId },
    });
    await setReceived(context, tx, call, row, id);
    events.push(stateEvent(row, { state: 'received', receivedAs: id }));
    await moveToReceived(context, tx, call, row, id, methods.storageOf.get(methodId) ?? null);
  }
  await recordAudit(tx, actorOf(call), events);
  await ensureTasks(services, tx, call, newSampleIds);
  return newSampleIds;
}

/** Performs 拒收: the row stays in the list with its reason. */
export async function refuseIncoming(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  body: RowsBody & { readonly reason: string },
): Promise<number> {
  const { rows } = await lockIncoming(context, tx, call, body);
  for (const row of rows) {
    assertRegistered(row);
    await tx
      .update(incomingSampleTable)
      .set({
        state: 'refused',
        stateReason: body.reason,
        receivedAt: context.services.now(),
        receivedBy: call.viewer.user.id,
        ...changeColumns(context, call, row),
      })
      .where(eq(incomingSampleTable.id, row.id));
  }
  await recordAudit(
    tx,
    actorOf(call),
    rows.map((row) => stateEvent(row, { state: 'refused' }, body.reason)),
  );
  return rows.length;
}

/**
 * Takes back a reception before the sample is distributed, or a refusal. The row can be edited again; the sample
 * becomes void and its number is not reused.
 * @throws Refusal 409 for a distributed sample, or if another row now has the number of a refused one
 */
export async function takeBackIncoming(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  body: RowsBody & { readonly reason: string },
): Promise<number> {
  const { services, registry } = context;
  const { rows } = await lockIncoming(context, tx, call, body);
  const openRow = rows.find((row) => row.state === 'registered');
  if (openRow) throw conflict(incomingTexts.nothingToTakeBack(String(openRow.clientSampleNo)), 'wrongState');
  const sampleIds = rows.flatMap((row) => (row.receivedAs as number | null) ?? []);
  if (sampleIds.length) {
    const movedResource = movedSample(registry);
    const samples = await lockRows(movedResource, tx, call, sampleIds);
    const begunSample = samples.find(({ state }) => state !== 'received');
    if (begunSample) throw conflict(incomingTexts.begun(String(begunSample.sampleNo)), 'begun');
    const [busyRow] = await tx
      .select({ no: labTaskTable.sampleNo })
      .from(labTaskTable)
      .where(
        and(
          inArray(labTaskTable.sample, sampleIds),
          inArray(labTaskTable.state, ['distributed', 'testing', 'completed']),
          isNull(labTaskTable.deleteTime),
        ),
      )
      .limit(1);
    // refusal: task
    if (busyRow) throw conflict(incomingTexts.begun(busyRow.no), 'begun');
    await moveRows(services, tx, call, movedResource, samples, 'void', {
      reason: body.reason,
      changes: { stateReason: body.reason },
    });
    await voidTasksOf(context, tx, call, sampleIds, body.reason);
  }
  for (const row of rows) {
    await assertNumberFree(tx, row);
    await tx
      .update(incomingSampleTable)
      .set({
        state: 'registered',
        stateReason: body.reason,
        receivedAt: null,
        receivedBy: null,
        receivedAs: null,
        ...changeColumns(context, call, row),
      })
      .where(eq(incomingSampleTable.id, row.id));
  }
  await recordAudit(
    tx,
    actorOf(call),
    rows.map((row) => stateEvent(row, { state: 'registered' }, body.reason)),
  );
  return rows.length;
}
