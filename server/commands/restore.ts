import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { backupTexts } from '@contract/features/system/backupTexts';
import { openArchive } from '@server/backup/backupArchive';
import { decryptFile, isEncrypted } from '@server/backup/encryptedBackup';
import { incompleteExitCode } from '@server/base/exitCodes';
import { StartRefusal } from '@server/base/startRefusal';
import { formatMoment } from '@server/base/zone';
import { countsOf } from '../backup/backupReport';
import { restoreBackup } from '../backup/restoreBackup';
import { migrationsDirectory, readMigrations } from '../db/migrate';
import { putTrailSealAside } from '../signing/trailSeal';
import { type Command, pathOf, type CommandOutput } from './command';

/** Option with the path of the key file that decrypts an encrypted backup. */
export const identityOption = '--identity';

interface RestoreArguments {
  readonly file: string;
  readonly check: boolean;
  readonly identity: string | undefined;
}

function wordsOf(args: readonly string[]): RestoreArguments {
  const at = args.indexOf(identityOption);
  const identity = at < 0 ? undefined : args[at + 1];
  const [file, ...more] = args.filter((word, index) => word !== '--check' && (at < 0 || index < at || index > at + 1));
  if (!file || more.length || (at >= 0 && !identity)) throw new StartRefusal(backupTexts.usage.restore);
  return { file: pathOf(file), check: args.includes('--check'), identity: identity && pathOf(identity) };
}

/**
 * Runs the work with the path of the plain archive. Of an encrypted backup this is a decrypted copy, which is removed
 * afterwards.
 */
async function withPlain<T>({ file, identity }: RestoreArguments, work: (path: string) => Promise<T>): Promise<T> {
  if (!isEncrypted(file)) return work(file);
  if (identity === undefined) throw new StartRefusal(backupTexts.needsIdentity(file));
  const plainPath = `${file}.${randomUUID()}.plain`;
  try {
    await decryptFile(file, identity, plainPath);
    return await work(plainPath);
  } finally {
    await rm(plainPath, { force: true });
  }
}

async function verifyBackup(path: string, zone: string, output: CommandOutput): Promise<number> {
  const { manifest, close } = await openArchive(path);
  await close();
  const madeAt = formatMoment(new Date(manifest.madeAt), zone);
  output.line(backupTexts.whole({ version: manifest.version, madeAt, ...countsOf(manifest) }));
  if (!manifest.missing.length) return 0;
  output.warning(backupTexts.missing(manifest.missing.length));
  return incompleteExitCode;
}

/**
 * Runs `restore FILE [--check] [--identity KEY]`: restores a backup, or only verifies it. `--check` returns 3 where
 * the backup lacks files.
 */
export const restore: Command = async (env, args, output) => {
  const commandWords = wordsOf(args);
  return withPlain(commandWords, async (path) => {
    if (commandWords.check) return verifyBackup(path, env.zone, output);
    const manifest = await restoreBackup(env, path);
    await putTrailSealAside(env.dataDir);
    output.line(backupTexts.restored({ where: env.databaseUrl ? 'PostgreSQL' : env.dataDir, ...countsOf(manifest) }));
    if (manifest.missing.length) output.warning(backupTexts.missing(manifest.missing.length));
    if (manifest.migrations.length < readMigrations(migrationsDirectory).length) output.line(backupTexts.older);
    return 0;
  });
};
