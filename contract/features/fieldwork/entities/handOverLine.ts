import { defineEntity } from '@contract/entity';
import { dateTime, dict, ref, text } from '@contract/field';

/**
 * A sample on a circulation sheet, as it was sent and as the keeper found it. It stays with the sheet when the sample
 * goes on to another one.
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
    /** How it came; none until it is counted. Intact ones are received, all others refused. */
    condition: dict('样品状态', { dict: 'sampleCondition', readonly: true }),
    checkedAt: dateTime('清点时间', { readonly: true }),
    reason: text('拒收原因', { max: 300, readonly: true }),
  },
});
