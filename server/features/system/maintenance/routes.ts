import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import {
  maintenanceFile,
  type MaintenanceKind,
  type MaintenanceLine,
  maintenanceTexts,
} from '@contract/features/system/maintenanceFiles';
import { failures, messages } from '@contract/messages';
import type { Page } from '@contract/wire';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { assertReauthenticated, reauthenticate } from '@server/auth/reauthentication';
import { formatMoment } from '@server/base/zone';
import { calculatedPage } from '@server/crud/calculatedList';
import { ok } from '@server/crud/routes';
import { shownName } from '@server/files/fileName';
import { receiveForm } from '@server/files/parseMultipart';
import { notFound } from '@server/http/errors';
import { type Call, readQuery, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { dropFile, keepFile, type KeptFile, keptFiles } from './keptFiles';
import { updateFacts } from './uploadChecks';

const tag = '系统维护';
/**
 * Reads a whole backup and describes its content. The caller passes it in, because backups are in a layer above the
 * features.
 */
type BackupFacts = (path: string, name: string, zone: string) => Promise<string>;
/** Largest upload in bytes. A backup contains all files of the installation. */
const maxBytes = { database: 200 * 1024 ** 3, deploy: 2 * 1024 ** 3 } as const;

const idOf = ({ key }: KeptFile): number => createHash('sha256').update(key).digest().readUInt32BE(0) >>> 1;

const lineOf = (env: Services['env'], file: KeptFile): MaintenanceLine => ({
  id: idOf(file),
  fileName: file.fileName,
  kind: file.kind,
  size: file.size,
  facts: file.facts,
  sha256: file.sha256,
  command: (file.kind === 'database' ? maintenanceTexts.restoreBy : maintenanceTexts.updateBy)(file.path),
  uploadedBy: file.uploadedBy,
  uploadedAt: formatMoment(new Date(file.uploadedAt), env.zone),
});

/** Checks and stores an upload. The person must have typed the password again. */
async function receiveFile(services: Services, backupFacts: BackupFacts, call: Call<unknown>, kind: MaintenanceKind) {
  const { env, database } = services;
  assertReauthenticated(services, call, maintenanceTexts.askPassword);
  const received = await receiveForm(call.request, join(env.dataDir, 'uploads'), () => maxBytes[kind], maxBytes[kind]);
  try {
    const name = shownName(received.rawName);
    const { path, size, sha256, fields } = received;
    const uploadFacts =
      kind === 'database'
        ? await backupFacts(path, name, env.zone)
        : updateFacts({ name, sha256, signature: fields.get('signature') ?? '' }, env.updateKey);
    const { nickName } = call.viewer.user;
    const uploadedAt = services.now().toISOString();
    const keptFile = await keepFile(env.dataDir, path, {
      fileName: name,
      kind,
      size,
      sha256,
      facts: uploadFacts,
      uploadedBy: nickName,
      uploadedAt,
    });
    await recordAudit(database.orm, actorOf(call), [
      { action: 'upload', entity: maintenanceFile, title: name, after: { kind, name, size, sha256 } },
    ]);
    return ok(messages.uploaded, lineOf(env, keptFile));
  } finally {
    await rm(received.path, { force: true });
  }
}

/** Deletes kept files. The person must have typed the password again. */
async function deleteFiles(services: Services, call: Call<readonly number[]>) {
  const { env, database } = services;
  assertReauthenticated(services, call, maintenanceTexts.askPassword);
  const allFiles = await keptFiles(env.dataDir);
  const droppedFiles = allFiles.filter((file) => call.body.includes(idOf(file)));
  const hasUnknown = droppedFiles.length !== new Set(call.body).size;
  if (hasUnknown) throw notFound();
  for (const file of droppedFiles) await dropFile(env.dataDir, file);
  await recordAudit(
    database.orm,
    actorOf(call),
    droppedFiles.map(({ fileName, kind, sha256 }) => ({
      action: 'del' as const,
      entity: maintenanceFile,
      title: fileName,
      before: { kind, name: fileName, sha256 },
    })),
  );
  return ok(messages.deleted);
}

const adminRoute = { permission: 'admin', tag } as const;

const uploadRoutes = (services: Services, backupFacts: BackupFacts): Route[] => [
  route({
    ...adminRoute,
    method: 'POST',
    path: 'api/database/upload',
    summary: '上传备份：核对后存放，由运维人员恢复（仅平台管理员）',
    form: { file: '备份文件' },
    handle: (call) => receiveFile(services, backupFacts, call, 'database'),
  }),
  route({
    ...adminRoute,
    method: 'POST',
    path: 'api/deploy/upload',
    summary: '上传更新包与签名：核对签名后存放，由运维人员更新（仅平台管理员）',
    form: { signature: '签名，在文件之前', file: '更新包' },
    handle: (call) => receiveFile(services, backupFacts, call, 'deploy'),
  }),
];

const keptFileRoutes = (services: Services): Route[] => [
  route({
    ...adminRoute,
    method: 'GET',
    path: 'api/maintenance',
    summary: '维护文件：已上传并核对的备份与更新包（仅平台管理员）',
    exported: { entity: maintenanceFile },
    query: { page: '页码，从0开始', size: '每页条数', sort: '排序', keyword: '文件名' },
    handle: async ({ request }): Promise<Page<MaintenanceLine>> =>
      calculatedPage(
        maintenanceFile,
        (await keptFiles(services.env.dataDir)).map((file) => lineOf(services.env, file)),
        readQuery(request.url),
      ),
  }),
  route({
    ...adminRoute,
    method: 'PUT',
    path: 'api/maintenance/open',
    summary: '再次输入登录密码，几分钟内可以上传和删除维护文件（仅平台管理员）',
    body: z.object({
      password: z
        .string({ error: () => failures.badBody })
        .min(1, failures.badBody)
        .max(200),
    }),
    limit: 8 * 1024,
    async handle(call) {
      await reauthenticate(services, call, call.body.password, maintenanceTexts.uploadDatabase);
      return ok('');
    },
  }),
  route({
    ...adminRoute,
    method: 'DELETE',
    path: 'api/maintenance/delete',
    summary: '删除维护文件（仅平台管理员）',
    body: z
      .array(z.int().nonnegative(), { error: () => failures.badBody })
      .min(1)
      .max(100),
    handle: (call) => deleteFiles(services, call),
  }),
];

/**
 * Returns the routes of 系统维护 (SPEC §7: uploads of database and deploy). They exist only with MAINTENANCE=on, for
 * platform administrators who have typed their password again. An upload is checked and stored. No call restores,
 * deploys or runs anything: the operator does that at the machine.
 */
export const maintenanceRoutes =
  (backupFacts: BackupFacts) =>
  (services: Services): Route[] => [...keptFileRoutes(services), ...uploadRoutes(services, backupFacts)];
