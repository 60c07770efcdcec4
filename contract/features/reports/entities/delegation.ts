import { defineEntity } from '@contract/entity';
import { date, dateTime, ref, text } from '@contract/field';

/**
 * 审批委托: who reviews and signs on behalf of another person, in which steps and on which days. It is never edited: a
 * person ends it and creates a new one.
 */
export const delegation = defineEntity({
  name: 'delegation',
  path: 'api/delegation',
  label: '审批委托',
  titleField: 'title',
  scope: 'organization',
  keyword: ['title', 'reason'],
  fields: {
    title: text('委托', { readonly: true, max: 200 }),
    principal: ref('委托人', { to: 'user', readonly: true }),
    delegate: ref('受托人', { required: true, to: 'user', readonly: true }),
    /** Step keys of `contract/features/reports/delegation/delegationRules.ts`, separated by commas. */
    steps: text('委托步骤', { required: true, readonly: true, max: 300 }),
    validFrom: date('开始日期', { required: true, readonly: true }),
    /** Last day, inclusive. */
    validUntil: date('结束日期', { required: true, readonly: true }),
    reason: text('委托原因', { required: true, readonly: true, max: 300 }),
    endedAt: dateTime('提前结束时间', { readonly: true }),
    endedBy: ref('结束人', { to: 'user', readonly: true }),
    endReason: text('提前结束原因', { readonly: true, max: 300 }),
  },
});
