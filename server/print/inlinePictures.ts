import { inArray } from 'drizzle-orm';
import { uploadRules } from '@contract/fields/uploadRules';
import type { Picture } from '@contract/print/printDocument';
import type { Orm } from '@server/db/orm';
import { storedFileTable } from '@server/db/schema';
import { imageSize } from '@server/files/pictures/imageSize';
import type { Services } from '@server/services';
import { drawableBytes, drawnColumns } from './drawableUploads';

/**
 * Returns pictures as `data:` URLs with their ratios, by file id. Pictures that can't be printed or are too large are
 * left out; of a specimen signature the printed name then remains.
 */
export async function inlinePictures(
  services: Pick<Services, 'files' | 'log'>,
  orm: Orm,
  ids: readonly string[],
): Promise<Record<string, Picture>> {
  const fileIds = [...new Set(ids)];
  if (!fileIds.length) return {};
  const storedFiles = await orm.select(drawnColumns).from(storedFileTable).where(inArray(storedFileTable.id, fileIds));
  const pictures: Record<string, Picture> = {};
  for (const file of storedFiles) {
    const bytes = file.size <= uploadRules.print.limit ? await drawableBytes(services, file) : undefined;
    const size = bytes && imageSize(bytes);
    if (bytes && size && size.height > 0)
      pictures[file.id] = {
        source: `data:${file.mime};base64,${bytes.toString('base64')}`,
        ratio: size.width / size.height,
      };
  }
  return pictures;
}
