import { isLayoutList, isLayoutPicture, type LayoutData, type LayoutValue } from '@contract/print/layoutFields';
import { orientationInUrl } from '@server/files/pictures/pictureOrientation';
import { sizedPicture } from '@server/files/pictures/sizedPicture';

const jpegData = 'data:image/jpeg;base64,';
/** Longest side of a turned photograph, px: 165 mm, the widest of a layout, at 300 dots per inch. */
const maxSidePixels = 2000;

/** Returns a photograph whose pixels stand upright; undefined for a picture that already does. */
async function uprightUrl(url: string): Promise<string | undefined> {
  if (orientationInUrl(url) === 1) return undefined;
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  const upright = await sizedPicture(bytes, {
    width: maxSidePixels,
    height: maxSidePixels,
    fit: 'inside',
    format: 'jpeg',
  });
  return upright && `${jpegData}${Buffer.from(upright).toString('base64')}`;
}

/** Returns the sources of the pictures of a value. */
const sourcesIn = (value: LayoutValue): string[] =>
  isLayoutList(value)
    ? value.flatMap((row) => Object.values(row).flatMap(sourcesIn))
    : isLayoutPicture(value)
      ? [value.picture.source]
      : [];

/**
 * Turns photographs upright that were taken with a turned phone, because word processors ignore the orientation tag.
 * @param pictures `data:` URLs of the uploads, by id
 * @returns the URLs by id, and those of turned pictures within the data by their own source
 */
export async function uprightPictures(
  layoutData: LayoutData,
  pictures: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const urls = new Map(pictures);
  for (const source of new Set(Object.values(layoutData).flatMap(sourcesIn))) {
    const upright = await uprightUrl(pictures.get(source) ?? source);
    if (upright) urls.set(source, upright);
  }
  return urls;
}
