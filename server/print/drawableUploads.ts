import { uploadRules } from '@contract/fields/uploadRules';
import { isPrintable } from '@contract/print/printedPicture';
import { storedFileTable } from '@server/db/schema';
import { assertUnaltered } from '@server/files/fileHash';
import { drawableSize } from '@server/files/pictures/processPictures';
import type { Services } from '@server/services';

/** Columns of a stored file that a paper needs. */
type DrawnFile = Pick<typeof storedFileTable.$inferSelect, 'id' | 'name' | 'mime' | 'size' | 'sha256'>;

/** Columns of a `DrawnFile`. */
export const drawnColumns = {
  id: storedFileTable.id,
  name: storedFileTable.name,
  mime: storedFileTable.mime,
  size: storedFileTable.size,
  sha256: storedFileTable.sha256,
};

/**
 * Returns the bytes of a printable stored picture; undefined for any other file.
 * @throws Refusal 409 `fileAltered`
 */
export async function drawableBytes(
  services: Pick<Services, 'files' | 'log'>,
  file: DrawnFile,
): Promise<Buffer | undefined> {
  const { id, mime, size } = file;
  if (!isPrintable(mime) || (mime === 'image/png' && size > uploadRules.print.limit)) return undefined;
  await assertUnaltered(services, file);
  const stream = await services.files.read(id);
  const bytes = stream && Buffer.from(await new Response(stream).arrayBuffer());
  return bytes && (await drawableSize(bytes)) ? bytes : undefined;
}
