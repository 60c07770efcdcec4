import { inArray } from 'drizzle-orm';
import { uploadRules } from '@contract/fields/uploads';
import type { Picture } from '@contract/print/document';
import type { Orm } from '../db/orm';
import { storedFileTable } from '../db/schema';
import { imageSize } from '../files/imageSize';
import type { Services } from '../services';
import { drawableBytes } from './drawable';

/**
 * Returns pictures as `data:` URLs with their ratios, by file id; pictures that can't be printed or are too large are
 * left out.
 */
export async function inlinePictures(
  services: Pick<Services, 'files'>,
  orm: Orm,
  ids: readonly string[],
): Promise<Record<string, Picture>> {
  const wanted = [...new Set(ids)];
  if (!wanted.length) return {};
  const stored = await orm
    .select({ id: storedFileTable.id, mime: storedFileTable.mime, length: storedFileTable.size })
    .from(storedFileTable)
    .where(inArray(storedFileTable.id, wanted));
  const pictures: Record<string, Picture> = {};
  for (const { id, mime, length } of stored) {
    const bytes =
      length <= uploadRules.print.limit ? await drawableBytes(services, { id, mime, size: length }) : undefined;
    const size = bytes && imageSize(bytes);
    if (bytes && size && size.height > 0)
      pictures[id] = { source: `data:${mime};base64,${bytes.toString('base64')}`, ratio: size.width / size.height };
  }
  return pictures;
}

/** Returns specimen signatures; where one can't be drawn, the printed name remains. */
export const specimenPictures = inlinePictures;
