import { type HealthState, healthWatch } from '@server/features/system/health/healthState';
import type { InstallationState } from '@server/features/system/health/metrics';
import { migrationsDirectory, readMigrations } from '../db/migrate';
import type { Services } from '../services';
import type { Job } from './job';
import { lastEnd } from './jobRuns';
import { lateJobs } from './lateJobs';
import { lastBackup } from './stateFigures';

let newestName: string | undefined;
const newestMigration = (): string => (newestName ??= readMigrations(migrationsDirectory).at(-1)?.name ?? '');

/** Returns a function that checks the node. */
export const watchHealth = (services: Services): (() => Promise<HealthState>) =>
  healthWatch(services, lateJobs, newestMigration);

/** Returns the state of jobs and backups for the figures of Prometheus. */
export const installationState =
  (services: Services, allJobs: readonly Job[]) => async (): Promise<InstallationState> => {
    const lateKeys = new Set(lateJobs(services));
    const jobs = await Promise.all(
      allJobs.map(async (job) => {
        const end = await lastEnd(services, job);
        return {
          key: job.key,
          ended: end && new Date(end.at),
          failed: end?.failed ?? false,
          late: lateKeys.has(job.key),
        };
      }),
    );
    return { jobs, lastBackup: await lastBackup(services) };
  };
