import { defineEntity } from '@contract/entity';
import { date, dateTime, decimal, dict, integer, longText, ref, text } from '@contract/field';

/** 第三方结算单: a reviewer's open fees of a period, summed once and confirmed by the reviewer before payment. */
export const settlement = defineEntity({
  name: 'settlement',
  path: 'api/sfSettlement',
  label: '第三方结算单',
  titleField: 'settlementNo',
  scope: 'organization',
  stateMachine: { machine: 'settlement', stateField: 'state' },
  fields: {
    settlementNo: text('结算单号', { readonly: true, unique: true, max: 40 }),
    reviewer: ref('检查人', { to: 'user', required: true }),
    fromOn: date('费用起始日期', { required: true }),
    untilOn: date('费用截止日期', { required: true }),
    feeCount: integer('费用笔数', { readonly: true }),
    total: decimal('结算金额', { digits: 2, readonly: true, unit: '元' }),
    state: dict('状态', { dict: 'settlementState', readonly: true, initial: 'awaitingConfirm' }),
    stageSince: dateTime('进入状态时间', { readonly: true }),
    paidOn: date('支付日期', { readonly: true }),
    remark: longText('备注', { max: 300 }),
  },
  checks: [{ field: 'fromOn', notAbove: 'untilOn', message: '费用起始日期不能晚于截止日期' }],
  sheet: ['settlementNo', 'reviewer', 'fromOn', 'untilOn', 'feeCount', 'total', 'state', 'paidOn', 'remark'],
});
