import type { Picture } from '@contract/print/document';
import { isPrintable } from '@contract/printedPicture';
import { inArray } from 'drizzle-orm';
import { storedFileTable } from '../db/schema';
import type { Orm } from '../db/orm';
import { imageSize } from '../files/imageSize';
import type { Services } from '../services';

/** Specimen signatures as `data:` URLs with their proportions, by the ids of their files; what can't be drawn is left out, and the printed name stands in its place. */
export async function specimenPictures({ files }: Pick<Services, 'files'>, orm: Orm, ids: readonly string[]): Promise<Record<string, Picture>> {
  const wanted = [...new Set(ids)];
  if (!wanted.length) return {};
  const stored = await orm.select({ id: storedFileTable.id, mime: storedFileTable.mime }).from(storedFileTable).where(inArray(storedFileTable.id, wanted));
  const pictures: Record<string, Picture> = {};
  for (const { id, mime } of stored) {
    const content = isPrintable(mime) ? await files.read(id) : undefined;
    const bytes = content && Buffer.from(await new Response(content).arrayBuffer());
    const size = bytes && imageSize(bytes);
    if (bytes && size && size.height > 0) pictures[id] = { source: `data:${mime};base64,${bytes.toString('base64')}`, ratio: size.width / size.height };
  }
  return pictures;
}
