import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { backupTexts } from '@contract/features/system/backupTexts';
import type { Env } from '@server/base/env';
import { version } from '@server/base/version';
import type { Database } from '@server/db/openDatabase';
import { rowsOf } from '@server/db/orm';
import type { FileStore } from '@server/services';
import type { Orm } from '../db/orm';
import { nodeStreamOf } from '../files/webStream';
import { entryNames, fileEntry, formatVersion, type Manifest, tableEntry } from './backupManifest';
import { BackupProblem } from './backupProblem';
import { encryptFile } from './encryptedBackup';
import { startSnapshot, linesOf, newDigest, sequencesOf, tablesOf } from './tableCatalogue';
import { TarWriter } from './tarArchive';

/** Callback with the finished and all tables or files. */
export type BackupProgress = (done: number, total: number, step: string) => void;

interface BackupSource {
  /**
   * `backupRecipients` are the recipients for whom the archive is encrypted; without recipients it is not encrypted.
   */
  readonly env?: Pick<Env, 'backupRecipients'>;
  readonly database: Database;
  readonly files: FileStore;
  readonly now: () => Date;
  readonly onProgress?: BackupProgress;
}

export interface MadeBackup {
  readonly manifest: Manifest;
  readonly bytes: number;
  /** Ids of files whose content differs from the upload. */
  readonly altered: readonly string[];
}

interface KnownFile {
  readonly id: string;
  readonly sha256: string;
}

const jsonOf = (value: unknown): Buffer[] => [Buffer.from(`${JSON.stringify(value, null, 1)}\n`)];

/** Writes all tables from one snapshot. */
async function writeTables(tx: Orm, tar: TarWriter, onProgress: BackupProgress) {
  await startSnapshot(tx);
  const tables: Manifest['tables'] = [];
  const allTables = await tablesOf(tx);
  for (const table of allTables) {
    onProgress(tables.length, allTables.length, backupTexts.steps.tables);
    const digest = newDigest();
    async function* lines() {
      for await (const { text, rows } of linesOf(tx, table)) {
        digest.rows += rows;
        digest.content.update(text);
        yield Buffer.from(text);
      }
    }
    const { sha256 } = await tar.add(
      tableEntry(table.name),
      pipeline(
        Readable.from(lines(), { objectMode: false }),
        createGzip({ level: 3, chunkSize: 256 * 1024 }),
        () => undefined,
      ),
    );
    tables.push({
      name: table.name,
      columns: [...table.columns],
      rows: digest.rows,
      content: digest.content.digest('hex'),
      sha256,
    });
  }
  return {
    tables,
    sequences: await sequencesOf(tx),
    migrations: await rowsOf<{ name: string; sha256: string }>(
      tx,
      sql`select name, sha256 from migration order by name collate "C"`,
    ),
    // The first versions had no purge_time. Purged files have no content on purpose.
    known: await rowsOf<KnownFile>(
      tx,
      sql`select id, sha256 from stored_file where to_jsonb(stored_file) ->> 'purge_time' is null order by id`,
    ),
  };
}

async function writeFiles(
  store: FileStore,
  knownFiles: readonly KnownFile[],
  tar: TarWriter,
  onProgress: BackupProgress,
): Promise<Pick<Manifest, 'files' | 'missing'> & { altered: string[] }> {
  const [files, missingIds, alteredIds]: [Manifest['files'], string[], string[]] = [[], [], []];
  for (const [index, { id, sha256 }] of knownFiles.entries()) {
    onProgress(index, knownFiles.length, backupTexts.steps.files);
    const content = await store.read(id);
    if (!content) {
      missingIds.push(id);
      continue;
    }
    const tarEntry = await tar.add(fileEntry(id), nodeStreamOf(content) as AsyncIterable<Uint8Array>);
    files.push({ id, size: tarEntry.size, sha256: tarEntry.sha256 });
    if (tarEntry.sha256 !== sha256) alteredIds.push(id);
  }
  return { files, missing: missingIds, altered: alteredIds };
}

async function writeBackup(
  { database, files: store, now, onProgress = () => undefined }: BackupSource,
  handle: FileHandle,
): Promise<MadeBackup> {
  const madeAt = now();
  const tar = new TarWriter(handle, madeAt);
  const head = { format: 'occhealth-lab-backup', formatVersion, version, madeAt: madeAt.toISOString() } as const;
  await tar.add(entryNames.first, jsonOf(head));
  const { known, ...rows } = await database.transaction((tx) => writeTables(tx, tar, onProgress));
  // This runs after the snapshot, without a time limit: the content of an id never changes, and it is stored before
  // its row.
  const { altered, ...content } = await writeFiles(store, known, tar, onProgress);
  const manifest: Manifest = { ...head, database: database.kind, ...rows, ...content };
  const { sha256 } = await tar.add(entryNames.manifest, jsonOf(manifest));
  await tar.add(entryNames.sum, [Buffer.from(`${sha256}  ${entryNames.manifest}\n`)]);
  await tar.end();
  return { manifest, bytes: tar.bytes, altered };
}

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Returns whether an error has a code of the file system. Other errors are from the program or the database. */
const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'code' in error;

/**
 * Writes database and files into one archive (docs/operations.md) with bounded memory. It is encrypted where the
 * settings name recipients. `path` appears only when the archive is complete and on disk, and it never replaces a
 * file.
 * @throws BackupProblem where there is no data to back up, or the file can't be written
 */
export async function makeBackup(source: BackupSource, path: string): Promise<MadeBackup> {
  if (existsSync(path)) throw new BackupProblem(backupTexts.exists(path));
  const [table] = await source.database.query<{ name: string | null }>(`select to_regclass('migration')::text as name`);
  if (!table?.name) throw new BackupProblem(backupTexts.nothing('DATABASE_URL'));
  const partialPath = `${path}.${createHash('sha256').update(`${process.pid} ${source.now().getTime()}`).digest('hex').slice(0, 8)}.part`;
  const recipients = source.env?.backupRecipients ?? [];
  const encryptedPath = partialPath.replace(/\.part$/, 'e.part');
  try {
    // The file contains password hashes and personal data, so only its owner may read it.
    const handle = await open(partialPath, 'wx', 0o600);
    const backup = await writeBackup(source, handle).finally(() => handle.close());
    if (recipients.length) {
      await encryptFile(partialPath, recipients, encryptedPath);
      await rename(encryptedPath, path);
      await rm(partialPath);
    } else await rename(partialPath, path);
    await syncDirectory(dirname(path));
    return backup;
  } catch (error) {
    await rm(partialPath, { force: true });
    await rm(encryptedPath, { force: true });
    if (isSystemError(error))
      throw new BackupProblem(backupTexts.notWritable(path, error.code ?? ''), { cause: error });
    throw error;
  }
}
