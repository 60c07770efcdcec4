import { jobTexts } from '@contract/jobTexts';
import { forgetOldAnswers } from '../crud/idempotent';
import { sweepUploads } from '../files/receiveUpload';
import { forgetOldSignIns } from '../modules/auth/oldSignIns';
import { deliverDue } from '../platform/outbox';
import { forgetOldRuns } from './book';
import type { Ground, Job } from './job';

const minute = 60_000;
const hour = 60 * minute;

const counted = async (what: string, count: Promise<number>): Promise<string | null> => jobTexts.counted([[what, await count]]) || null;

/** Every job of this installation. */
export function jobsOf(ground: Ground): readonly Job[] {
  const { services } = ground;
  const { vacuum } = services.database;
  return [
    {
      key: 'platformPush', title: '数据推送', every: 15_000, alongside: true, ownLoop: true,
      run: () => counted('向监管平台发送', deliverDue(ground)),
    },
    { key: 'signIns', title: '登录凭证清理', every: 6 * hour, run: () => forgetOldSignIns(services) },
    { key: 'answers', title: '重复提交记录清理', every: 6 * hour, run: () => counted('清理过期的请求标识', forgetOldAnswers(services)) },
    { key: 'uploads', title: '上传临时文件清理', every: 24 * hour, onEachNode: true, run: () => counted('清理没有传完的文件', sweepUploads(services)) },
    { key: 'jobRuns', title: '任务日志清理', every: 24 * hour, run: () => counted('清理90天以前的任务日志', forgetOldRuns(services)) },
    ...(vacuum
      ? [{
          key: 'vacuum', title: '数据库整理', every: 10 * minute, after: 10 * minute,
          async run() {
            await vacuum();
            return '已整理内置数据库并更新统计';
          },
        }]
      : []),
  ];
}
