import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

// Uploads for maintenance are stored in the data directory, each with a description beside it, where the operator of
// the machine finds them. The database does not record them, because they may replace it.

const descriptionSchema = z.object({
  fileName: z.string(),
  kind: z.enum(['database', 'deploy']),
  size: z.number(),
  sha256: z.string(),
  facts: z.string(),
  uploadedBy: z.string(),
  /** Time of the upload, ISO 8601. */
  uploadedAt: z.string(),
});

export type KeptFile = z.infer<typeof descriptionSchema> & {
  /** Random name that the two files share. */
  readonly key: string;
  readonly path: string;
};

const maintenanceFolder = (dataDir: string): string => join(dataDir, 'maintenance');
const extensionOfKind = { database: '.tar', deploy: '.tar.gz' } as const;
const keyPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.json$/;

const pathOf = (dataDir: string, key: string, kind: KeptFile['kind']): string =>
  join(maintenanceFolder(dataDir), key + extensionOfKind[kind]);

/** Returns the kept files, newest first. A description that cannot be read is left out. */
export async function keptFiles(dataDir: string): Promise<KeptFile[]> {
  const names = await readdir(maintenanceFolder(dataDir)).catch(() => []);
  const files = await Promise.all(
    names.map(async (name): Promise<KeptFile[]> => {
      const key = keyPattern.exec(name)?.[1];
      if (!key) return [];
      const text = await readFile(join(maintenanceFolder(dataDir), name), 'utf8').catch(() => '{}');
      const parsedDescription = descriptionSchema.safeParse(JSON.parse(text));
      return parsedDescription.success
        ? [{ ...parsedDescription.data, key, path: pathOf(dataDir, key, parsedDescription.data.kind) }]
        : [];
    }),
  );
  return files.flat().sort((a, b) => (a.uploadedAt < b.uploadedAt ? 1 : -1));
}

/**
 * Stores a checked upload: moves the file, then writes its description, so that no description is listed without its
 * file.
 */
export async function keepFile(
  dataDir: string,
  from: string,
  fileFacts: z.infer<typeof descriptionSchema>,
): Promise<KeptFile> {
  await mkdir(maintenanceFolder(dataDir), { recursive: true, mode: 0o700 });
  const key = randomUUID();
  const path = pathOf(dataDir, key, fileFacts.kind);
  await rename(from, path);
  await writeFile(join(maintenanceFolder(dataDir), `${key}.json`), JSON.stringify(fileFacts), { mode: 0o600 });
  return { ...fileFacts, key, path };
}

/** Removes a stored file, its description first. */
export async function dropFile(dataDir: string, { key, path }: KeptFile): Promise<void> {
  await rm(join(maintenanceFolder(dataDir), `${key}.json`), { force: true });
  await rm(path, { force: true });
}
