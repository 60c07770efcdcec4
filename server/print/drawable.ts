import { uploadRules } from '@contract/fields/uploads';
import { isPrintable } from '@contract/print/printedPicture';
import { drawableSize } from '../files/pictures';
import type { Services } from '../services';

/** Returns the bytes of a printable stored picture; undefined for any other. */
export async function drawableBytes(
  { files }: Pick<Services, 'files'>,
  { id, mime, size }: { readonly id: string; readonly mime: string; readonly size: number },
): Promise<Buffer | undefined> {
  if (!isPrintable(mime) || (mime === 'image/png' && size > uploadRules.print.limit)) return undefined;
  const stream = await files.read(id);
  const bytes = stream && Buffer.from(await new Response(stream).arrayBuffer());
  return bytes && (await drawableSize(bytes)) ? bytes : undefined;
}
