import type { FileHandle } from 'node:fs/promises';

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const maxTailBytes = 22 + 0xffff;
/** Longest central directory in bytes. An app of 200 MB has some ten thousand entries. */
const maxDirectoryBytes = 32 * 1024 * 1024;
/**
 * Highest number of entries of a zip file without extensions. Half a million would block the server for half a
 * second.
 */
const maxNames = 0xffff;

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await handle.read(bytes, 0, length, position);
  return bytes.subarray(0, bytesRead);
}

/** Returns the names in a zip file's central directory without unpacking; undefined for an incomplete zip file. */
export async function zipNames(handle: FileHandle, size: number): Promise<Set<string> | undefined> {
  const tailFrom = Math.max(0, size - maxTailBytes);
  const tail = await readAt(handle, tailFrom, size - tailFrom);
  let end = tail.length - 22;
  while (
    end >= 0 &&
    !(tail.readUInt32LE(end) === endSignature && end + 22 + tail.readUInt16LE(end + 20) === tail.length)
  )
    end -= 1;
  if (end < 0) return undefined;
  const [length, from] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (length > maxDirectoryBytes || from + length > tailFrom + end) return undefined;
  const directory = await readAt(handle, from, length);
  const names = new Set<string>();
  for (let index = 0; index < directory.length;) {
    if (index + 46 > directory.length || directory.readUInt32LE(index) !== entrySignature) return undefined;
    const [name, extraLength, comment] = [
      directory.readUInt16LE(index + 28),
      directory.readUInt16LE(index + 30),
      directory.readUInt16LE(index + 32),
    ];
    names.add(directory.toString('utf8', index + 46, index + 46 + name));
    if (names.size > maxNames) return undefined;
    index += 46 + name + extraLength + comment;
  }
  return names;
}
