import { defineEntity } from '@contract/entity';
import { date, dict, integer, ref, text } from '@contract/field';

/** 积分明细: a line of the ledger. A trigger allows only insertions; the database computes the balance. */
export const pointEntry = defineEntity({
  name: 'pointEntry',
  path: 'api/sfIntegralRecord',
  label: '积分明细',
  titleField: 'entryNo',
  scope: 'organization',
  fields: {
    entryNo: text('流水号', { readonly: true, unique: true, max: 40 }),
    person: ref('检查人', { to: 'user', required: true }),
    pointKind: dict('类别', { dict: 'pointKind', required: true }),
    points: integer('积分变动', { required: true }),
    balance: integer('变动后余额', { readonly: true }),
    entryOn: date('日期', { required: true }),
    explanation: text('说明', { required: true, max: 200 }),
    task: ref('任务', { to: 'outsideTask' }),
    rule: ref('规则', { to: 'pointRule' }),
  },
  sheet: ['entryNo', 'person', 'pointKind', 'points', 'balance', 'entryOn', 'explanation', 'task', 'rule'],
});
