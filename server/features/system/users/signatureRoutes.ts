import { and, desc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { messages } from '@contract/messages';
import { isPrintable, notPrintable } from '@contract/print/printedPicture';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { formatMoment } from '@server/base/zone';
import { ok } from '@server/crud/routes';
import { storedFileTable, userSignatureTable, userTable } from '@server/db/schema';
import { invalid, notFound } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { specimenOf } from '@server/signing/signRows';

const entity = { name: 'userSignature', label: '个人签名' };

const signatureBody = z.object({ fileId: z.uuid({ error: () => '签名图片不存在，请重新上传' }).nullable() });

/**
 * Stores the viewer's specimen signature with an audit line; null ends its use.
 * @throws Refusal 400 for a picture that can't be printed; 404 for a file that the viewer did not upload
 */
async function saveSpecimen({ database, now }: Services, call: Call<unknown>, fileId: string | null): Promise<void> {
  const { id, nickName } = call.viewer.user;
  await database.transaction(async (tx) => {
    // The person's row is the lock: simultaneous saves of two windows run one after the other.
    await tx.select({ id: userTable.id }).from(userTable).where(eq(userTable.id, id)).for('update');
    const before = await specimenOf(tx, id);
    if (before === fileId) return;
    if (fileId) {
      const [image] = await tx
        .select({ fileClass: storedFileTable.fileClass, mime: storedFileTable.mime })
        .from(storedFileTable)
        .where(
          and(eq(storedFileTable.id, fileId), eq(storedFileTable.createBy, id), isNull(storedFileTable.deleteTime)),
        )
        .for('key share');
      if (!image) throw notFound('签名图片不存在，请重新上传');
      if (image.fileClass !== 'image' && image.fileClass !== 'print')
        throw invalid([{ field: 'fileId', message: '签名的文件类型不符，请重新上传' }]);
      if (!isPrintable(image.mime)) throw invalid([{ field: 'fileId', message: notPrintable('签名') }]);
    }
    await tx.insert(userSignatureTable).values({ userId: id, fileId, createTime: now() });
    await recordAudit(tx, actorOf(call), [
      { action: 'edit', entity, entityId: id, title: nickName, before: { fileId: before }, after: { fileId } },
    ]);
  });
}

/**
 * Returns the routes of the viewer's own specimen signature. Only its owner draws or uploads it. Earlier specimens
 * stay for the papers that they signed (QUALITY §1, 13).
 */
export function signatureRoutes(services: Services): Route[] {
  const { database, env } = services;
  const tag = '个人中心';
  return [
    route({
      method: 'GET',
      path: 'api/user/signature',
      permission: 'signedIn',
      tag,
      summary: '自己的签名及历次签名',
      async handle({ viewer }) {
        const rows = await database.orm
          .select({
            id: userSignatureTable.id,
            fileId: userSignatureTable.fileId,
            createTime: userSignatureTable.createTime,
          })
          .from(userSignatureTable)
          .where(eq(userSignatureTable.userId, viewer.user.id))
          .orderBy(desc(userSignatureTable.id))
          .limit(100);
        return {
          current: rows[0]?.fileId ?? null,
          history: rows.map((row) => ({ ...row, createTime: formatMoment(row.createTime, env.zone) })),
        };
      },
    }),
    route({
      method: 'PUT',
      path: 'api/user/signature',
      permission: 'signedIn',
      tag,
      summary: '设置自己的签名（自己上传的图片）；fileId为null时停用',
      body: signatureBody,
      async handle(call) {
        await saveSpecimen(services, call, call.body.fileId);
        return ok(messages.edited);
      },
    }),
  ];
}
