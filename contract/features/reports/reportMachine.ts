import { reportDictionaries } from '@contract/dictionaries/reports';
import type { AnyRow } from '@contract/entity';
import { defineMachine, statesOf } from '@contract/workflow/stateMachine';

// An issued report is never changed; 作废 and 更正 keep the earlier issue readable (PRODUCT §2).
export const reportMachine = defineMachine({
  name: 'report',
  label: '报告',
  initial: 'drafting',
  states: statesOf(reportDictionaries.reportState, {
    awaitingReview: { locked: true },
    awaitingIssue: { locked: true },
    issued: { locked: true },
    published: { locked: true },
    corrected: { locked: true, final: true },
    voided: { locked: true, final: true },
  }),
  moves: [
    {
      key: 'submit',
      label: '提交审核',
      from: ['drafting'],
      to: 'awaitingReview',
      by: ['reporter'],
      separateFrom: ['review', 'issue'],
      signs: true,
    },
    {
      key: 'review',
      label: '审核通过',
      from: ['awaitingReview'],
      to: 'awaitingIssue',
      by: ['quality', 'approver'],
      separateFrom: ['submit', 'issue'],
      signs: true,
    },
    {
      key: 'issue',
      label: '签发',
      from: ['awaitingIssue'],
      to: 'issued',
      by: ['approver'],
      separateFrom: ['submit', 'review'],
      signs: true,
    },
    { key: 'publish', label: '公示', from: ['issued'], to: 'published', by: ['reporter'] },
    { key: 'withdraw', label: '撤回公示', from: ['published'], to: 'issued', by: ['reporter'], needsReason: true },
    {
      key: 'return',
      label: '退回',
      from: ['awaitingReview', 'awaitingIssue'],
      to: 'drafting',
      by: ['reviewer', 'quality', 'approver'],
      needsReason: true,
    },
    {
      key: 'returnToReview',
      label: '退回审核',
      from: ['awaitingIssue'],
      to: 'awaitingReview',
      by: ['approver'],
      needsReason: true,
    },
    {
      key: 'correct',
      label: '更正',
      from: ['issued', 'published'],
      to: 'corrected',
      by: ['reporter'],
      needsReason: true,
      opensVersion: true,
    },
    { key: 'void', label: '作废', from: ['issued', 'published'], to: 'voided', by: ['approver'], needsReason: true },
  ],
});

/**
 * Returns whether the list 还缺什么 of a project contains all that the submission of a report refuses. A correction is
 * written in any stage, so its page lists its own problems.
 */
export const listsReportGaps = ({ stage }: { readonly stage: unknown }, report: AnyRow): boolean =>
  stage === 'reporting' && typeof report.previous !== 'number';
