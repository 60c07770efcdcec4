// Orientation of photographs. Phones store the picture of the sensor, and its orientation in a tag.

export const exifMark = Buffer.from('Exif\0\0', 'latin1');
export const orientationTag = 0x0112;
/** Type of a value of 32 bits (TIFF 6.0). */
const longType = 4;

/** Returns the orientation, 1 to 8, from the first table of an Exif block; 1 (unchanged) without a tag. */
export function orientationInTiff(tiff: Buffer): number {
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 14 || (order !== 'II' && order !== 'MM')) return 1;
  const readUint16 = (index: number): number =>
    index + 2 > tiff.length ? 0 : order === 'II' ? tiff.readUInt16LE(index) : tiff.readUInt16BE(index);
  const readUint32 = (index: number): number =>
    index + 4 > tiff.length ? 0 : order === 'II' ? tiff.readUInt32LE(index) : tiff.readUInt32BE(index);
  const table = readUint32(4);
  const entries = Math.min(readUint16(table), Math.floor(tiff.length / 12));
  for (let index = table + 2; index < table + 2 + entries * 12; index += 12) {
    if (readUint16(index) !== orientationTag) continue;
    // The standard says SHORT; some programs write a LONG.
    const value = readUint16(index + 2) === longType ? readUint32(index + 8) : readUint16(index + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** Returns the orientation from a JPEG's Exif block; 1 without one. */
function jpegOrientation(bytes: Buffer): number {
  for (let index = 2; index + 4 <= bytes.length && bytes[index] === 0xff;) {
    const marker = bytes[index + 1] ?? 0;
    if (marker === 0xff) {
      index += 1;
      continue;
    }
    // The coded picture begins here.
    if (marker === 0xda || marker === 0xd9) return 1;
    const end = index + 2 + bytes.readUInt16BE(index + 2);
    const data = bytes.subarray(index + 4, end);
    if (marker === 0xe1 && data.subarray(0, 6).equals(exifMark)) return orientationInTiff(data.subarray(6));
    index = end;
  }
  return 1;
}

/** Returns the orientation from a PNG's eXIf chunk before the pixels; 1 without one. */
function pngOrientation(bytes: Buffer): number {
  for (let index = 8; index + 8 <= bytes.length;) {
    const name = bytes.toString('latin1', index + 4, index + 8);
    if (name === 'IDAT') return 1;
    const end = index + 8 + bytes.readUInt32BE(index);
    if (name === 'eXIf') return orientationInTiff(bytes.subarray(index + 8, end));
    index = end + 4;
  }
  return 1;
}

/** Returns the orientation from a WebP's EXIF chunk; 1 without one. */
function webpOrientation(bytes: Buffer): number {
  for (let index = 12; index + 8 <= bytes.length;) {
    const length = bytes.readUInt32LE(index + 4);
    const data = bytes.subarray(index + 8, index + 8 + length);
    if (bytes.toString('latin1', index, index + 4) === 'EXIF')
      return orientationInTiff(data.subarray(0, 6).equals(exifMark) ? data.subarray(6) : data);
    index += 8 + length + (length % 2);
  }
  return 1;
}

/** Returns the orientation, 1 to 8, that is stored in a picture; 1 (unchanged) without one and for other files. */
export function storedOrientation(bytes: Buffer): number {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegOrientation(bytes);
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return pngOrientation(bytes);
  return bytes.toString('latin1', 8, 12) === 'WEBP' ? webpOrientation(bytes) : 1;
}

/** Returns the stored orientation of a picture that is given as a `data:` URL; 1 for any other source. */
export const orientationInUrl = (source: string): number =>
  source.startsWith('data:image/')
    ? storedOrientation(Buffer.from(source.slice(source.indexOf(',') + 1), 'base64'))
    : 1;

/** Correction of the sensor's picture: first mirror left to right, then turn clockwise. */
export interface Turn {
  readonly degrees: 0 | 90 | 180 | 270;
  readonly mirrored: boolean;
}

const turnByOrientation: readonly Turn[] = [
  { degrees: 0, mirrored: false },
  { degrees: 0, mirrored: true },
  { degrees: 180, mirrored: false },
  { degrees: 180, mirrored: true },
  { degrees: 270, mirrored: true },
  { degrees: 90, mirrored: false },
  { degrees: 90, mirrored: true },
  { degrees: 270, mirrored: false },
];

/** Returns the correction for an orientation, 1 to 8 (Exif 2.32, tag 0x0112). */
export const orientationCorrection = (orientation: number): Turn =>
  turnByOrientation[orientation - 1] ?? { degrees: 0, mirrored: false };
