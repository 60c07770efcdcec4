import { eq } from 'drizzle-orm';
import { jobTexts } from '@contract/features/system/jobs/jobTexts';
import { storeForAdministrators } from '@server/features/notices/tellAdministrators';
import { jobRunTable } from '../db/schema';
import type { Services } from '../services';
import type { Job } from './job';
import { isKnownCause } from './jobRuns';

/** Notifies platform administrators of a failed run, once per cause. */
export async function tellOfFailure(services: Services, job: Job, runId: number, result: string): Promise<void> {
  const notify = await services.database.transaction(async (tx) => {
    if (await isKnownCause(tx, job, result, services.now())) return null;
    const sendNotice = await storeForAdministrators(services, tx, {
      programPart: jobTexts.worker,
      title: jobTexts.alarmTitle(job.title),
      text: jobTexts.alarmText(job.title, result),
    });
    if (sendNotice) await tx.update(jobRunTable).set({ told: true }).where(eq(jobRunTable.id, runId));
    return sendNotice;
  });
  await notify?.();
}
