import { defineEntity } from '@contract/entity';
import { date, flag, keyed, ref, text } from '@contract/field';

/** 检出限 as the laboratory found it for a record (DOMAIN §4.2, §8.0 L). */
export const labDetection = defineEntity({
  name: 'labDetection',
  path: 'api/labDetection',
  label: '检出限',
  titleField: 'lod',
  scope: 'organization',
  fields: {
    sheet: ref('检测记录', { required: true, to: 'labSheet' }),
    testedOn: date('测定日期'),
    values: keyed('数据'),
    computed: keyed('计算值', { readonly: true }),
    /** In the curve's unit, unrounded. */
    lod: text('检出限', { readonly: true, max: 60 }),
    loq: text('定量下限', { readonly: true, max: 60 }),
    problem: text('问题', { readonly: true, max: 500 }),
    /** The record's results are held against this one, not the library's. */
    applied: flag('用于本记录'),
    remark: text('备注', { max: 300 }),
  },
});
