import { defineEntity } from '@contract/entity';
import { dateTime, dict, ref, text } from '@contract/field';

/**
 * A sample on a circulation sheet, as sent and as received. The line remains when the sample moves to another sheet.
 */
export const handOverLine = defineEntity({
  name: 'handOverLine',
  path: 'api/handOverLine',
  label: '流转单样品',
  titleField: 'sampleNo',
  scope: 'organization',
  fields: {
    handOver: ref('流转单', { required: true, to: 'handOver' }),
    sample: ref('样品', { required: true, to: 'sample' }),
    sampleNo: text('样品编号', { required: true, max: 60 }),
    /**
     * Condition at reception; null until the sample is counted. Intact samples are received, all others are refused.
     */
    condition: dict('样品状态', { dict: 'sampleCondition', readonly: true }),
    checkedAt: dateTime('清点时间', { readonly: true }),
    reason: text('拒收原因', { max: 300, readonly: true }),
  },
});
