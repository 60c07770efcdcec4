import { orientationCorrection, storedOrientation } from './pictureOrientation';

export interface ImageSize {
  width: number;
  height: number;
}

const asciiAt = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);

function jpegSize(bytes: Buffer): ImageSize | undefined {
  for (let index = 2; index + 9 < bytes.length;) {
    if (bytes[index] !== 0xff) return undefined;
    const marker = bytes[index + 1] ?? 0;
    if (marker === 0xff) {
      index += 1;
      continue;
    }
    // Start-of-frame markers of every coding; C4, C8 and CC are tables and an extension.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { height: bytes.readUInt16BE(index + 5), width: bytes.readUInt16BE(index + 7) };
    }
    index += marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8) ? 2 : 2 + bytes.readUInt16BE(index + 2);
  }
  return undefined;
}

function webpSize(bytes: Buffer): ImageSize | undefined {
  switch (asciiAt(bytes, 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

/**
 * Returns the size of an icon. An icon contains several pictures; a picture stored as PNG may be larger than the
 * icon's table can state.
 */
function iconSize(bytes: Buffer): ImageSize | undefined {
  const count = bytes.readUInt16LE(4);
  let largestSize: ImageSize | undefined;
  for (let index = 0; index < count; index += 1) {
    const offset = bytes.readUInt32LE(6 + index * 16 + 12);
    const size = isPng(bytes.subarray(offset))
      ? { width: bytes.readUInt32BE(offset + 16), height: bytes.readUInt32BE(offset + 20) }
      : { width: bytes[6 + index * 16] || 256, height: bytes[7 + index * 16] || 256 };
    if (!largestSize || size.width * size.height > largestSize.width * largestSize.height) largestSize = size;
  }
  return largestSize;
}

/** Checks by the first bytes whether a file is a PNG. */
export const isPng = (bytes: Buffer): boolean => asciiAt(bytes, 0, 8) === '\x89PNG\r\n\x1a\n';
/** Checks by the first bytes whether a file is a JPEG. */
export const isJpeg = (bytes: Buffer): boolean => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
/** Checks by the first bytes whether a file is a GIF. */
export const isGif = (bytes: Buffer): boolean => /^GIF8[79]a/.test(asciiAt(bytes, 0, 6));
/** Checks by the first bytes whether a file is a WebP. */
export const isWebp = (bytes: Buffer): boolean => asciiAt(bytes, 0, 4) === 'RIFF' && asciiAt(bytes, 8, 12) === 'WEBP';
/** Checks by the first bytes whether a file is an icon. */
export const isIcon = (bytes: Buffer): boolean => bytes.length > 22 && bytes.readUInt32BE(0) === 0x00000100;

/** Swaps width and height of a picture that its orientation tag turns by 90°. */
function uprightSize(bytes: Buffer, imageSize: ImageSize | undefined): ImageSize | undefined {
  return imageSize && orientationCorrection(storedOrientation(bytes)).degrees % 180 !== 0
    ? { width: imageSize.height, height: imageSize.width }
    : imageSize;
}

/** Returns width and height in pixels, in upright orientation, from the header; undefined for an invalid header. */
export function imageSize(bytes: Buffer): ImageSize | undefined {
  try {
    if (isPng(bytes)) return uprightSize(bytes, { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) });
    if (isJpeg(bytes)) return uprightSize(bytes, jpegSize(bytes));
    if (isGif(bytes)) return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
    if (isWebp(bytes)) return uprightSize(bytes, webpSize(bytes));
    if (isIcon(bytes)) return iconSize(bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}
