import { backupTexts } from '@contract/features/system/backupTexts';
import { incomplete } from '@server/base/exitCodes';
import { StartRefusal } from '@server/base/startRefusal';
import { formatMoment } from '@server/base/zone';
import { openArchive } from '../backup/archive';
import { countsOf } from '../backup/report';
import { restoreBackup } from '../backup/restoreBackup';
import { migrationsDirectory, readMigrations } from '../db/migrate';
import { putTrailSealAside } from '../signing/trailSeal';
import { type Command, pathOf } from './command';

/** `restore FILE [--check]`: restores or only verifies a backup. `--check` returns 3 where the backup lacks files. */
export const restore: Command = async (env, args, say) => {
  const [file, ...more] = args.filter((word) => word !== '--check');
  if (!file || more.length) throw new StartRefusal(backupTexts.usage.restore);
  const path = pathOf(file);
  if (args.includes('--check')) {
    const { manifest, close } = await openArchive(path);
    await close();
    say.line(
      backupTexts.whole({
        version: manifest.version,
        madeAt: formatMoment(new Date(manifest.madeAt), env.zone),
        ...countsOf(manifest),
      }),
    );
    if (!manifest.missing.length) return 0;
    say.warning(backupTexts.missing(manifest.missing.length));
    return incomplete;
  }
  const manifest = await restoreBackup(env, path);
  await putTrailSealAside(env.dataDir);
  say.line(backupTexts.restored({ where: env.databaseUrl ? 'PostgreSQL' : env.dataDir, ...countsOf(manifest) }));
  if (manifest.missing.length) say.warning(backupTexts.missing(manifest.missing.length));
  if (manifest.migrations.length < readMigrations(migrationsDirectory).length) say.line(backupTexts.older);
  return 0;
};
