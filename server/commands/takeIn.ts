import { organizationArchiveTexts as texts } from '@contract/features/system/organizationArchive';
import { StartRefusal } from '@server/base/startRefusal';
import { formatMoment } from '@server/base/zone';
import { BackupProblem } from '../backup/backupProblem';
import { organizationRows } from '../backup/organization/format';
import { openOrganizationArchive } from '../backup/organization/openOrganizationArchive';
import { type Database, openDatabase } from '../db/client';
import { createFileStore } from '../files/fileStore';
import { type Command, hasDatabase, pathOf } from './command';
import { takeInOrganization } from './takeInOrganization';

/** Opens the database of an installation that was started once. */
async function openInstallation({ databaseUrl, dataDir }: Parameters<Command>[0]): Promise<Database> {
  if (!databaseUrl && !hasDatabase(dataDir)) throw new BackupProblem(texts.notStarted(dataDir));
  const database = await openDatabase(databaseUrl ? { databaseUrl, poolSize: 1 } : { dataDir }).catch(
    (error: unknown) => {
      throw error instanceof StartRefusal ? new BackupProblem(texts.held(dataDir), { cause: error }) : error;
    },
  );
  const [found] = await database.query<{ name: string | null }>(`select to_regclass('former_signature')::text as name`);
  if (found?.name) return database;
  await database.close();
  throw new BackupProblem(texts.notStarted(databaseUrl ? 'DATABASE_URL' : dataDir));
}

/**
 * Runs `take-in FILE [--check]`: imports the archive of one organization into an installation without organizations,
 * or only verifies it.
 */
export const takeIn: Command = async (env, args, say) => {
  const [file, ...more] = args.filter((word) => word !== '--check');
  if (!file || more.length) throw new StartRefusal(texts.usage);
  const path = pathOf(file);
  if (args.includes('--check')) {
    const { manifest, close } = await openOrganizationArchive(path);
    await close();
    const { house, version, files, missing } = manifest;
    const madeAt = formatMoment(new Date(manifest.madeAt), env.zone);
    say.line(
      texts.whole({ organization: house.name, version, madeAt, rows: organizationRows(manifest), files: files.length }),
    );
    if (missing.length) say.warning(texts.missing(missing.length));
    return 0;
  }
  const database = await openInstallation(env);
  try {
    const services = { env, database, files: await createFileStore(env), now: () => new Date() };
    const { manifest, rows, added, dropped } = await takeInOrganization(services, path);
    say.line(texts.takenIn({ organization: manifest.house.name, rows, files: manifest.files.length }));
    if (added) say.line(texts.added(added));
    if (dropped) say.warning(texts.dropped(dropped));
    if (manifest.missing.length) say.warning(texts.missing(manifest.missing.length));
    return 0;
  } finally {
    await database.close();
  }
};
