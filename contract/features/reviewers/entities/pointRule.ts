import { defineEntity } from '@contract/entity';
import { date, decimal, dict, integer, longText, text } from '@contract/field';
import { maxMoney } from '../taskReward';

/** 积分规则: points and money for each counted event in a closed task. */
export const pointRule = defineEntity({
  name: 'pointRule',
  path: 'api/sfIntegralRule',
  label: '积分规则',
  titleField: 'ruleName',
  scope: 'organization',
  fields: {
    ruleName: text('规则名称', { required: true, unique: true, max: 60 }),
    event: dict('计分事项', { dict: 'pointEvent', required: true }),
    checkForm: dict('适用检查表', { dict: 'outsideForm', hint: '不选时适用于全部检查表' }),
    points: integer('积分', { required: true, min: -1000, max: 1000, hint: '负数为扣减' }),
    fee: decimal('费用', { digits: 2, min: '0', max: maxMoney, required: true, initial: '0.00', unit: '元' }),
    validFrom: date('生效日期', { required: true }),
    validUntil: date('失效日期', { hint: '当日仍有效；不填为长期' }),
    enabled: dict('状态', { dict: 'enabled', required: true, initial: '1' }),
    remark: longText('备注', { max: 300 }),
  },
  checks: [{ field: 'validFrom', notAbove: 'validUntil', message: '生效日期不能晚于失效日期' }],
  sheet: ['ruleName', 'event', 'checkForm', 'points', 'fee', 'validFrom', 'validUntil', 'enabled', 'remark'],
});
