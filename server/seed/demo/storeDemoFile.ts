import { createHash, randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import type { FileClass } from '@contract/field';
import type { Orm } from '@server/db/orm';
import { storedFileTable } from '@server/db/schema';
import type { Services } from '@server/services';

const mimeTypes: Readonly<Record<string, string>> = {
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.pdf': 'application/pdf',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

interface DemoFile {
  readonly organizationId: number;
  /** File name with its ending, which gives the type. */
  readonly name: string;
  readonly content: Uint8Array;
  readonly fileClass: FileClass;
}

/**
 * Stores a file of the demonstration as an upload of its organization.
 * @returns id of the file
 */
export async function storeDemoFile(
  { files, now }: Services,
  tx: Orm,
  { organizationId, name, content, fileClass }: DemoFile,
): Promise<string> {
  const id = randomUUID();
  await files.put(id, content);
  await tx.insert(storedFileTable).values({
    id,
    organizationId,
    name,
    mime: mimeTypes[extname(name)] ?? '',
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    fileClass,
    createTime: now(),
  });
  return id;
}
