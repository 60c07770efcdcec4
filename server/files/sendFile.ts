import { and, eq, isNull } from 'drizzle-orm';
import type { PictureSize } from '@contract/features/publicity/publicPictures';
import type { ByteRange } from '@server/services';
import { reportModuleTable, storedFileTable } from '../db/schema';
import { notFound, Refusal } from '../http/errors';
import type { Viewer } from '../http/viewer';
import type { Services } from '../services';
import { assertUnaltered } from './fileHash';
import { dispositionOf } from './fileName';
import { pictureInSize } from './pictures/pictureSizes';
import { barePicture } from './pictures/processPictures';
import type { StoredFile } from './receiveUpload';

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns an undeleted upload.
 * @throws Refusal 404
 */
export async function storedFile(services: Services, id: string | undefined): Promise<StoredFile> {
  // refusal: badId
  if (!id || !idPattern.test(id)) throw notFound();
  const [file] = await services.database.orm
    .select()
    .from(storedFileTable)
    .where(and(eq(storedFileTable.id, id), isNull(storedFileTable.deleteTime)));
  if (!file) throw notFound();
  return file;
}

/**
 * Checks whether the viewer may read a file. Files belong to an organization (SPEC §6). Enterprise users and external
 * reviewers may read their own uploads; they get other files through separate calls.
 */
function mayRead(file: StoredFile, viewer: Viewer): boolean {
  if (file.open || file.createBy === viewer.user.id) return true;
  if (viewer.unitIds !== null || viewer.outside) return false;
  return viewer.organizationId === null ? viewer.user.isAdmin : file.organizationId === viewer.organizationId;
}

/** Checks whether a file belongs to a template of the platform, which every organization may read. */
async function givenToAll(services: Services, file: StoredFile, viewer: Viewer): Promise<boolean> {
  if (viewer.unitIds !== null || viewer.outside) return false;
  const [sessionRow] = await services.database.orm
    .select({ id: reportModuleTable.id })
    .from(reportModuleTable)
    .where(
      and(
        eq(reportModuleTable.document, file.id),
        isNull(reportModuleTable.organizationId),
        isNull(reportModuleTable.deleteTime),
      ),
    )
    .limit(1);
  return sessionRow !== undefined;
}

/**
 * Returns a file that the viewer may read.
 * @param id id of the file; undefined counts as missing
 * @throws Refusal 404, also for a file of another organization
 */
export async function readableFile(services: Services, id: string | undefined, viewer: Viewer): Promise<StoredFile> {
  const file = await storedFile(services, id);
  if (!mayRead(file, viewer) && !(await givenToAll(services, file, viewer))) throw notFound();
  return file;
}

/** Checks whether a browser may show a file inline: only pictures and videos, no type that could contain a script. */
export const canShowInline = (file: Pick<StoredFile, 'mime'>): boolean =>
  /^(image\/(png|jpeg|gif|webp|x-icon)|video\/(mp4|webm))$/.test(file.mime);

/**
 * Parses a Range header (RFC 9110 §14). Supports only one range; several ranges or an invalid header return undefined
 * (the whole file). `none`: the range begins after the end.
 * @param header value of the header; null without one
 * @param size size of the file, bytes
 */
export function rangeOf(header: string | null, size: number): ByteRange | 'none' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match || size === 0) return undefined;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return undefined;
  if (from === '') return Number(to) === 0 ? 'none' : { first: Math.max(0, size - Number(to)), last: size - 1 };
  const first = Number(from);
  if (to !== '' && Number(to) < first) return undefined;
  return first >= size ? 'none' : { first, last: Math.min(to === '' ? size - 1 : Number(to), size - 1) };
}

function contentGone({ log }: Services, file: StoredFile): Refusal {
  log.error({ file: file.id }, 'a stored file has no content');
  return notFound('文件内容缺失，请联系管理员');
}

/**
 * Checks that the content exists before a link is issued. A browser download cannot show an error message.
 * @throws Refusal 404
 */
export async function assertContent(services: Services, file: StoredFile): Promise<void> {
  if (!(await services.files.stat(file.id))) throw contentGone(services, file);
}

/**
 * Returns the content as a response that no browser renders as a page of this site (QUALITY IN8); a range for videos.
 * @param inline true to show the file in the browser instead of saving it
 * @param rangeHeader header `Range` of the request; null for the whole file
 * @param name file name to save under; by default that of the upload
 * @throws Refusal 404 without content, 409 `fileAltered`
 */
export async function fileResponse(
  services: Services,
  file: StoredFile,
  inline = false,
  rangeHeader: string | null = null,
  name = file.name,
): Promise<Response> {
  const isInline = inline && canShowInline(file);
  const headers = {
    'content-type': file.mime,
    'content-disposition': dispositionOf(name, isInline),
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
    // The content of an id never changes. A download is requested once and must not stay in a browser that several
    // people share (QUALITY IN12).
    'cache-control': file.open ? 'public, max-age=86400' : isInline ? 'private, max-age=600' : 'no-store',
    'accept-ranges': 'bytes',
  };
  const range = rangeOf(rangeHeader, file.size);
  if (range === 'none')
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'cache-control': 'no-store', 'content-range': `bytes */${file.size}` },
    });
  await assertUnaltered(services, file);
  const content = await services.files.read(file.id, range);
  if (!content) throw contentGone(services, file);
  if (!range) return new Response(content, { headers: { ...headers, 'content-length': String(file.size) } });
  return new Response(content, {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(range.last - range.first + 1),
      'content-range': `bytes ${range.first}-${range.last}/${file.size}`,
    },
  });
}

/** Five minutes, so that caches soon drop a withdrawn file. */
const publicCache = 'public, max-age=300';

/**
 * Returns a published picture without metadata: in the requested size, else in the original size.
 * @param pictureSize public size; each has a longest side in px
 * @throws Refusal 404 for a file that is not a picture
 */
export async function publicPictureResponse(
  services: Services,
  file: StoredFile,
  pictureSize?: PictureSize,
): Promise<Response> {
  if (!canShowInline(file)) throw notFound();
  const resizedPicture =
    pictureSize && file.mime.startsWith('image/') ? await pictureInSize(services, file, pictureSize) : undefined;
  if (resizedPicture)
    return new Response(new Uint8Array(resizedPicture.bytes), {
      headers: {
        'content-type': resizedPicture.type,
        'content-length': String(resizedPicture.bytes.length),
        'content-disposition': 'inline',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': publicCache,
      },
    });
  const response = await fileResponse(services, file, true);
  const headers = new Headers(response.headers);
  headers.set('cache-control', publicCache);
  if (!file.mime.startsWith('image/')) return new Response(response.body, { headers });
  const bytes = await barePicture(new Uint8Array(await response.arrayBuffer()));
  if (!bytes) throw new Refusal(415, 'wrongType', '图片已损坏，无法显示，请重新上传');
  headers.set('content-length', String(bytes.length));
  headers.delete('accept-ranges');
  return new Response(new Uint8Array(bytes), { headers });
}

/**
 * Returns the published copy of a report. A browser shows it inline, because the server created it. A browser's PDF
 * viewer does not run under `sandbox`. Other types are downloaded.
 */
export async function publicPaperResponse(services: Services, file: StoredFile): Promise<Response> {
  const response = await fileResponse(services, file, true);
  const headers = new Headers(response.headers);
  headers.set('cache-control', publicCache);
  if (file.mime === 'application/pdf') {
    headers.set('content-disposition', dispositionOf(file.name, true));
    headers.set(
      'content-security-policy',
      "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
  }
  return new Response(response.body, { headers });
}

/**
 * Returns content created by the server as a download. It is not cached, because it contains data of an organization.
 * @param type media type of the content
 * @param name file name for the person
 */
export const downloadResponse = (
  body: ConstructorParameters<typeof Response>[0],
  type: string,
  name: string,
): Response =>
  new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': dispositionOf(name, false),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
