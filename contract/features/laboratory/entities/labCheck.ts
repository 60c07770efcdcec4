import { defineEntity } from '@contract/entity';
import { dict, flag, integer, keyed, ref, text } from '@contract/field';

/**
 * A row of a tab on the quality control page (DOMAIN §5, §8.0 Q), judged by `judgeCheck` in
 * methods/sheets/methodChecks.ts.
 */
export const labCheck = defineEntity({
  name: 'labCheck',
  path: 'api/labCheck',
  label: '质控数据',
  titleField: 'sampleNo',
  scope: 'organization',
  fields: {
    sheet: ref('检测记录', { required: true, to: 'labSheet' }),
    checkKind: dict('质控类型', { dict: 'labCheckKind', required: true }),
    rowSort: integer('序号', { min: 0, max: 100_000 }),
    sampleNo: text('编号', { max: 100 }),
    /** Control sample; set only for the check of a control sample. */
    standard: ref('质控样', { to: 'standard' }),
    values: keyed('数据'),
    computed: keyed('计算值', { readonly: true }),
    judged: flag('已评价', { readonly: true }),
    passes: flag('合格', { readonly: true }),
    problem: text('问题', { readonly: true, max: 500 }),
    /**
     * Failed check that this one repeats. The failed check stays unchanged and no longer blocks the record (DOMAIN
     * §5).
     */
    retestOf: ref('原测定', { to: 'labCheck' }),
    remark: text('备注', { max: 300 }),
  },
});
