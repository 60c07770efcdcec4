import { organizationArchiveTexts as texts } from '@contract/features/system/organizationArchive';
import { BackupProblem } from '@server/backup/backupProblem';
import { openOrganizationArchive } from '@server/backup/organization/openOrganizationArchive';
import { organizationRows } from '@server/backup/organization/organizationFormat';
import { StartRefusal } from '@server/base/startRefusal';
import { formatMoment } from '@server/base/zone';
import { type Database, openDatabase } from '@server/db/openDatabase';
import { createFileStore } from '@server/files/fileStore';
import { type Command, hasDatabase, pathOf } from './command';
import { importOrganizationArchive } from './importOrganizationArchive';

/** Opens the database of an installation that was started once. */
async function openInstallation({ databaseUrl, dataDir }: Parameters<Command>[0]): Promise<Database> {
  if (!databaseUrl && !hasDatabase(dataDir)) throw new BackupProblem(texts.notStarted(dataDir));
  const database = await openDatabase(databaseUrl ? { databaseUrl, poolSize: 1 } : { dataDir }).catch(
    (error: unknown) => {
      throw error instanceof StartRefusal ? new BackupProblem(texts.held(dataDir), { cause: error }) : error;
    },
  );
  const [migratedTable] = await database.query<{ name: string | null }>(
    `select to_regclass('former_signature')::text as name`,
  );
  if (migratedTable?.name) return database;
  await database.close();
  throw new BackupProblem(texts.notStarted(databaseUrl ? 'DATABASE_URL' : dataDir));
}

/**
 * Runs `take-in FILE [--check]`: imports the archive of one organization into an installation without organizations,
 * or only verifies it.
 */
export const importOrganization: Command = async (env, args, output) => {
  const [file, ...more] = args.filter((word) => word !== '--check');
  if (!file || more.length) throw new StartRefusal(texts.usage);
  const path = pathOf(file);
  if (args.includes('--check')) {
    const { manifest, close } = await openOrganizationArchive(path);
    await close();
    const { house: organization, version, files, missing } = manifest;
    const madeAt = formatMoment(new Date(manifest.madeAt), env.zone);
    output.line(
      texts.whole({
        organization: organization.name,
        version,
        madeAt,
        rows: organizationRows(manifest),
        files: files.length,
      }),
    );
    if (missing.length) output.warning(texts.missing(missing.length));
    return 0;
  }
  const database = await openInstallation(env);
  try {
    const services = { env, database, files: await createFileStore(env), now: () => new Date() };
    const { manifest, rows, added, dropped } = await importOrganizationArchive(services, path);
    output.line(texts.takenIn({ organization: manifest.house.name, rows, files: manifest.files.length }));
    if (added) output.line(texts.added(added));
    if (dropped) output.warning(texts.dropped(dropped));
    if (manifest.missing.length) output.warning(texts.missing(manifest.missing.length));
    return 0;
  } finally {
    await database.close();
  }
};
