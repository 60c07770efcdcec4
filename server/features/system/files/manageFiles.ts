import { and, count, desc, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type CrashingFile, crashingFileTexts, deathCauses } from '@contract/features/system/crashingFiles';
import { orphanAgeMs, storedFile } from '@contract/features/system/entities/storedFile';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { formatMoment } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import { listQuery } from '@server/crud/listQuery';
import type { Registry, Resource } from '@server/crud/resource';
import { ok } from '@server/crud/routes';
import { personName } from '@server/db/distinctNames';
import { crashingFileTable, storedFileTable, userTable } from '@server/db/schema';
import { usageOf } from '@server/files/fileQuota';
import { storedFileEntity } from '@server/files/receiveUpload';
import { conflict, notFound } from '@server/http/errors';
import { type Call, readQuery, type Route, route } from '@server/http/route';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';
import { isUnreferenced, usesOf, useText } from './fileReferences';
import { publicFiles } from './publicFiles';

const { id, name, mime, size, sha256, fileClass, open, createTime, createBy, deleteTime, purgeTime, organizationId } =
  storedFileTable;

// Resource of the file list. The table has no entity; a file without content counts as deleted.
const filesResource: Resource = {
  entity: storedFile,
  table: storedFileTable,
  columns: {
    id,
    name,
    mime,
    size,
    sha256,
    fileClass,
    open,
    createTime,
    createBy,
    organizationId,
    deleteTime: purgeTime,
    createByName: userTable.nickName,
    pinyin: name,
    initials: name,
  } as unknown as Resource['columns'],
  joins: {},
  policy: {},
};

/**
 * Returns the condition for files that the viewer may manage: the files of the organization; none for enterprise
 * users.
 */
const withinReach = (viewer: Viewer): SQL | undefined =>
  viewer.unitIds !== null || viewer.outside
    ? sql`false`
    : viewer.organizationId === null
      ? undefined
      : eq(organizationId, viewer.organizationId);

const cleanBody = z
  .array(z.uuid({ error: () => '请选择文件' }), { error: () => '请求内容应为文件编号列表' })
  .min(1, '请先选择数据')
  .max(1000, '一次最多处理1000条');

const sha256Body = z
  .array(z.string().regex(/^[0-9a-f]{64}$/, '请选择文件'))
  .min(1, '请先选择数据')
  .max(1000, '一次最多处理1000条');
/** Highest number of listed files that ended their reader. More would be an attack, which the newest ones show. */
const maxCrashingFiles = 500;

/**
 * Returns the reason why a file is not cleaned up.
 * @param isYoung true keeps the files of the last day as well
 */
const stillNeeded = (fileName: string, isYoung: boolean): string =>
  `文件“${fileName}”正被使用${isYoung ? '，或上传未满一天，不能清理；确认无人使用时可立即清理' : '，不能清理；请先在使用该文件的数据中删除'}`;

const tag = storedFile.label;

/** Returns the condition for orphans: older than a day and referenced by no row, or deleted with content left. */
function orphanCondition(context: CrudContext, minAgeMs = orphanAgeMs) {
  const { services, registry } = context;
  return and(
    isNull(purgeTime),
    lt(createTime, new Date(services.now().getTime() - minAgeMs)),
    or(isNotNull(deleteTime), isUnreferenced(registry)),
  ) as SQL;
}

/** Returns the resource with the column that is calculated from the uses: the time from which a file may be removed. */
const sortedResource = (context: CrudContext): Resource => ({
  ...filesResource,
  columns: {
    ...filesResource.columns,
    clearFrom: sql`case when ${orphanCondition(context, 0)} then ${createTime} end`,
  } as unknown as Resource['columns'],
});

/** Returns the files that no row refers to, of any age. */
async function freeOf(context: CrudContext, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { services } = context;
  const { database } = services;
  return new Set(
    ids.length
      ? (
          await database.orm
            .select({ id })
            .from(storedFileTable)
            .where(and(inArray(id, [...ids]), orphanCondition(context, 0)))
        ).map((row) => row.id)
      : [],
  );
}

interface FileRow {
  readonly id: string;
  readonly open: boolean;
  readonly createTime: Date;
}

/** Adds to files who uses them, whether the public may read them, and from when they may be removed. */
async function presentFiles<R extends FileRow>({ services, registry }: CrudContext, rows: readonly R[]) {
  const { database, env } = services;
  const usesById = await usesOf(
    database.orm,
    registry,
    rows.map((row) => row.id),
  );
  const ids = rows.map((row) => row.id);
  const [unusedIds, publicIds] = await Promise.all([
    freeOf({ services, registry }, ids),
    publicFiles(database.orm, ids),
  ]);
  const now = services.now().getTime();
  return rows.map((row) => {
    const from = unusedIds.has(row.id) ? row.createTime.getTime() + orphanAgeMs : null;
    return {
      ...row,
      open: row.open || publicIds.has(row.id),
      createTime: formatMoment(row.createTime, env.zone),
      usedBy: useText(usesById.get(row.id)),
      orphan: from !== null && from < now,
      clearFrom: from === null ? null : formatMoment(new Date(from), env.zone),
    };
  });
}

/** Returns a page of files with their uses. */
async function listFiles(context: CrudContext, call: Call<unknown>) {
  const { database, env } = context.services;
  const { orphan: orphanFilter, ...query } = readQuery(call.request.url);
  const {
    where: queryCondition,
    orderBy,
    limit,
    offset,
  } = listQuery(sortedResource(context), { sort: 'createTime,desc', ...query }, env.zone);
  const condition = and(
    withinReach(call.viewer),
    queryCondition,
    orphanFilter === 'true'
      ? orphanCondition(context)
      : orphanFilter === 'false'
        ? sql`not (${orphanCondition(context)})`
        : undefined,
  );
  const [rows, [total]] = await Promise.all([
    database.orm
      .select({
        id,
        name,
        mime,
        size,
        sha256,
        fileClass,
        open,
        createTime,
        organizationId,
        createBy,
        createByName: personName(),
      })
      .from(storedFileTable)
      .leftJoin(userTable, eq(userTable.id, createBy))
      .where(condition)
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset),
    database.orm
      .select({ total: count() })
      .from(storedFileTable)
      .leftJoin(userTable, eq(userTable.id, createBy))
      .where(condition),
  ]);
  return { content: await presentFiles(context, rows), totalElements: total?.total ?? 0 };
}

/** Returns all uses of one file. */
async function usesOfFile({ services, registry }: CrudContext, call: Call<unknown>) {
  const { database } = services;
  const parsedId = z.uuid().safeParse(call.params.id);
  const [row] = parsedId.success
    ? await database.orm
        .select({ id })
        .from(storedFileTable)
        .where(and(eq(id, parsedId.data), withinReach(call.viewer)))
    : [];
  if (!row) throw notFound();
  return { content: (await usesOf(database.orm, registry, [row.id], true)).get(row.id) ?? [] };
}

/** Returns the files that are no longer opened because they ended their reader. */
async function listCrashingFiles({ services }: CrudContext) {
  const { database, env } = services;
  const rows = await database.orm
    .select()
    .from(crashingFileTable)
    .orderBy(desc(crashingFileTable.createTime))
    .limit(maxCrashingFiles);
  return {
    content: rows.map((row): CrashingFile => ({
      sha256: row.sha256,
      name: row.name,
      cause: deathCauses[row.cause as keyof typeof deathCauses] ?? row.cause,
      createTime: formatMoment(row.createTime, env.zone),
    })),
  };
}

/** Allows these files to be read again and records it. */
async function allowAgain({ services }: CrudContext, call: Call<z.output<typeof sha256Body>>) {
  const { database } = services;
  await database.transaction(async (tx) => {
    const clearedFiles = await tx
      .delete(crashingFileTable)
      .where(inArray(crashingFileTable.sha256, call.body))
      .returning();
    if (clearedFiles.length !== new Set(call.body).size) throw notFound();
    await recordAudit(
      tx,
      actorOf(call),
      clearedFiles.map((row) => ({
        action: 'edit',
        entity: storedFileEntity,
        title: `${crashingFileTexts.clear}：${row.name}`,
        organizationId: row.organizationId,
        before: { sha256: row.sha256, cause: row.cause },
      })),
    );
  });
  return ok(crashingFileTexts.cleared);
}

/** Removes files that no row refers to and records it. */
async function cleanFiles(context: CrudContext, call: Call<z.output<typeof cleanBody>>) {
  const { services } = context;
  const { database } = services;
  const minAgeMs = call.query.now === 'true' || call.viewer.user.isAdmin ? 0 : orphanAgeMs;
  const ids = [...new Set(call.body)];
  await database.transaction(async (tx) => {
    const isReachable = and(inArray(id, ids), isNull(purgeTime), withinReach(call.viewer));
    const selectedFiles = await tx
      .select({ id, name, size, organizationId })
      .from(storedFileTable)
      .where(isReachable)
      .for('update');
    if (selectedFiles.length !== ids.length) throw notFound('部分文件不存在或已被清理，未做任何修改');
    const unusedIds = new Set(
      (
        await tx
          .select({ id })
          .from(storedFileTable)
          .where(and(inArray(id, ids), orphanCondition(context, minAgeMs)))
      ).map((row) => row.id),
    );
    const usedFile = selectedFiles.find((row) => !unusedIds.has(row.id));
    if (usedFile) throw conflict(stillNeeded(usedFile.name, minAgeMs > 0), 'referenced');
    const now = services.now();
    await tx
      .update(storedFileTable)
      .set({ deleteTime: sql`coalesce(${deleteTime}, ${now.toISOString()}::timestamptz)` })
      .where(inArray(id, ids));
    await recordAudit(
      tx,
      actorOf(call),
      selectedFiles.map((row) => ({
        action: 'del',
        entity: storedFileEntity,
        title: row.name,
        organizationId: row.organizationId,
        before: { id: row.id, name: row.name, size: row.size },
      })),
    );
  });
  // Content is removed after the commit: content without a row is harmless, a row without content would be a loss.
  // Content that an unreachable store keeps stays among the orphans and can be cleaned up again.
  for (const fileId of ids) {
    await services.files.remove(fileId);
    await database.orm.update(storedFileTable).set({ purgeTime: services.now() }).where(eq(id, fileId));
  }
  return ok(messages.deleted, { count: ids.length });
}

/** Returns the routes that release or remove files: files that crashed a reader, and files that nothing refers to. */
function fileCleaningRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  return [
    route({
      method: 'GET',
      path: `${storedFile.path}/deadly`,
      permission: 'admin',
      tag,
      summary: '读取时出现过异常、不再打开的文件',
      handle: () => listCrashingFiles(context),
    }),
    route({
      method: 'DELETE',
      path: `${storedFile.path}/deadly`,
      permission: 'admin',
      tag,
      summary: '解除限制：再次尝试读取这些文件',
      body: sha256Body,
      handle: (call) => allowAgain(context, call),
    }),
    route({
      method: 'DELETE',
      path: `${storedFile.path}/delete`,
      permission: [permissionOf(storedFile, 'del')],
      tag,
      summary: '清理未被任何数据引用的文件，不能恢复；上传未满一天的须指明now=true',
      query: { now: 'true为立即清理，包括上传未满一天的' },
      body: cleanBody,
      handle: (call) => cleanFiles(context, call),
    }),
  ];
}

/**
 * Routes of /system/file (PRODUCT §3): who uploaded a file, where it is used, and which files are no longer needed.
 */
export function fileManagement(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  const { database } = services;

  return [
    route({
      method: 'GET',
      path: storedFile.path,
      permission: [permissionOf(storedFile, 'list')],
      tag,
      summary: '文件列表：谁上传、用在何处、大小、类型、散列值',
      exported: { entity: storedFile },
      query: {
        page: '页码，从0开始',
        size: '每页条数',
        sort: '排序',
        keyword: '文件名、散列值或上传人',
        orphan: 'true为可清理的文件：超过一天且未被任何数据引用',
      },
      handle: (call) => listFiles(context, call),
    }),
    route({
      method: 'GET',
      path: `${storedFile.path}/:id/uses`,
      permission: [permissionOf(storedFile, 'list')],
      tag,
      summary: '一个文件的全部使用处',
      handle: (call) => usesOfFile(context, call),
    }),
    route({
      method: 'GET',
      path: `${storedFile.path}/usage`,
      permission: [permissionOf(storedFile, 'list')],
      tag,
      summary: '24小时内的上传量、上限与保存的文件总量',
      handle: (call) => usageOf(services, database.orm, call.viewer),
    }),
    ...fileCleaningRoutes(services, registry),
  ];
}
