import { eq } from 'drizzle-orm';
import { appPackage } from '@contract/features/system/entities/appPackage';
import { messages } from '@contract/messages';
import { mayAny, permissionOf } from '@contract/permissions';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { formatMoment } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import type { Registry } from '@server/crud/resource';
import { ok } from '@server/crud/routes';
import { userTable } from '@server/db/schema';
import { timestampedName } from '@server/files/fileName';
import { classFrom, receiveUpload, type StoredFile, storedFileEntity } from '@server/files/receiveUpload';
import { assertContent, fileResponse, readableFile, canShowInline, storedFile } from '@server/files/sendFile';
import { forbidden, notFound } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { linkTo, userOfLink } from './fileLink';
import { fileManagement } from './manageFiles';

const tag = '文件';

/** Returns the data of an upload that a page needs, without its path and hash. */
const briefOf = ({ id, name, mime, size, fileClass }: StoredFile) => ({ id, name, mime, size, fileClass });

function recordDownload(
  context: CrudContext,
  call: Call<unknown>,
  file: StoredFile,
  actor: Partial<ReturnType<typeof actorOf>> = {},
) {
  const { services } = context;
  return recordAudit(services.database.orm, { ...actorOf(call), ...actor }, [
    {
      action: 'download',
      entity: storedFileEntity,
      title: file.name,
      organizationId: file.organizationId,
      after: { id: file.id },
    },
  ]);
}

/** Stores an upload of the caller. */
async function receiveFile({ services }: CrudContext, call: Call<unknown>) {
  const mayUploadApps = mayAny(call.viewer.permissions, [permissionOf(appPackage, 'add')]);
  const { file } = await receiveUpload(services, call, {
    fileClass(fields) {
      const fileClass = classFrom(fields, 'document');
      if (fileClass === 'apk' && !mayUploadApps) throw forbidden();
      return fileClass;
    },
  });
  return ok(messages.uploaded, briefOf(file));
}

/** Sends the file of a valid link. */
async function sendByLink(context: CrudContext, call: Call<unknown>) {
  const { services } = context;
  const userId = await userOfLink(services, call.params.id ?? '', call.query);
  const file = await storedFile(services, call.params.id);
  const inline = call.query.inline === 'true' && canShowInline(file);
  const response = await fileResponse(
    services,
    file,
    inline,
    call.request.headers.get('range'),
    timestampedName(file.name, formatMoment(services.now(), services.env.zone)),
  );
  // A player requests a film in parts; this is viewing, not downloading.
  if (inline) return response;
  const [user] = await services.database.orm
    .select({ userName: userTable.userName, nickName: userTable.nickName })
    .from(userTable)
    .where(eq(userTable.id, userId));
  await recordDownload(context, call, file, { userId, userName: user ? `${user.nickName}（${user.userName}）` : null });
  return response;
}

/** Returns the routes that deliver a file: to the caller, by a link that expires, or opened in the browser. */
function downloadRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  return [
    route({
      method: 'GET',
      path: 'api/file/:id',
      permission: 'signedIn',
      tag,
      summary: '下载文件（本机构的或公开的）',
      query: { inline: 'true为在页面中显示，仅限图片和视频' },
      async handle(call) {
        const file = await readableFile(services, call.params.id, call.viewer);
        const inline = call.query.inline === 'true' && canShowInline(file);
        const response = await fileResponse(services, file, inline, call.request.headers.get('range'));
        // Pictures shown on a page are viewed, not downloaded.
        if (!inline) await recordDownload(context, call, file);
        return response;
      },
    }),
    route({
      method: 'GET',
      path: 'api/file/:id/link',
      permission: 'signedIn',
      tag,
      summary: '取得一分钟内有效、仅限该文件的下载链接',
      async handle(call) {
        const file = await readableFile(services, call.params.id, call.viewer);
        await assertContent(services, file);
        return ok('', { ...(await linkTo(services, file.id, call.viewer)), name: file.name });
      },
    }),
    route({
      method: 'GET',
      path: 'api/file/link/:id',
      permission: 'public',
      tag,
      summary: '按下载链接下载',
      query: {
        session: '会话',
        expires: '失效时间（秒）',
        signature: '签名',
        inline: 'true为在页面中显示，仅限图片和视频',
      },
      handle: (call) => sendByLink(context, call),
    }),
    route({
      method: 'GET',
      path: 'api/file/open/:id',
      permission: 'public',
      tag,
      summary: '公开文件（机构标志、安装包），无需登录',
      async handle(call) {
        const file = await storedFile(services, call.params.id);
        if (!file.open) throw notFound();
        return fileResponse(services, file, true);
      },
    }),
  ];
}

/** Routes of files: upload, download, and links. */
export function fileRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  return [
    ...fileManagement(services, registry),
    route({
      method: 'POST',
      path: 'api/file/upload',
      permission: 'signedIn',
      tag,
      summary: '上传文件：图片10 MB、文档50 MB、安装包200 MB以内，按内容识别类型',
      form: { fileClass: 'image、media、document（默认）、layout或apk，放在file之前', file: '文件' },
      handle: (call) => receiveFile(context, call),
    }),
    ...downloadRoutes(services, registry),
  ];
}
