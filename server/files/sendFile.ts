import { failures } from '@contract/messages';
import { and, eq, isNull } from 'drizzle-orm';
import { storedFileTable } from '../db/schema';
import { dispositionOf } from './fileName';
import { notFound } from '../http/errors';
import type { Viewer } from '../http/viewer';
import type { Services } from '../services';
import type { StoredFile } from './receiveUpload';

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A living upload. @throws Refusal 404 */
export async function storedFile(services: Services, id: string | undefined): Promise<StoredFile> {
  if (!id || !idPattern.test(id)) throw notFound();
  const [file] = await services.database.orm.select().from(storedFileTable).where(and(eq(storedFileTable.id, id), isNull(storedFileTable.deleteTime)));
  if (!file) throw notFound();
  return file;
}

/** SPEC §6: an organisation's files are its own. An enterprise's people see what they brought themselves, until a report is given to them. */
export function mayRead(file: StoredFile, viewer: Viewer): boolean {
  if (file.open || file.createBy === viewer.user.id) return true;
  if (viewer.unitIds !== null) return false;
  return viewer.organizationId === null ? viewer.user.isAdmin : file.organizationId === viewer.organizationId;
}

/** A file that the viewer may read. @throws Refusal 404, for another organisation's too */
export async function readableFile(services: Services, id: string | undefined, viewer: Viewer): Promise<StoredFile> {
  const file = await storedFile(services, id);
  if (!mayRead(file, viewer)) throw notFound();
  return file;
}

/** Whether a browser may show it in place: pictures alone, never what could hold a script. */
export const showable = (file: Pick<StoredFile, 'mime'>): boolean => /^image\/(png|jpeg|gif|webp|x-icon)$/.test(file.mime);

/** The content as an answer that no browser takes for a page of ours (QUALITY IN8). */
export async function fileResponse(services: Services, file: StoredFile, inline = false): Promise<Response> {
  const content = await services.files.read(file.id);
  if (!content) {
    services.log.error({ file: file.id }, 'a stored file has no content');
    throw notFound(`${failures.notFound}：文件内容缺失，请联系管理员`);
  }
  return new Response(content, {
    headers: {
      'content-type': file.mime,
      'content-length': String(file.size),
      'content-disposition': dispositionOf(file.name, inline && showable(file)),
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      // The content of an id never changes.
      'cache-control': file.open ? 'public, max-age=86400' : 'private, max-age=600',
    },
  });
}
