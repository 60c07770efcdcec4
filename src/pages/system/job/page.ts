import { client } from '@/api/client';
import { feedback } from '@/lib/feedback';
import { defineAction, definePage } from '@/listEditor';
import { jobRun } from '@contract/features/system/entities/jobRun';
import { jobTexts } from '@contract/features/system/jobs/jobTexts';
import { permissionOf } from '@contract/permissions';
import type { Answer } from '@contract/wire';

interface EndedRun {
  readonly outcome: string;
}

/** 任务日志: runs of the server's jobs with time and outcome. Runs of one day without work share a line. */
export default definePage({
  entity: jobRun,
  url: 'api/jobRun',
  columns: ['jobName', 'outcome', 'result', 'ticks', 'startedAt', 'endedAt', 'jobTrigger', 'startedBy', 'node'],
  filters: ['jobName', 'outcome', 'startedAt', 'jobTrigger', 'result', 'node'],
  sort: 'endedAt,desc',
  abilities: [],
  actions: [
    defineAction({
      key: 'run',
      label: jobTexts.runNow,
      place: 'row',
      permission: [permissionOf(jobRun, 'status')],
      confirm: jobTexts.confirmRun,
      async run({ rows: [row], editor }) {
        const { data } = await client.post<Answer<EndedRun>>(`${jobRun.path}/run`, { job: row?.jobKey });
        feedback.notify(data.body?.outcome === 'failed' ? 'error' : 'success', data.message);
        await editor.refresh();
      },
    }),
  ],
});
