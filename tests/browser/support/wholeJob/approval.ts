import { recordsTexts } from '@contract/features/records/recordsTexts';
import { button } from '../console';
import { type Job, openFrom } from '../job';
import { answer, decide, shown } from '../people';

/**
 * Signs both records of a job at once.
 * @param move label of the signature, such as 复核
 */
export async function signTwo(job: Job, who: string, move: string): Promise<void> {
  const page = await openFrom(job, who, '/recordPageNew', '原始记录（在办）');
  const records = shown(page).getByRole('checkbox', { name: new RegExp(`${job.code}-JL0`) });
  await records.nth(1).waitFor();
  for (const one of await records.all()) await one.check();
  await button(shown(page), recordsTexts.signMany(move, 2)).click();
  await answer(page, move);
}

/** Passes the three signatures of an approval, each from its own queue. */
export async function passThrough(job: Job): Promise<void> {
  for (const [who, move] of [
    ['reviewer', '一审通过'],
    ['quality', '二审通过'],
    ['approver', '签发'],
  ] as const)
    await decide(await openFrom(job, who, '/projectAuditReview', '项目审核'), move);
}
