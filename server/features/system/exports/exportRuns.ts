import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, inArray, isNotNull, lt } from 'drizzle-orm';
import { exportRun } from '@contract/features/system/entities/exportRun';
import { longTaskTexts } from '@contract/features/system/jobs/longTasks';
import {
  type ExportContent,
  exportRetentionDays,
  exportTexts as texts,
} from '@contract/features/system/organizationExport';
import { bytesText } from '@contract/fields/bytesText';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { pinyinOf } from '@server/base/pinyin';
import type { CrudContext } from '@server/crud/crudContext';
import { exportRunTable } from '@server/db/schema';
import { pushMessage, storeMessage } from '@server/features/notices/systemMessage';
import { ZipTooLarge } from '@server/files/zipStream';
import { conflict, Refusal } from '@server/http/errors';
import { reportProgress, withProgress } from '@server/http/longWorkProgress';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';

/** Input of a function that creates the file of a run. */
interface ExportWork {
  /** Path of the file to create. */
  readonly path: string;
  readonly ids: readonly number[];
  /** Callback for progress. */
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Writes the file of a run to its path.
 * @returns a sentence about the content of the file
 */
export type ExportMaker = (context: CrudContext, call: Call<unknown>, exportWork: ExportWork) => Promise<string>;

type StoredExportRun = typeof exportRunTable.$inferSelect;

interface ExportRequest {
  readonly content: ExportContent;
  readonly title: string;
  readonly ids: readonly number[];
  readonly makeFile: ExportMaker;
}

const heartbeatMs = 15_000;
/** Time in ms without progress until a run counts as interrupted. */
const interruptedAfterMs = 5 * 60_000;
const dayMs = 86_400_000;

/** Shortest time in ms between two stores of the progress. */
const storeIntervalMs = 1_000;

/**
 * Stores the progress. The timer keeps `updateTime` fresh, so that `tidyExports` does not close a slow run.
 */
function progressOf({ database, now }: Services, id: number) {
  let [doneCount, total, storedAt]: [number, number, number] = [0, 0, 0];
  const store = async () => {
    storedAt = now().getTime();
    await database.orm
      .update(exportRunTable)
      .set({ done: doneCount, total, updateTime: now() })
      .where(and(eq(exportRunTable.id, id), eq(exportRunTable.state, 'running')));
  };
  const timer = setInterval(() => void store().catch(() => undefined), heartbeatMs);
  timer.unref();
  return {
    onProgress(newDone: number, newTotal: number) {
      [doneCount, total] = [newDone, newTotal];
      if (now().getTime() - storedAt >= storeIntervalMs) void store().catch(() => undefined);
    },
    last: () => ({ done: doneCount, total }),
    stop: () => clearInterval(timer),
  };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return hash.digest('hex');
}

/** Returns the sentence for a failed run. */
function failureText(error: unknown): string {
  if (error instanceof ZipTooLarge) return texts.tooLarge;
  return error instanceof Refusal ? error.message : texts.failed;
}

async function finishRun(
  services: Services,
  call: Call<unknown>,
  storedExportRun: StoredExportRun,
  values: Partial<StoredExportRun>,
): Promise<void> {
  const isDone = values.state === 'done';
  const { user } = call.viewer;
  const msgId = await services.database.transaction(async (tx) => {
    await tx.update(exportRunTable).set(values).where(eq(exportRunTable.id, storedExportRun.id));
    return storeMessage(services, tx, call, {
      title: isDone ? texts.doneTitle : texts.failedTitle,
      text: isDone
        ? texts.doneText(storedExportRun.title ?? '')
        : texts.failedText(storedExportRun.title ?? '', values.result ?? ''),
      priority: '1',
      organizationId: storedExportRun.organizationId,
      people: [user],
    });
  });
  await pushMessage(services, [user.id], msgId);
}

async function runExport(
  context: CrudContext,
  call: Call<unknown>,
  storedExportRun: StoredExportRun,
  { makeFile, ids }: ExportRequest,
): Promise<void> {
  const { services } = context;
  const { env, files, now, log } = services;
  const folder = join(env.dataDir, 'exports');
  const fileId = randomUUID();
  const path = join(folder, fileId);
  const progress = progressOf(services, storedExportRun.id);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const result = await withProgress(services, call.viewer.user.id, () =>
      makeFile(context, call, {
        path,
        ids,
        onProgress(done, total) {
          progress.onProgress(done, total);
          reportProgress(done, total, longTaskTexts.exporting(storedExportRun.title ?? ''));
        },
      }),
    );
    const [{ size }, sha256] = [await stat(path), await hashOf(path)];
    await files.put(fileId, { size, sha256, open: () => createReadStream(path) });
    const endedAt = now();
    await finishRun(services, call, storedExportRun, {
      state: 'done',
      ...progress.last(),
      result,
      fileId,
      size: bytesText(size),
      sha256,
      endedAt,
      keptUntil: new Date(endedAt.getTime() + exportRetentionDays * dayMs),
    });
  } catch (error) {
    if (!(error instanceof Refusal)) log.error({ err: error, run: storedExportRun.id }, 'an export failed');
    await finishRun(services, call, storedExportRun, { state: 'failed', result: failureText(error), endedAt: now() });
  } finally {
    progress.stop();
    await rm(path, { force: true });
  }
}

/**
 * Starts an export in the background, with an audit line.
 * @returns the id of the run
 * @throws Refusal 409 while another export of the person runs
 */
export async function startExport(context: CrudContext, call: Call<unknown>, request: ExportRequest): Promise<number> {
  const { services } = context;
  const { user, homeOrganizationId } = call.viewer;
  const run = await services.database.transaction(async (tx) => {
    const ownRunning = and(eq(exportRunTable.createBy, user.id), eq(exportRunTable.state, 'running'));
    const [busyRun] = await tx.select({ title: exportRunTable.title }).from(exportRunTable).where(ownRunning).limit(1);
    if (busyRun) throw conflict(texts.busy(busyRun.title ?? ''), 'exportBusy');
    const now = services.now();
    const [createdRun] = await tx
      .insert(exportRunTable)
      .values({
        organizationId: homeOrganizationId,
        title: request.title,
        content: request.content,
        state: 'running',
        done: 0,
        total: request.ids.length,
        createBy: user.id,
        updateBy: user.id,
        createTime: now,
        updateTime: now,
        ...pinyinOf(request.title),
      })
      .returning();
    await recordAudit(tx, actorOf(call), [
      {
        action: 'export',
        entity: exportRun,
        entityId: createdRun?.id ?? null,
        title: request.title,
        organizationId: homeOrganizationId,
        after: { content: request.content, ...(request.ids.length ? { ids: request.ids } : {}) },
      },
    ]);
    return createdRun as StoredExportRun;
  });
  void runExport(context, call, run, request).catch((error: unknown) =>
    services.log.error({ err: error, run: run.id }, 'an export was not closed'),
  );
  return run.id;
}

/**
 * Closes exports whose process ended, and removes the files of old exports.
 * @returns number of closed exports and of removed files
 */
export async function tidyExports({ database, files, now }: Services): Promise<{ closed: number; removed: number }> {
  const { id, state, updateTime, keptUntil, fileId } = exportRunTable;
  const closedRuns = await database.orm
    .update(exportRunTable)
    .set({ state: 'failed', result: texts.interrupted, endedAt: now() })
    .where(and(eq(state, 'running'), lt(updateTime, new Date(now().getTime() - interruptedAfterMs))))
    .returning({ id });
  const oldRuns = await database.orm
    .select({ id, fileId })
    .from(exportRunTable)
    .where(and(isNotNull(fileId), lt(keptUntil, now())));
  for (const run of oldRuns) await files.remove(run.fileId ?? '');
  if (oldRuns.length)
    await database.orm
      .update(exportRunTable)
      .set({ state: 'removed', fileId: null })
      .where(
        inArray(
          id,
          oldRuns.map((run) => run.id),
        ),
      );
  return { closed: closedRuns.length, removed: oldRuns.length };
}
