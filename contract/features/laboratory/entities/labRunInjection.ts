import { defineEntity } from '@contract/entity';
import { dateTime, decimal, dict, integer, ref, text } from '@contract/field';

/** An injection of a run's sequence: a standard, a check, a blank or a sample of any project. */
export const labRunInjection = defineEntity({
  name: 'labRunInjection',
  path: 'api/labRunInjection',
  label: '进样序列',
  titleField: 'injectionName',
  scope: 'organization',
  fields: {
    run: ref('分析批', { required: true, to: 'labRun' }),
    rowSort: integer('序号', { min: 0, max: 100_000 }),
    vial: text('进样位', { max: 20 }),
    injectionKind: dict('类型', { dict: 'labInjectionKind', required: true, initial: 'sample' }),
    /** Name in the instrument's software: the sample's number, and `…-P` for its parallel. */
    injectionName: text('样品名', { required: true, max: 100 }),
    sample: ref('样品', { to: 'sample' }),
    /** Level of a standard, from 0 for the zero level. */
    level: integer('浓度点', { min: 0, max: 30 }),
    /** Volume of stock solution in a standard or a mid-point, or added to a spiked sample. */
    standardVolume: decimal('标准溶液体积', { unit: 'mL', min: '0' }),
    /** Control sample; set only for the injection of a control sample. */
    standard: ref('质控样', { to: 'standard' }),
    injectedAt: dateTime('进样时间'),
    dataFile: text('数据文件', { max: 100 }),
    remark: text('备注', { max: 200 }),
  },
});
