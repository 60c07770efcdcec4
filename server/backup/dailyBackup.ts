import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { backupTexts } from '@contract/features/system/backupTexts';
import { JobProblem } from '@server/base/jobProblem';
import { formatMoment } from '@server/base/zone';
import type { Services } from '../services';
import { backupName, installationMark, leftOver, outdated } from './backupNames';
import { BackupProblem } from './backupProblem';
import { makeBackup } from './makeBackup';
import { reportOf } from './report';

/**
 * Makes a backup in the directory and deletes this installation's oldest ones. A failure is reported to administrators by the job.
 * @returns a sentence about the backup
 * @throws JobProblem
 */
export async function dailyBackup(services: Services, directory: string): Promise<string> {
  const { env, now } = services;
  const mark = installationMark(env);
  const name = backupName(formatMoment(now(), env.zone), mark);
  try {
    // One run at a time in the whole installation (jobs/run.ts), so every partial file is left over.
    await mkdir(directory, { recursive: true, mode: 0o700 });
    for (const left of leftOver(await readdir(directory), mark)) await rm(join(directory, left), { force: true });
    const { done, warnings } = reportOf(await makeBackup(services, join(directory, name)), name);
    const old = outdated(await readdir(directory), mark, env.backupKeep);
    for (const one of old) await rm(join(directory, basename(one)), { force: true });
    return [done, ...warnings].join('；');
  } catch (error) {
    if (error instanceof BackupProblem) throw new JobProblem(error.message, { cause: error });
    const code = error instanceof Error && 'syscall' in error ? (error as NodeJS.ErrnoException).code : undefined;
    if (code) throw new JobProblem(backupTexts.notWritable(directory, code), { cause: error });
    throw error;
  }
}
