import { defineEntity } from '@contract/entity';
import { date, dict, flag, keyed, ref, text } from '@contract/field';

/**
 * 方法测定 of a record: a detection limit (DOMAIN §4.2, §8.0 L), the efficiency of a collector lot, or the blank of such
 * a lot (GBZ 331-2024 5.2.6.1 d). It is approved with its record.
 */
export const labDetection = defineEntity({
  name: 'labDetection',
  path: 'api/labDetection',
  label: '检出限与效率',
  titleField: 'title',
  scope: 'organization',
  fields: {
    sheet: ref('检测记录', { required: true, to: 'labSheet' }),
    title: text('名称', { readonly: true, max: 160 }),
    /**
     * Form of the determination. Null in rows that were stored before several forms existed; it then is a detection
     * limit.
     */
    form: dict('测定类型', { dict: 'labDetermination', initial: 'limit' }),
    /** Lot of the collectors, spelled as on the samples. */
    collectorLot: text('采样介质批号', { max: 50 }),
    testedOn: date('测定日期'),
    values: keyed('数据'),
    computed: keyed('计算值', { readonly: true }),
    /** Detection limit in the curve's unit, unrounded. */
    lod: text('检出限', { readonly: true, max: 60 }),
    loq: text('定量下限', { readonly: true, max: 60 }),
    /** Efficiency, %, unrounded. */
    efficiency: text('解吸/洗脱效率', { readonly: true, max: 60 }),
    problem: text('问题', { readonly: true, max: 500 }),
    /** The record's results use this determination. */
    applied: flag('用于本记录'),
    remark: text('备注', { max: 300 }),
  },
});
