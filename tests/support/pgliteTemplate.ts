import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@server/base/root';
import { dumpPglite } from '@server/db/embedded/pglite';
import { migrate, migrationsDirectory, readMigrations } from '@server/db/migrate';
import { openDatabase } from '@server/db/openDatabase';
import { dependencies } from '../../package.json';
import { inTurn } from './fileLock';

/** Includes the names of the migrations, since a database remembers them. */
export const fingerprint = (): string =>
  createHash('sha256')
    .update(
      readMigrations(migrationsDirectory)
        .map(({ name, sha256 }) => `${name} ${sha256}`)
        .join(),
    )
    .digest('hex')
    .slice(0, 16);

/** Creates the file of a template, and removes those of migrations that have changed since, 40 MB each. */
async function makeTemplate(state: 'migrated' | 'empty', directory: string, path: string): Promise<void> {
  const database = await openDatabase({
    dataDir: 'memory',
    ...(state === 'migrated' ? { template: await pgliteTemplate('empty') } : {}),
  });
  if (state === 'migrated') await migrate(database);
  const dump = Buffer.from(await (await dumpPglite(database)).arrayBuffer());
  await database.close();
  const own = `${path}.${process.pid}.${randomUUID()}`;
  writeFileSync(own, dump);
  renameSync(own, path);
  for (const name of readdirSync(directory)) {
    const old = join(directory, name);
    if (Date.now() - (statSync(old, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > 86_400_000)
      rmSync(old, { force: true });
  }
}

/**
 * Returns a PGlite as one file, created by the first test that needs it, while others wait, and kept for later runs:
 * `migrated` while the migrations stay the same, `empty` for tests of opening and migrating. It saves initdb (2 s, or
 * 15 s on a busy machine).
 */
export async function pgliteTemplate(state: 'migrated' | 'empty'): Promise<Blob> {
  const directory = join(root, 'node_modules/.cache/occhealth-lab');
  const path = join(
    directory,
    `${state === 'migrated' ? fingerprint() : 'empty'}-${dependencies['@electric-sql/pglite']}.tar`,
  );
  if (!existsSync(path))
    await inTurn(`${path}.lock`, async () => {
      if (!existsSync(path)) await makeTemplate(state, directory, path);
    });
  return new Blob([readFileSync(path)]);
}

/**
 * Fills an empty data directory with a migrated database, for tests whose subject is neither creating nor migrating.
 */
export async function unpackMigrated(dataDir: string): Promise<void> {
  await (await openDatabase({ dataDir, template: await pgliteTemplate('migrated') })).close();
}
