import { defineEntity } from '@contract/entity';
import { date, dict, file, longText, ref, text } from '@contract/field';

/**
 * 人员档案: a person's appointments, trainings, issued equipment and measured doses (GBZ 331-2024 4.1.1, 4.1.2, 4.4.1,
 * 4.4.2).
 */
export const staffRecord = defineEntity({
  name: 'staffRecord',
  path: 'api/staffRecord',
  label: '人员档案',
  titleField: 'recordTitle',
  scope: 'organization',
  keyword: ['recordTitle'],
  sheet: ['person', 'recordKind', 'recordTitle', 'recordedOn', 'validUntil', 'result', 'dose', 'remark'],
  key: ['person', 'recordKind', 'recordTitle', 'recordedOn'],
  fields: {
    person: ref('人员', { to: 'user', required: true }),
    recordKind: dict('档案类别', { dict: 'staffRecordKind', required: true }),
    recordTitle: text('内容', { required: true, max: 200, hint: '职务、培训名称、防护用品或监测周期' }),
    recordedOn: date('日期', { required: true }),
    validUntil: date('有效期至', { hint: '任职、培训、防护用品和个人剂量监测的截止日期' }),
    result: dict('结果', { dict: 'staffRecordResult' }),
    dose: text('剂量结果', { max: 50, hint: '个人剂量监测时填写，例如0.12 mSv' }),
    certificate: file('证明文件', { accept: 'document' }),
    remark: longText('备注', { max: 500 }),
  },
  checks: [{ field: 'recordedOn', notAbove: 'validUntil', message: '日期不能晚于有效期' }],
});
