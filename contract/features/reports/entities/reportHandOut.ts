import { defineEntity } from '@contract/entity';
import { dateTime, dict, integer, longText, ref, text } from '@contract/field';
import { handOutTexts } from '../handOut/handOutTexts';

/**
 * 报告发放: the delivery of an issued report to a recipient, with the receipt (GBZ 331-2024, 8.2.6, table N.9). Each
 * further delivery of a report is counted.
 */
export const reportHandOut = defineEntity({
  name: 'reportHandOut',
  path: 'api/reportHandOut',
  label: '报告发放',
  titleField: 'reportNo',
  scope: 'organization',
  timeLabel: '发放时间',
  keyword: ['reportNo', 'receiver', 'courier'],
  sheet: [
    'reportNo',
    'report',
    'times',
    'copies',
    'controlNo',
    'receiver',
    'way',
    'courier',
    'receivedBy',
    'receivedAt',
    'remark',
    'createTime',
  ],
  fields: {
    report: ref('报告', { required: true, to: 'report' }),
    reportNo: text('报告编号', { readonly: true, max: 60 }),
    /** Number of the delivery: 1 for the first; a second one counts as another copy. */
    times: integer('第几次发放', { readonly: true }),
    receiver: text('领取人', { required: true, max: 60, hint: '单位名称或姓名' }),
    copies: integer('份数', { required: true, min: 1, max: 999, initial: 1 }),
    controlNo: text('受控编号', { max: 60 }),
    way: dict('发放方式', { required: true, dict: 'handOutWay' }),
    courier: text('快递单号', { max: 60, hint: '快递时填写' }),
    receivedBy: text('签收人', { readonly: true, max: 60 }),
    receivedAt: dateTime('签收时间', { readonly: true }),
    remark: longText('备注', { max: 500 }),
  },
  locks: [{ field: 'receivedAt', unless: [null], message: handOutTexts.locked }],
});
