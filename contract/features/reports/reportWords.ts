import { editionOf } from '@contract/print/paperEdition';
import type { ReportContent } from './reportContent';

// Texts that the layout of the report adds, by edition: labels of the cover and headings of the tables. Reports that
// were signed in the first edition are printed in it.

interface ReportWords {
  readonly task: string;
  readonly post: string;
  readonly point: string;
  readonly item: string;
  readonly period: string;
  readonly hazard: string;
  readonly correctionNote: (previous: string, reason: string) => string;
}

/** Texts by edition; the second edition has the column names of GBZ 331-2024 D.1 and F.4. */
const textsByEdition: Readonly<Record<1 | 2, ReportWords>> = {
  1: {
    task: '项目编号',
    post: '岗位/工种',
    point: '检测点',
    item: '检测因素',
    period: '时段',
    hazard: '危害因素',
    correctionNote: (previous, reason) => `本报告为更正报告，代替${previous}，原报告作废。更正原因：${reason}。`,
  },
  2: {
    task: '检测任务编号',
    post: '岗位（工种）',
    point: '采样点/对象',
    item: '检测项目',
    period: '采样时间类型',
    hazard: '职业病危害因素',
    correctionNote: (previous, reason) =>
      `本报告为更正报告，替代编号为${previous}的报告，原报告作废。更正原因：${reason}。`,
  },
};

/** Returns the texts for the edition of a report. */
export const reportWordsOf = (content: Pick<ReportContent, 'edition'>): ReportWords =>
  textsByEdition[editionOf(content) === 1 ? 1 : 2];
