import { defineEntity } from '@contract/entity';
import { date, dateTime, dict, longText, ref, text } from '@contract/field';

/**
 * 职业卫生报送: the submission of an issued report (DOMAIN §7.8, 报送卡). The content is compiled from the report; this row
 * stores only the submission.
 */
export const submission = defineEntity({
  name: 'occupationalHealthReport',
  path: 'api/occupationalHealthReport',
  label: '职业卫生报送',
  titleField: 'reportNo',
  scope: 'organization',
  stateMachine: { machine: 'occupationalHealthReport', stateField: 'state' },
  keyword: ['reportNo', 'unitName'],
  fields: {
    reportNo: text('报告编号', { readonly: true, max: 60 }),
    report: ref('报告', { required: true, to: 'report', readonly: true, unique: true }),
    project: ref('项目', { required: true, to: 'project', readonly: true }),
    unitName: text('用人单位', { readonly: true, max: 200 }),
    state: dict('状态', { dict: 'submissionState', readonly: true, initial: 'drafting' }),
    stageSince: dateTime('进入状态时间', { readonly: true }),
    channel: dict('报送方式', { dict: 'submissionChannel', readonly: true }),
    submittedOn: date('报送日期', { readonly: true }),
    submittedBy: ref('报送人', { to: 'user', readonly: true }),
    receiptNo: text('回执编号', { readonly: true, max: 100 }),
    remark: longText('备注', { readonly: true, max: 500 }),
  },
});
