import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { backupTexts } from '@contract/features/system/backupTexts';
import { isDiskFull } from '@server/base/diskSpace';
import type { Env } from '@server/base/env';
import { lockDirectory } from '@server/db/directoryLock';
import { type Database, openDatabase } from '@server/db/openDatabase';
import type { FileStore } from '@server/services';
import { sqlStateOf } from '../db/errorCode';
import { type MigrationFile, migrationsDirectory, readMigrations } from '../db/migrate';
import { createFileStore } from '../files/fileStore';
import { nodeStreamOf } from '../files/webStream';
import { type Archive, openArchive } from './backupArchive';
import type { Manifest } from './backupManifest';
import { BackupProblem } from './backupProblem';
import { loadTables } from './loadTables';

type RestoreTarget = Pick<Env, 'databaseUrl' | 'dataDir' | 'fileStore' | 'fileStoreKeys'>;

/**
 * Returns the migrations of the backup from this program's migrations.
 * @throws BackupProblem where the backup has others
 */
function migrationsOf({ manifest, path }: Archive, directory: string): MigrationFile[] {
  const files = new Map(readMigrations(directory).map((file) => [file.name, file]));
  return manifest.migrations.map(({ name, sha256 }) => {
    const file = files.get(name);
    if (!file) throw new BackupProblem(backupTexts.newer(path, manifest.version));
    if (file.sha256 !== sha256) throw new BackupProblem(backupTexts.otherMigration(name));
    return file;
  });
}

async function hashIn(store: FileStore, id: string): Promise<string | undefined> {
  const content = await store.read(id);
  if (!content) return undefined;
  const hash = createHash('sha256');
  for await (const part of nodeStreamOf(content) as AsyncIterable<Uint8Array>) hash.update(part);
  return hash.digest('hex');
}

/** Files of an archive, with a function that reads each. */
interface ArchivedFiles {
  readonly files: readonly { readonly id: string; readonly size: number; readonly sha256: string }[];
  readonly read: (id: string) => Readable;
}

/**
 * Copies the files of an archive to the store. Existing files with the same content stay.
 * @returns a function that removes the copied files again
 */
export async function putFiles(store: FileStore, { files, read }: ArchivedFiles): Promise<() => Promise<void>> {
  const storedIds: string[] = [];
  const takeBack = async (): Promise<void> => {
    for (const id of storedIds) await store.remove(id);
  };
  try {
    for (const { id, size, sha256 } of files) {
      const presentHash = await hashIn(store, id);
      if (presentHash === sha256) continue;
      if (presentHash !== undefined) throw new BackupProblem(backupTexts.otherContent(id));
      storedIds.push(id);
      await store.put(id, { size, sha256, open: () => read(id) });
    }
    return takeBack;
  } catch (error) {
    await takeBack().catch(() => undefined);
    throw error;
  }
}

async function loadContent(database: Database, archive: Archive, migrations: readonly MigrationFile[]): Promise<void> {
  await database
    .transaction((tx) => loadTables(tx, archive, migrations))
    .catch((error: unknown) => {
      const code = error instanceof BackupProblem ? undefined : sqlStateOf(error);
      throw code ? new BackupProblem(backupTexts.refused(code), { cause: error }) : error;
    });
  // The backup contains no planner statistics, so they are calculated here.
  await database.execute('analyze');
}

/** Space of an embedded database without rows, bytes. */
const emptyDatabaseBytes = 40 * 1024 * 1024;

/**
 * Refuses a disk without room for files and an empty database: the embedded database does not say that a full disk
 * prevents its creation.
 */
async function assertRoom(
  { dataDir: directory, fileStore, ...target }: RestoreTarget,
  { manifest }: Archive,
): Promise<void> {
  let fileBytes = 0;
  if (fileStore === 'file') {
    const store = await createFileStore({ ...target, dataDir: directory, fileStore });
    for (const { id, size } of manifest.files) if (!(await store.stat(id))) fileBytes += size;
  }
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize < fileBytes + emptyDatabaseBytes) throw new BackupProblem(backupTexts.noRoom(directory));
}

/** Builds the database in a temporary directory and moves it to its place when it is complete. */
async function intoDirectory(
  directory: string,
  restoreInto: (database: Database) => Promise<void>,
  checkRoom: () => Promise<void>,
): Promise<void> {
  const unlock = await lockDirectory(directory);
  const restoreDirectory = join(directory, 'restoring');
  try {
    if (existsSync(join(directory, 'pglite'))) throw new BackupProblem(backupTexts.notEmptyDirectory(directory));
    await checkRoom();
    await rm(restoreDirectory, { recursive: true, force: true });
    const database = await openDatabase({ dataDir: restoreDirectory });
    await restoreInto(database).finally(() => database.close());
    await rename(join(restoreDirectory, 'pglite'), join(directory, 'pglite'));
  } finally {
    await rm(restoreDirectory, { recursive: true, force: true });
    unlock();
  }
}

async function intoPostgres(databaseUrl: string, restoreInto: (database: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase({ databaseUrl, poolSize: 1 });
  try {
    const presentTables = await database.query(
      `select from pg_class where relnamespace = current_schema()::regnamespace
        and relkind in ('r', 'p', 'v', 'm', 'S') limit 1`,
    );
    if (presentTables.length) throw new BackupProblem(backupTexts.notEmptyDatabase);
    await restoreInto(database);
  } finally {
    await database.close();
  }
}

/**
 * Restores a backup into an empty database and its files into the store: everything or nothing. The database has the
 * migration level of the backup; the next start migrates it.
 * @param directory directory of this program's migrations
 * @throws BackupProblem, StartRefusal with one sentence
 */
export async function restoreBackup(
  target: RestoreTarget,
  path: string,
  directory: string = migrationsDirectory,
): Promise<Manifest> {
  const archive = await openArchive(path);
  try {
    const migrations = migrationsOf(archive, directory);
    const restoreInto = async (database: Database): Promise<void> => {
      const takeBack = await putFiles(await createFileStore(target), {
        files: archive.manifest.files,
        read: archive.file,
      });
      await loadContent(database, archive, migrations).catch(async (error: unknown) => {
        await takeBack().catch(() => undefined);
        throw error;
      });
    };
    await (target.databaseUrl
      ? intoPostgres(target.databaseUrl, restoreInto)
      : intoDirectory(target.dataDir, restoreInto, () => assertRoom(target, archive)));
    return archive.manifest;
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    throw new BackupProblem(backupTexts.noRoom(target.databaseUrl ? 'DATABASE_URL' : target.dataDir), { cause: error });
  } finally {
    await archive.close();
  }
}
