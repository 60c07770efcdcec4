import { crc32 } from 'node:zlib';
import { isJpeg, isPng, isWebp } from './imageSize';
import { exifMark, orientationInTiff, orientationTag, storedOrientation } from './pictureOrientation';

// Removes metadata that phones write into a photograph: the place to a few metres, time, serial number, owner, a
// small uncropped copy. The original keeps them as evidence. The public gets the picture with its orientation only.

const segmentOf = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};

/** Returns the content of an Exif block with only the orientation. */
function orientationTiff(orientation: number): Buffer {
  const tiff = Buffer.from('MM\0*\0\0\0\x08\0\x01\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\0', 'latin1');
  tiff.writeUInt16BE(orientationTag, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

/** Returns a chunk of a PNG: length, name, data and check sum. */
function pngChunk(name: string, data: Buffer): Buffer {
  const [head, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  head.writeUInt32BE(data.length);
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([head, named, sum]);
}

/** Returns a chunk of a WebP, padded to an even length. */
function webpChunk(name: string, data: Buffer): Buffer {
  const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** Checks for colour profiles and Adobe's colour markers, which are kept: without them the colours change. */
const isOfColour = (marker: number, data: Buffer): boolean =>
  marker === 0xe0 || marker === 0xee || (marker === 0xe2 && data.toString('latin1', 0, 11) === 'ICC_PROFILE');

/**
 * Checks for a marker after FF in the coded picture. 00 means FF itself, FF is padding, D0 to D7 are restarts; any
 * other byte is a marker.
 */
const isMarker = (byte: number): boolean => byte !== 0 && byte !== 0xff && (byte < 0xd0 || byte > 0xd7);

function bareJpeg(bytes: Buffer): Buffer {
  const keptParts: Buffer[] = [bytes.subarray(0, 2)];
  for (let index = 2; index + 2 <= bytes.length;) {
    if (bytes[index] !== 0xff) break;
    const marker = bytes[index + 1] ?? 0;
    if (marker === 0xff) {
      index += 1;
      continue;
    }
    // Data after the end of the picture are dropped: a video, or a second picture with its own metadata.
    if (marker === 0xd9) return Buffer.concat([...keptParts, bytes.subarray(index, index + 2)]);
    if (index + 4 > bytes.length) break;
    const end = index + 2 + bytes.readUInt16BE(index + 2);
    const data = bytes.subarray(index + 4, end);
    const isMetadata = (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
    if (!isMetadata || isOfColour(marker, data)) keptParts.push(bytes.subarray(index, end));
    else if (marker === 0xe1 && data.subarray(0, 6).equals(exifMark)) {
      const orientation = orientationInTiff(data.subarray(6));
      if (orientation > 1) keptParts.push(segmentOf(0xe1, Buffer.concat([exifMark, orientationTiff(orientation)])));
    }
    index = end;
    if (marker !== 0xda) continue;
    const from = index;
    while (index + 1 < bytes.length && !(bytes[index] === 0xff && isMarker(bytes[index + 1] ?? 0))) index += 1;
    if (index + 1 >= bytes.length) index = bytes.length;
    keptParts.push(bytes.subarray(from, index));
  }
  return Buffer.concat(keptParts);
}

const wordsOfPng: ReadonlySet<string> = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME']);

function barePng(bytes: Buffer): Buffer {
  const orientation = storedOrientation(bytes);
  const keptParts: Buffer[] = [bytes.subarray(0, 8)];
  for (let index = 8; index + 8 <= bytes.length;) {
    const name = bytes.toString('latin1', index + 4, index + 8);
    const end = index + 12 + bytes.readUInt32BE(index);
    if (!wordsOfPng.has(name)) keptParts.push(bytes.subarray(index, end));
    if (name === 'IHDR' && orientation > 1) keptParts.push(pngChunk('eXIf', orientationTiff(orientation)));
    if (name === 'IEND') break;
    index = end;
  }
  return Buffer.concat(keptParts);
}

function bareWebp(bytes: Buffer): Buffer {
  const orientation = storedOrientation(bytes);
  const keptParts: Buffer[] = [];
  for (let index = 12; index + 8 <= bytes.length;) {
    const name = bytes.toString('latin1', index, index + 4);
    const length = bytes.readUInt32LE(index + 4);
    const end = index + 8 + length + (length % 2);
    if (name !== 'EXIF' && name !== 'XMP ') {
      const part = Buffer.from(bytes.subarray(index, end));
      // Clears the flags of the removed chunks: bit 3 Exif, bit 2 XMP.
      if (name === 'VP8X' && part.length > 8) part[8] = (part[8] ?? 0) & (orientation > 1 ? ~0b0100 : ~0b1100);
      keptParts.push(part);
    }
    index = end;
  }
  if (orientation > 1) keptParts.push(webpChunk('EXIF', orientationTiff(orientation)));
  const body = Buffer.concat(keptParts);
  const head = Buffer.from(bytes.subarray(0, 12));
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}

/** Removes metadata (place, time, people) from a picture; other files are returned unchanged. */
export function withoutMetadata(bytes: Buffer): Buffer {
  if (isJpeg(bytes)) return bareJpeg(bytes);
  if (isPng(bytes)) return barePng(bytes);
  return isWebp(bytes) ? bareWebp(bytes) : bytes;
}
