import { defineEntity } from '@contract/entity';
import { decimal, dict, flag, integer, keyed, longText, ref, text } from '@contract/field';

/**
 * A sample on a record, with readings and result. The server computes the results (`calculateRecord` in
 * methods/calculation).
 */
export const labSheetRow = defineEntity({
  name: 'labSheetRow',
  path: 'api/labSheetRow',
  label: '检测结果',
  titleField: 'sampleNo',
  scope: 'organization',
  sheet: [
    'sampleNo',
    'sheet',
    'rowKind',
    'concentration',
    'reportText',
    'unit',
    'censored',
    'minimum',
    'standardVolume',
    'overrideText',
    'overrideReason',
    'normSet',
    'notes',
    'problem',
    'remark',
  ],
  fields: {
    sheet: ref('检测记录', { required: true, to: 'labSheet' }),
    task: ref('检测任务', { to: 'labTask' }),
    sample: ref('样品', { required: true, to: 'sample' }),
    sampleNo: text('样品编号', { required: true, max: 60 }),
    rowKind: dict('类别', { dict: 'labRowKind', required: true, initial: 'sample' }),
    rowSort: integer('序号', { min: 0, max: 100_000 }),
    /** Readings by the keys of the method (methods/sheets). */
    readings: keyed('读数'),
    /** V0 of an incoming sample as the client stated it. */
    standardVolume: decimal('标准采样体积', { min: '0', unit: 'L' }),
    remark: text('备注', { max: 300 }),
    /** Concentration in air, unrounded. */
    concentration: text('空气中浓度', { readonly: true, max: 60 }),
    reportText: text('报出结果', { readonly: true, max: 40 }),
    resultNum: text('结果数值', { readonly: true, max: 60 }),
    censored: flag('未检出', { readonly: true }),
    unit: text('单位', { readonly: true, max: 20 }),
    minimum: text('最低检出浓度', { readonly: true, max: 40 }),
    /** Rules of the calculation, by the sampling day (contract/arithmetic/limits/standardEdition.ts). */
    normSet: text('规则版本', { readonly: true, max: 20 }),
    /** Texts of the calculated columns, by column key. */
    computed: keyed('计算值', { readonly: true }),
    notes: longText('提示', { readonly: true, max: 2000 }),
    problem: text('问题', { readonly: true, max: 500 }),
    /** Result that a person typed in place of the calculated one, with a reason (DOMAIN §8.0 R). */
    overrideText: text('人工修正结果', { max: 40, rule: 'valueOrBelowLimit' }),
    overrideReason: text('修正原因', { max: 300 }),
  },
});
