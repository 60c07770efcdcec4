import { z } from 'zod';
import { jobRun } from '@contract/features/system/entities/jobRun';
import { jobTexts } from '@contract/features/system/jobs/jobTexts';
import { permissionOf } from '@contract/permissions';
import { actorOf } from '@server/audit/auditTrail';
import type { Registry } from '@server/crud/resource';
import { ok } from '@server/crud/routes';
import { conflict, notFound } from '@server/http/errors';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import type { JobsOf } from './job';
import { type EndedRun, runJob } from './runJob';

const jobBody = z.object({ job: z.string().min(1).max(40) });

/** Routes of jobs: start one now. */
export const jobRoutes =
  (jobsOf: JobsOf) =>
  (services: Services, registry: Registry): Route[] => [
    route({
      method: 'POST',
      path: `${jobRun.path}/run`,
      permission: [permissionOf(jobRun, 'status')],
      tag: jobRun.label,
      summary: '立即执行任务',
      body: jobBody,
      async handle(call) {
        const job = jobsOf({ services, registry }).find(({ key }) => key === call.body.job);
        if (!job) throw notFound(jobTexts.unknown);
        const endedRun = await runJob(services, job, actorOf(call));
        if (!endedRun) throw conflict(jobTexts.busy);
        return ok<EndedRun>(jobTexts.ran(job.title, endedRun.result), endedRun);
      },
    }),
  ];
