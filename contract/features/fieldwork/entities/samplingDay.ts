import { defineEntity } from '@contract/entity';
import { date, integer, ref, refs, text } from '@contract/field';

/** 采样日期: a day of sampling. Its number is the 日次 of its samples (DOMAIN §1.8). */
export const samplingDay = defineEntity({
  name: 'samplingDay',
  path: 'api/samplingDay',
  label: '采样日期',
  titleField: 'sampledOn',
  scope: 'organization',
  fields: {
    project: ref('项目', { required: true, to: 'project' }),
    sampledOn: date('采样日期', { required: true }),
    dayNo: integer('日次', { readonly: true }),
    collectors: refs('采样人', { to: 'user' }),
    /** 复核人 of the sampling records of the day (GBZ 331-2024 F.4). */
    reviewer: ref('复核人', { to: 'user' }),
    production: text('生产状况', { max: 100, initial: '正常' }),
    remark: text('备注'),
  },
});
