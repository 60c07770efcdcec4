import { desc, isNull } from 'drizzle-orm';
import { appPackage } from '@contract/features/system/entities/appPackage';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import type { CrudContext } from '@server/crud/crudContext';
import { addRow, listRows } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { ok } from '@server/crud/routes';
import { assertWritable } from '@server/crud/rowScope';
import { appPackageTable } from '@server/db/schema';
import { receiveUpload } from '@server/files/receiveUpload';
import { fileResponse, storedFile } from '@server/files/sendFile';
import { invalid, notFound } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';

const tag = appPackage.label;

/** Returns the version in a file name such as `labapp-1.4.2.apk`. The match starts at the first digit of a number. */
export const versionIn = (fileName: string): string | undefined => /(?<!\d)\d+(\.\d+)+/.exec(fileName)?.[0];

type AppPackageRow = Pick<
  typeof appPackageTable.$inferSelect,
  'id' | 'versionName' | 'fileId' | 'fileName' | 'size' | 'remark'
>;

const wireOf = ({ id, versionName, fileId, fileName, size, remark }: AppPackageRow) => ({
  id,
  versionName,
  fileName,
  size,
  remark,
  path: `/api/file/open/${fileId}`,
});

function contextFor(context: CrudContext, call: Call<unknown>) {
  const { services, registry } = context;
  const resource = registry.named('appPackage');
  return { services, registry, resource, call };
}

async function newestPackage(context: CrudContext): Promise<typeof appPackageTable.$inferSelect | undefined> {
  const { services } = context;
  const [appPackage] = await services.database.orm
    .select()
    .from(appPackageTable)
    .where(isNull(appPackageTable.deleteTime))
    .orderBy(desc(appPackageTable.id))
    .limit(1);
  return appPackage;
}

/** Stores an installation package. */
async function receivePackage(context: CrudContext, call: Call<unknown>) {
  const { services, registry } = context;
  const resource = registry.named('appPackage');
  // Refuses early, so that no 200 MB are received in vain.
  assertWritable(resource, call.viewer, { organizationId: null });
  const upload = await receiveUpload(services, call, { fileClass: 'apk', open: true });
  try {
    const versionName = upload.fields.get('versionName')?.trim() || versionIn(upload.file.name);
    if (!versionName) throw invalid([{ field: 'versionName', message: '请填写版本' }]);
    const row = await addRow(contextFor(context, call), {
      versionName,
      fileId: upload.file.id,
      remark: upload.fields.get('remark') ?? null,
    });
    // The same upload sent twice returns the package of the first upload.
    if (row.fileId !== upload.file.id) await upload.discard();
    return ok(messages.uploaded, wireOf(row as unknown as AppPackageRow));
  } catch (error) {
    await upload.discard();
    throw error;
  }
}

/** Returns the routes of the management of packages. */
const packageRoutes = (context: CrudContext): Route[] => [
  route({
    method: 'POST',
    path: 'api/apkAffix/upload',
    permission: [permissionOf(appPackage, 'add')],
    tag,
    summary: '上传APP安装包（平台管理员）',
    form: { file: 'apk文件，200 MB以内', versionName: '版本；不填时取自文件名', remark: '更新说明' },
    handle: (call) => receivePackage(context, call),
  }),
  route({
    method: 'GET',
    path: 'api/apkAffix/queryAll',
    permission: [permissionOf(appPackage, 'list')],
    tag,
    summary: '全部安装包，新的在前',
    async handle(call) {
      const { content, totalElements } = await listRows(contextFor(context, call), { size: '5000', sort: 'id,desc' });
      return ok('', {
        records: content.map((row) => ({ ...row, path: wireOf(row as unknown as AppPackageRow).path })),
        total: totalElements,
      });
    },
  }),
  route({
    method: 'GET',
    path: 'api/apkAffix/queryNew',
    permission: 'signedIn',
    tag,
    summary: '最新安装包及下载地址；没有时无body',
    async handle() {
      const appPackage = await newestPackage(context);
      return appPackage ? ok('', wireOf(appPackage)) : ok(messages.noApp);
    },
  }),
];

/** Returns the routes that telephones call. */
function downloadRoutes(context: CrudContext): Route[] {
  const { services } = context;

  return [
    route({
      // The app asks at its start, before anybody signs in.
      method: 'GET',
      path: 'api/apkAffix/isNew',
      permission: 'public',
      tag,
      summary: '所用版本是否最新',
      query: { version: '所用版本' },
      async handle(call) {
        const appPackage = await newestPackage(context);
        const version = typeof call.query.version === 'string' ? call.query.version.trim() : '';
        return ok('', {
          isNew: !appPackage || appPackage.versionName === version,
          versionName: appPackage?.versionName ?? null,
          path: appPackage ? wireOf(appPackage).path : null,
        });
      },
    }),
    route({
      // The path is misspelled in SPEC §7, which specifies nothing else. The QR code needs a public download of the
      // newest package.
      method: 'GET',
      path: 'api/dispalyView/apk',
      permission: 'public',
      tag,
      summary: '下载最新安装包，无需登录',
      async handle() {
        const appPackage = await newestPackage(context);
        if (!appPackage) throw notFound(messages.noApp);
        const response = await fileResponse(services, await storedFile(services, appPackage.fileId));
        // Another file is served at this address after the next upload.
        response.headers.set('cache-control', 'no-cache');
        return response;
      },
    }),
  ];
}

/** Routes of SPEC §7. The newest package is the last uploaded one. */
export function appPackageRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  return [...packageRoutes(context), ...downloadRoutes(context)];
}
