import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { backupTexts } from '@contract/features/system/backupTexts';
import { JobProblem } from '@server/base/jobProblem';
import { formatMoment } from '@server/base/zone';
import type { Services } from '../services';
import { backupName, installationMark, partialBackups, outdatedBackups } from './backupNames';
import { BackupProblem } from './backupProblem';
import { reportOf } from './backupReport';
import { type BackupProgress, makeBackup } from './makeBackup';

async function removeOld(directory: string, mark: string, days: number): Promise<void> {
  for (const oldName of outdatedBackups(await readdir(directory), mark, days))
    await rm(join(directory, basename(oldName)));
}

/**
 * Copies a backup to a second directory. The copy appears there only when it is complete.
 * @returns a sentence about the copy
 * @throws JobProblem where the copy fails; the backup itself remains
 */
async function copyTo(target: string, directory: string, name: string): Promise<string> {
  const partialPath = join(target, `${name}.00000000.part`);
  try {
    await mkdir(target, { recursive: true, mode: 0o700 });
    await copyFile(join(directory, name), partialPath);
    const handle = await open(partialPath, 'r+');
    await handle.sync().finally(() => handle.close());
    await rename(partialPath, join(target, name));
    return backupTexts.copied(target);
  } catch (error) {
    await rm(partialPath, { force: true }).catch(() => undefined);
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new JobProblem(backupTexts.notCopied(target, code), { cause: error });
  }
}

/**
 * Makes a backup in the directory and deletes this installation's outdated ones. The job reports a failure to
 * administrators.
 * @param onProgress called before each table and file
 * @returns a sentence about the backup
 * @throws JobProblem where the backup fails
 */
export async function dailyBackup(services: Services, directory: string, onProgress?: BackupProgress): Promise<string> {
  const { env, now } = services;
  const mark = installationMark(env);
  const name = backupName(formatMoment(now(), env.zone), mark, env.backupRecipients.length > 0);
  try {
    // Only one run at a time exists in the whole installation (`server/jobs/runJob.ts`), so every partial file is
    // left over.
    await mkdir(directory, { recursive: true, mode: 0o700 });
    for (const leftoverName of partialBackups(await readdir(directory), mark))
      await rm(join(directory, leftoverName), { force: true });
    const { done, warnings } = reportOf(
      await makeBackup({ ...services, ...(onProgress && { onProgress }) }, join(directory, name)),
      name,
    );
    await removeOld(directory, mark, env.backupKeep);
    const copiedText = env.backupCopyDir === undefined ? [] : [await copyTo(env.backupCopyDir, directory, name)];
    if (env.backupCopyDir !== undefined) await removeOld(env.backupCopyDir, mark, env.backupKeep);
    return [done, ...copiedText, ...warnings].join('；');
  } catch (error) {
    if (error instanceof JobProblem) throw error;
    if (error instanceof BackupProblem) throw new JobProblem(error.message, { cause: error });
    const code = error instanceof Error && 'syscall' in error ? (error as NodeJS.ErrnoException).code : undefined;
    if (code) throw new JobProblem(backupTexts.notWritable(directory, code), { cause: error });
    throw error;
  }
}
