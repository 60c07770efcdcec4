import type { LayoutPicture } from '@contract/print/layoutFields';
import { qrPicture } from '../qrPicture.mjs';

/** A picture as it is put into a file; lengths in mm. */
export interface DrawnPicture {
  readonly bytes: Buffer;
  readonly mime: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
}

const maxWidthMm = 165;
const maxHeightMm = 250;
/** Default heights, mm. */
const heightsMm = { qr: 22, signature: 11, picture: 60 } as const;

/**
 * Returns the bytes and size of a picture; undefined where it can't be drawn.
 * @param name name of the placeholder: signatures are smaller than photographs
 * @param height height in mm that the placeholder asks for
 * @param pictures `data:` URLs of the uploads, by id, and of turned pictures, by source (uprightPictures.ts)
 */
export function drawnPicture(
  { picture: { source, ratio } }: LayoutPicture,
  name: string,
  height: number | undefined,
  pictures: ReadonlyMap<string, string>,
): DrawnPicture | undefined {
  const isCode = source.startsWith('qr:');
  const url = pictures.get(source) ?? (source.startsWith('data:') ? source : undefined);
  if (!isCode && url === undefined) return undefined;
  const proportion = isCode ? 1 : Math.min(Math.max(ratio, 0.05), 20);
  const usual = isCode ? heightsMm.qr : name.includes('签名') ? heightsMm.signature : heightsMm.picture;
  const wantedHeight = Math.min(height !== undefined && height > 0 ? height : usual, maxHeightMm);
  const shownHeight = Math.min(wantedHeight, maxWidthMm / proportion);
  const size = { width: shownHeight * proportion, height: shownHeight };
  if (isCode) return { bytes: qrPicture(source.slice('qr:'.length)), mime: 'image/png', ...size };
  const [head = '', body = ''] = (url ?? '').split(',', 2);
  return { bytes: Buffer.from(body, 'base64'), mime: head.includes('png') ? 'image/png' : 'image/jpeg', ...size };
}
