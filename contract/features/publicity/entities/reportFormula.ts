import { defineEntity } from '@contract/entity';
import { date, dateTime, dict, file, flag, integer, longText, ref, region, text } from '@contract/field';
import { publicityStatus, publicityTexts } from '../publicityWire';

/**
 * 报告公示 (DOMAIN §7.5): the published data of one report. The row contains copies of all texts, so that later changes
 * of names do not affect it.
 */
export const reportFormula = defineEntity({
  name: 'reportFormula',
  path: 'api/reportFormula',
  label: '报告公示',
  titleField: 'title',
  scope: 'organization',
  keyword: ['title', 'unitName', 'reportNo'],
  locks: [{ field: 'status', when: [publicityStatus.published], message: publicityTexts.locked }],
  fields: {
    title: text('公示标题', { required: true, max: 120 }),
    project: ref('关联项目', { to: 'project', hint: '可不填；选择后可从项目带出用人单位等内容' }),
    unitName: text('用人单位', { required: true, max: 100 }),
    reportNo: text('报告编号', { required: true, unique: true, max: 50 }),
    reportType: dict('报告类别', { required: true, dict: 'projectType' }),
    reportDate: date('报告日期', { required: true }),
    region: region('所属地区', { required: true }),
    address: text('单位地址', { required: true }),
    contact: text('联系人', { required: true, max: 50 }),
    contactPhone: text('联系电话', { max: 20, hint: '公示时隐去中间数位' }),
    leader: text('项目负责人', { required: true, max: 50 }),
    team: text('项目组人员', { required: true, max: 300, hint: '多人以顿号分隔' }),
    surveyors: text('现场调查人员', { max: 200, hint: '多人以顿号分隔' }),
    surveyFrom: date('调查开始日期'),
    surveyTo: date('调查结束日期'),
    samplers: text('现场采样人员', { max: 200, hint: '多人以顿号分隔' }),
    samplingFrom: date('采样开始日期'),
    samplingTo: date('采样结束日期'),
    testers: text('检测人员', { max: 200, hint: '多人以顿号分隔' }),
    testFrom: date('检测开始日期'),
    testTo: date('检测结束日期'),
    companion: text('用人单位陪同人', { max: 100, hint: '多人以顿号分隔' }),
    companionPublic: flag('公示陪同人姓名', { initial: true }),
    /** Public copy of the report: numbers masked, no specimen signatures. */
    reportFile: file('公示的报告', { readonly: true, accept: 'document' }),
    conclusion: longText('检测结论', { max: 1000, hint: '不得包含国家秘密、商业秘密和个人隐私' }),
    remark: longText('内部备注', { max: 500, hint: '不公示' }),
    status: dict('公示状态', { dict: 'reportPublicity', readonly: true, initial: '0' }),
    publishTime: dateTime('公示时间', { readonly: true }),
    withdrawTime: dateTime('撤回时间', { readonly: true }),
    withdrawReason: text('撤回原因', { readonly: true, max: 500 }),
    viewCount: integer('浏览次数', { readonly: true, initial: 0, unit: '次' }),
  },
  checks: [
    { field: 'surveyFrom', notAbove: 'surveyTo', message: '调查开始日期不能晚于调查结束日期' },
    { field: 'samplingFrom', notAbove: 'samplingTo', message: '采样开始日期不能晚于采样结束日期' },
    { field: 'testFrom', notAbove: 'testTo', message: '检测开始日期不能晚于检测结束日期' },
    { field: 'surveyTo', notAbove: 'reportDate', message: '调查结束日期不能晚于报告日期' },
    { field: 'samplingTo', notAbove: 'reportDate', message: '采样结束日期不能晚于报告日期' },
    { field: 'testTo', notAbove: 'reportDate', message: '检测结束日期不能晚于报告日期' },
  ],
});
