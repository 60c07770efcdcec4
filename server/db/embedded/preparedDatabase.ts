import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { root } from '@server/base/root';
import { migrationsDirectory, readMigrations } from '../migrate';
import { syncFileSystem } from './durableFileSystem';

/**
 * Returns the archive with the empty database that `npm run build` has prepared for exactly these migrations and this
 * version of PGlite. Unpacking it takes a third of the time of initdb and all migrations.
 */
export function preparedDatabaseFile(): string {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Readonly<Record<string, string>>;
  };
  const content = [
    dependencies['@electric-sql/pglite'],
    ...readMigrations(migrationsDirectory).map(({ name, sha256 }) => `${name} ${sha256}`),
  ];
  const fingerprint = createHash('sha256').update(content.join('\n')).digest('hex').slice(0, 16);
  return join(root, 'dist/database', `${fingerprint}.tar.gz`);
}

/**
 * Fills the directory of a new embedded database from an archive. The directory appears whole or not at all, so an
 * interrupted start leaves nothing half-written.
 * @param directory directory of the database, e.g. `data/pglite`
 * @returns false where the directory exists or the archive is missing or unreadable: PGlite then makes its own
 */
export async function unpackPreparedDatabase(directory: string, archive: string): Promise<boolean> {
  if (existsSync(directory) || !existsSync(archive)) return false;
  const incomplete = `${directory}.new`;
  try {
    // Unpacked whole first: a damaged archive fails at its checksum, before the first file exists.
    const content = gunzipSync(await readFile(archive));
    await rm(incomplete, { recursive: true, force: true });
    await mkdir(incomplete, { recursive: true, mode: 0o700 });
    const { extract } = await import('tar');
    const faults: string[] = [];
    // PGlite writes its paths from `/`, and tar tells that it has removed the slash.
    const onwarn = (code: string): void => void (code === 'TAR_ENTRY_INFO' || faults.push(code));
    extract({ cwd: incomplete, sync: true, onwarn }).end(content);
    if (faults.length > 0) throw new Error(faults.join());
    syncFileSystem(incomplete);
    await rename(incomplete, directory);
    return true;
  } catch {
    await rm(incomplete, { recursive: true, force: true }).catch(() => undefined);
    return false;
  }
}
