import { date, text } from '@contract/field';
import { outsourcedFamily } from '../calculation/genericFamily';
import { defineSheet } from './methodSheet';

export const outsourcedSheet = defineSheet({
  readings: {
    agency: text('外委机构', { max: 100 }),
    certificateNo: text('CMA证书编号', { max: 60 }),
    sentOn: date('送样日期'),
    sender: text('送样人', { max: 40 }),
    reportNo: text('外委报告编号', { max: 60 }),
    reportedOn: date('报告日期'),
    result: text('检测结果', { rule: 'valueOrBelowLimit', max: 40 }),
    unit: text('单位', { max: 20 }),
    lodText: text('检出限', { rule: 'numberOrDash', max: 40, hint: '外委报告未给出时填-' }),
    standardNo: text('检测依据', { max: 100 }),
  },
  calculated: {},
  conditions: [],
  layouts: [
    {
      key: 'main',
      title: '分包检测结果登记表',
      formerTitle: '外委检测结果登记表',
      formula: '',
      columns: [
        'agency',
        'certificateNo',
        'sentOn',
        'sender',
        'reportNo',
        'reportedOn',
        'result',
        'unit',
        'lodText',
        'standardNo',
      ],
      before: ['serial', 'sampleNo', 'siteName'],
      after: ['remark'],
      family: outsourcedFamily,
    },
  ],
  checks: [],
});
