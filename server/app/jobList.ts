import { expiryNoticeTexts } from '@contract/features/notices/certificateExpiryNotices';
import { platformTexts } from '@contract/features/platforms/platformTexts';
import { publicationTexts } from '@contract/features/publicity/noticePublication';
import { backupTexts } from '@contract/features/system/backupTexts';
import { jobTexts } from '@contract/features/system/jobs/jobTexts';
import { exportTexts } from '@contract/features/system/organizationExport';
import { bytesText } from '@contract/fields/bytesText';
import { trailSealTexts } from '@contract/workflow/signatureTexts';
import { forgetOldSignIns } from '@server/auth/forgetOldSignIns';
import { dailyBackup } from '@server/backup/dailyBackup';
import type { CrudContext } from '@server/crud/crudContext';
import { forgetOldAnswers } from '@server/crud/runOnce';
import { remindOfLoans } from '@server/features/conformity/forms/loanReminders';
import { mailChannel } from '@server/features/notices/mail/mailMarks';
import { sendDueMails, nextMail } from '@server/features/notices/mail/sendMail';
import { collectReturnedProjects } from '@server/features/platforms/exchange/countyReturns';
import { deliverDue, nextDue } from '@server/features/platforms/pushQueue';
import { pushQueueChannel } from '@server/features/platforms/queuePushes';
import { redrawCopies } from '@server/features/publicity/redrawCopies';
import { remindOfCertificates } from '@server/features/reports/certificates/certificateReminders';
import { tidyExports } from '@server/features/system/exports/exportRuns';
import { sweepUploads } from '@server/features/system/files/sweepUploads';
import { remindOfEndings } from '@server/features/system/users/expiryReminders';
import { reportProgress } from '@server/http/longWorkProgress';
import type { Job, Loop } from '@server/jobs/job';
import { forgetOldRuns } from '@server/jobs/jobRuns';
import type { Services } from '@server/services';
import { sealTrail } from '@server/signing/trailSeal';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const describeCount = async (subject: string, count: Promise<number>): Promise<string | null> =>
  jobTexts.counted([[subject, await count]]) || null;

/** Returns a job that sends rows one by one, each under a claim. */
const queueJob = (
  key: string,
  title: string,
  subject: string,
  loop: Pick<Loop, 'channel' | 'work' | 'nextDue'>,
): Job => ({
  key,
  title,
  intervalMs: 15_000,
  runsOnManyNodes: true,
  ownLoop: { ...loop, summaryOf: (count) => jobTexts.counted([[subject, count]]) },
  run: () => describeCount(subject, loop.work(new AbortController().signal)),
});

/** Returns the jobs that remove expired data and seal the audit trail. */
function tidyingJobs(services: Services): readonly Job[] {
  return [
    { key: 'signIns', title: '登录凭证清理', intervalMs: 6 * hourMs, run: () => forgetOldSignIns(services) },
    {
      key: 'answers',
      title: '重复提交记录清理',
      intervalMs: 6 * hourMs,
      run: () => describeCount('清理过期的请求标识', forgetOldAnswers(services)),
    },
    {
      key: 'exports',
      title: exportTexts.job,
      intervalMs: hourMs,
      after: minuteMs,
      async run() {
        const { closed, removed } = await tidyExports(services);
        return (
          jobTexts.counted([
            [exportTexts.closed, closed],
            [exportTexts.cleaned, removed],
          ]) || null
        );
      },
    },
    {
      key: 'uploads',
      title: '上传临时文件清理',
      intervalMs: 24 * hourMs,
      onEachNode: true,
      run: () => describeCount('清理没有传完的文件', sweepUploads(services)),
    },
    {
      key: 'trailSeal',
      title: trailSealTexts.job,
      intervalMs: minuteMs,
      onEachNode: true,
      run: () => sealTrail(services),
    },
    {
      key: 'jobRuns',
      title: '任务日志清理',
      intervalMs: 24 * hourMs,
      run: () => describeCount('清理90天以前的任务日志', forgetOldRuns(services)),
    },
  ];
}

/** Returns the jobs of the database: backup, log and statistics. */
function databaseJobs(services: Services): readonly Job[] {
  const { vacuum, checkpoint } = services.database;
  return [
    ...(services.env.backupDir
      ? [
          {
            key: 'backup',
            title: backupTexts.job,
            intervalMs: hourMs,
            at: services.env.backupAt,
            after: minuteMs,
            run: () =>
              dailyBackup(services, services.env.backupDir ?? '', (done, total, step) =>
                reportProgress(done, total, backupTexts.job, step),
              ),
          },
        ]
      : []),
    ...(checkpoint
      ? [
          {
            key: 'checkpoint',
            title: '数据库日志整理',
            intervalMs: minuteMs,
            after: minuteMs,
            async run() {
              const bytes = await checkpoint();
              return bytes === null ? null : `已将${bytesText(bytes)}日志写入内置数据库`;
            },
          },
        ]
      : []),
    ...(vacuum
      ? [
          {
            key: 'vacuum',
            title: '数据库整理',
            intervalMs: 10 * minuteMs,
            after: 10 * minuteMs,
            async run() {
              await vacuum();
              return '已整理内置数据库并更新统计';
            },
          },
        ]
      : []),
  ];
}

/** Returns every job of this installation. */
export function jobsOf(context: CrudContext): readonly Job[] {
  const { services } = context;
  return [
    queueJob('platformPush', '数据推送', '向监管平台发送', {
      channel: pushQueueChannel,
      work: (signal) => deliverDue(context, signal),
      nextDue: () => nextDue(context),
    }),
    {
      key: 'platformReturns',
      title: platformTexts.returnsJob,
      intervalMs: hourMs,
      after: minuteMs,
      run: () => describeCount(platformTexts.returnsTaken, collectReturnedProjects(context)),
    },
    queueJob('mail', '邮件提醒', '发送邮件', {
      channel: mailChannel,
      work: (signal) => sendDueMails(services, signal),
      nextDue: () => nextMail(services),
    }),
    {
      key: 'publicCopies',
      title: publicationTexts.redrawTitle,
      intervalMs: hourMs,
      run: () => describeCount(publicationTexts.redrawn, redrawCopies(services)),
    },
    {
      key: 'endings',
      title: expiryNoticeTexts.job,
      intervalMs: 6 * hourMs,
      after: 2 * minuteMs,
      run: async () => {
        const summaries = [
          await remindOfEndings(services),
          await remindOfCertificates(services),
          await remindOfLoans(services),
        ];
        return summaries.filter((summary) => summary !== null).join('；') || null;
      },
    },
    ...tidyingJobs(services),
    ...databaseJobs(services),
  ];
}
