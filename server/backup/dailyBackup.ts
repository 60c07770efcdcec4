import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { backupTexts } from '@contract/features/system/backupTexts';
import { JobProblem } from '@server/base/jobProblem';
import { formatMoment } from '@server/base/zone';
import type { Services } from '../services';
import { BackupProblem } from './backupProblem';
import { makeBackup } from './makeBackup';
import { reportOf } from './report';

/** Ours alone: whatever else lies in the directory is somebody's. */
const ours = /^occhealth-\d{8}-\d{6}\.tar$/;

/** Of a process that was killed at it. */
const leftOver = /^occhealth-\d{8}-\d{6}\.tar\.[0-9a-f]{8}\.part$/;

/**
 * Backs up into the directory and lets go of the oldest. Its failures are the job's: an administrator is told.
 * @returns what was made, in a sentence
 * @throws JobProblem
 */
export async function dailyBackup(services: Services, directory: string): Promise<string> {
  const { env, now } = services;
  const name = `occhealth-${formatMoment(now(), env.zone).replaceAll(/[-:]/g, '').replace(' ', '-')}.tar`;
  try {
    // One run at a time in the whole installation (jobs/run.ts): whatever is half made was left.
    await mkdir(directory, { recursive: true, mode: 0o700 });
    for (const left of (await readdir(directory)).filter((one) => leftOver.test(one)))
      await rm(join(directory, left), { force: true });
    const { done, warnings } = reportOf(await makeBackup(services, join(directory, name)), name);
    const old = (await readdir(directory))
      .filter((one) => ours.test(one))
      .sort()
      .reverse()
      .slice(env.backupKeep);
    for (const one of old) await rm(join(directory, basename(one)), { force: true });
    return [done, ...warnings].join('；');
  } catch (error) {
    if (error instanceof BackupProblem) throw new JobProblem(error.message, { cause: error });
    const code = error instanceof Error && 'syscall' in error ? (error as NodeJS.ErrnoException).code : undefined;
    if (code) throw new JobProblem(backupTexts.notWritable(directory, code), { cause: error });
    throw error;
  }
}
