import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { libraryUpdate, libraryUpdateRow } from '@contract/features/library/entities/libraryUpdate';
import { libraryFileTexts, type LibraryUsers } from '@contract/features/library/libraryFile';
import { actorOf } from '@server/audit/auditTrail';
import { readBuiltInIds } from '@server/builtIn/builtInRows';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { once } from '@server/crud/runOnce';
import { libraryUpdateRowTable } from '@server/db/schema';
import { notFound } from '@server/http/errors';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { decideRows } from './decideRows';
import { assertValidRows } from './fileFaults';
import { offerUpdate } from './offerUpdate';
import { rowUsage } from './rowUsage';
import { readSigned } from './updateSignature';

/** Largest upload in bytes. A file of the whole library has 1.3 MB. */
const maxFileBytes = 32 * 1024 * 1024;

const loadBody = z.object({
  /** Text of the file; a long text arrives in pieces. */
  file: z.union([z.string().min(1, '请选择文件'), z.array(z.string()).min(1, '请选择文件').max(100, '文件过大')], {
    error: () => '请选择文件',
  }),
});
const decideBody = z
  .object({
    rows: z.array(z.int().positive().max(2_147_483_647)).min(1, '请选择差异').max(500, '一次最多处理500处差异'),
    decision: z.enum(['accepted', 'declined'], { error: () => '请选择采纳或不采纳' }),
    reason: z.string().trim().max(300, '原因最多300个字').optional(),
  })
  .refine(({ decision, reason }) => decision === 'accepted' || reason, {
    path: ['reason'],
    message: libraryFileTexts.needsReason,
  });

/** Routes of 标准查新: load a signed update, decide its rows, and list the users of a changed row. */
export function libraryUpdateRoutes(services: Services, registry: Registry): Route[] {
  const { database, env } = services;
  return [
    route({
      method: 'POST',
      path: `${libraryUpdate.path}/load`,
      permission: 'admin',
      tag: libraryUpdate.label,
      summary: '载入签名的资料更新文件：核对签名，列出与现有资料的差异，不改动资料',
      body: loadBody,
      limit: maxFileBytes,
      isHeavy: true,
      handle: (call) =>
        database.transaction((tx) =>
          once(tx, call, async () => {
            const { file } = call.body;
            const content = readSigned(typeof file === 'string' ? file : file.join(''), env.updateKey);
            assertValidRows(registry, await readBuiltInIds(tx), content.rows);
            const signer = env.updateKey?.slice(-16) ?? null;
            const rows = await offerUpdate(tx, registry, { content, origin: 'file', signer, actor: actorOf(call) });
            return ok(libraryFileTexts.loaded(rows), { rows });
          }),
        ),
    }),
    route({
      method: 'POST',
      path: `${libraryUpdateRow.path}/decide`,
      permission: 'admin',
      tag: libraryUpdateRow.label,
      summary: '采纳或不采纳差异；采纳的写入公共资料库，不采纳的须说明原因',
      body: decideBody,
      handle: (call) =>
        database.transaction((tx) =>
          once(tx, call, async () => {
            const { rows, decision, reason } = call.body;
            await decideRows({ services, registry, call, tx }, { rows, decision, reason: reason || null });
            return ok(libraryFileTexts.done(rows.length));
          }),
        ),
    }),
    route({
      method: 'GET',
      path: `${libraryUpdateRow.path}/users/:id`,
      permission: 'admin',
      tag: libraryUpdateRow.label,
      summary: '使用该资料的未归档项目与方案模板',
      async handle(call): Promise<LibraryUsers> {
        const table = libraryUpdateRowTable;
        const [row] = await database.orm
          .select()
          .from(table)
          .where(eq(table.id, idParam(call)));
        if (!row) throw notFound();
        return rowUsage(database.orm, row);
      },
    }),
  ];
}
