import { crc32, inflateRaw } from 'node:zlib';
import { sheetMessages } from '@contract/workbook/sheetMessages';
import type { SheetLimits } from './workbookLimits';
import { WorkbookRefusal } from './workbookRefusal';

/** One part of a zip file, as declared in its central directory. */
export interface ZipPart {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

const zipSignatures = { end: 0x06054b50, directory: 0x02014b50, local: 0x04034b50 } as const;
const inZip64 = 0xffffffff;

/** Checks whether bytes begin like a ZIP archive. */
export const isZip = (bytes: Buffer): boolean => bytes.length > 3 && bytes.readUInt32LE(0) === zipSignatures.local;

/**
 * Finds the end record. It must be at the end of the file, because no spreadsheet program writes anything after it.
 */
function findEnd(bytes: Buffer): number {
  for (let index = bytes.length - 22; index >= Math.max(0, bytes.length - 22 - 0xffff); index -= 1) {
    if (bytes.readUInt32LE(index) === zipSignatures.end && index + 22 + bytes.readUInt16LE(index + 20) === bytes.length)
      return index;
  }
  throw new WorkbookRefusal(sheetMessages.truncated);
}

/** Reads sizes and offset from the zip64 extra field of streaming writers: in this order, each only if needed. */
function readZip64(
  extraField: Buffer,
  narrowValues: readonly [size: number, packed: number, offset: number],
): [number, number, number] {
  for (let index = 0; index + 4 <= extraField.length; index += 4 + extraField.readUInt16LE(index + 2)) {
    if (extraField.readUInt16LE(index) !== 1) continue;
    let next = index + 4;
    return narrowValues.map((value) => {
      if (value !== inZip64) return value;
      const wideValue = Number(extraField.readBigUInt64LE(next));
      next += 8;
      return wideValue;
    }) as [number, number, number];
  }
  return [...narrowValues];
}

/**
 * Reads the central directory and refuses too many or duplicate parts, encryption, nested archives, and the sizes and
 * ratios of a zip bomb. Nothing is unpacked.
 * @throws WorkbookRefusal
 */
export function readDirectory(bytes: Buffer, limits: SheetLimits): ZipPart[] {
  try {
    return partsOf(bytes, limits);
  } catch (error) {
    // A read beyond the buffer means that the directory states a wrong length.
    if (error instanceof RangeError) throw new WorkbookRefusal(sheetMessages.truncated);
    throw error;
  }
}

function partsOf(bytes: Buffer, limits: SheetLimits): ZipPart[] {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > limits.entries) throw new WorkbookRefusal(sheetMessages.tooManyParts);
  const parts = new Map<string, ZipPart>();
  let at = bytes.readUInt32LE(end + 16);
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== zipSignatures.directory) throw new WorkbookRefusal(sheetMessages.truncated);
    const [nameLength, extraLength, commentLength] = [
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
    ];
    const name = bytes
      .toString('utf8', at + 46, at + 46 + nameLength)
      .replaceAll('\\', '/')
      .replace(/^\/+/, '');
    const extraField = bytes.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
    const [size, packedSize, offset] = readZip64(extraField, [
      bytes.readUInt32LE(at + 24),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt32LE(at + 42),
    ]);
    const part = {
      name,
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packed: packedSize,
      size,
      offset,
    };
    total += size;
    refusePart(part, bytes.readUInt16LE(at + 8), total, limits);
    if (parts.has(name)) throw new WorkbookRefusal(sheetMessages.unreadable);
    parts.set(name, part);
    at += 46 + nameLength + extraLength + commentLength;
  }
  return [...parts.values()];
}

function refusePart(zipPart: ZipPart, flags: number, total: number, limits: SheetLimits): void {
  if (flags & 1) throw new WorkbookRefusal(sheetMessages.encrypted);
  if (zipPart.method !== 0 && zipPart.method !== 8) throw new WorkbookRefusal(sheetMessages.unreadable);
  if (total > limits.unpacked || (zipPart.size > 1024 * 1024 && zipPart.size > zipPart.packed * limits.ratio))
    throw new WorkbookRefusal(sheetMessages.bomb);
  if (/\.(zip|gz|7z|rar|xls[xmb]?|docx?|pptx?|exe|dll|jar|apk)$/i.test(zipPart.name))
    throw new WorkbookRefusal(sheetMessages.nested);
}

/**
 * Unpacks one part outside the main thread, up to its declared size.
 * @throws WorkbookRefusal
 */
export async function unpackPart(bytes: Buffer, zipPart: ZipPart): Promise<Buffer> {
  const start = zipPart.offset + 30;
  if (start > bytes.length || bytes.readUInt32LE(zipPart.offset) !== zipSignatures.local)
    throw new WorkbookRefusal(sheetMessages.truncated);
  const from = start + bytes.readUInt16LE(zipPart.offset + 26) + bytes.readUInt16LE(zipPart.offset + 28);
  if (from + zipPart.packed > bytes.length) throw new WorkbookRefusal(sheetMessages.truncated);
  const packedContent = bytes.subarray(from, from + zipPart.packed);
  const content = zipPart.method === 0 ? packedContent : await inflatePart(packedContent, zipPart.size);
  if (content.length !== zipPart.size || crc32(content) !== zipPart.crc)
    throw new WorkbookRefusal(sheetMessages.unreadable);
  return content;
}

const inflatePart = (packedContent: Buffer, size: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    inflateRaw(packedContent, { maxOutputLength: Math.max(size, 1) }, (error, content) => {
      if (!error) resolve(content);
      else
        reject(
          new WorkbookRefusal(
            (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
              ? sheetMessages.bomb
              : sheetMessages.unreadable,
          ),
        );
    });
  });
