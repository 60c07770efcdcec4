import { defineEntity } from '@contract/entity';
import { date, decimal, dict, ref, text } from '@contract/field';
import { outsideTexts } from '../reviewerTexts';
import { maxMoney } from '../taskReward';

/**
 * 第三方费用: calculated by the rules for a closed task, otherwise typed. It is settled together with other fees of the
 * reviewer.
 */
export const outsideFee = defineEntity({
  name: 'outsideFee',
  path: 'api/sfFinanceRecord',
  label: '第三方费用',
  titleField: 'feeNo',
  scope: 'organization',
  locks: [
    { field: 'task', unless: [null], message: outsideTexts.taskFeeFixed },
    { field: 'state', unless: ['open'], message: outsideTexts.feeInSettlement },
  ],
  fields: {
    feeNo: text('费用编号', { readonly: true, unique: true, max: 40 }),
    reviewer: ref('检查人', { to: 'user', required: true }),
    feeKind: dict('费用类别', { dict: 'outsideFeeKind', required: true }),
    feeOn: date('发生日期', { required: true }),
    amount: decimal('金额', { digits: 2, min: '0.01', max: maxMoney, required: true, unit: '元' }),
    explanation: text('计费说明', { required: true, max: 300 }),
    task: ref('任务', { to: 'outsideTask', readonly: true }),
    project: ref('项目', { to: 'project', readonly: true }),
    settlement: ref('结算单', { to: 'settlement', readonly: true }),
    state: dict('结算状态', { dict: 'outsideFeeState', readonly: true, initial: 'open' }),
  },
  sheet: ['feeNo', 'reviewer', 'feeKind', 'feeOn', 'amount', 'explanation', 'task', 'project', 'settlement', 'state'],
});
