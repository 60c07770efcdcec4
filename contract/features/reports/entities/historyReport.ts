import { defineEntity } from '@contract/entity';
import { date, dict, file, longText, ref, text } from '@contract/field';

/**
 * 历史报告: a report that the organization issued before it used the product, imported for search, the history of the
 * unit and retention. It is never signed or issued here.
 */
export const historyReport = defineEntity({
  name: 'historyReport',
  path: 'api/historyReport',
  label: '历史报告',
  titleField: 'reportNo',
  scope: 'organization',
  keyword: ['reportNo', 'conclusion', 'fileName'],
  fields: {
    reportNo: text('报告编号', { required: true, unique: true, max: 100 }),
    unit: ref('受检单位', { required: true, to: 'inspectUnit' }),
    reportKind: dict('报告类别', { dict: 'projectType' }),
    issuedOn: date('签发日期', { required: true }),
    sampledOn: date('采样日期'),
    conclusion: longText('结论', { max: 1000 }),
    exceeded: text('超标因素', { max: 300, hint: '多个因素以顿号分隔；没有超标时不填' }),
    signer: text('签发人', { max: 50, hint: '原报告上的签发人，本系统不签名' }),
    fileName: text('文件', { max: 200, hint: '原报告的文件名，上传报告文件时按它或报告编号对应' }),
    paper: file('报告文件', { accept: 'document' }),
    /** Last day of retention, counted from the day of issue by the organization's rule. */
    keptUntil: date('保存至', { readonly: true }),
    remark: longText('备注', { max: 500 }),
  },
  lists: {
    reportNo: { columnNames: ['报告号', '编号', '检测报告编号', '报告流水号', '报告文号', '流水号', '报告序号'] },
    unit: {
      columnNames: [
        '单位名称',
        '受检单位名称',
        '被检单位',
        '企业名称',
        '用人单位',
        '用人单位名称',
        '客户名称',
        '委托单位',
        '客户',
      ],
    },
    reportKind: { columnNames: ['类别', '检测类别', '检测类型', '项目类型', '报告类型', '检测性质', '类型'] },
    issuedOn: {
      columnNames: [
        '出具日期',
        '报告日期',
        '发放日期',
        '签发时间',
        '批准日期',
        '报告时间',
        '报告出具时间',
        '报告出具日期',
        '出报告日期',
        '发出日期',
        '出具时间',
      ],
    },
    sampledOn: { columnNames: ['采样时间', '现场采样日期', '现场采样时间', '检测日期', '检测时间', '采样检测日期'] },
    conclusion: { columnNames: ['检测结论', '检测结果', '结果', '评价结论', '是否合格'] },
    exceeded: { columnNames: ['超标项目', '超标因素', '超标情况', '超标危害因素'] },
    signer: { columnNames: ['授权签字人', '批准人', '批准', '签发', '签字人', '报告签发人'] },
    fileName: { columnNames: ['文件名', '附件', '文件名称', '电子版', '扫描件', 'PDF文件'] },
  },
  sheet: [
    'reportNo',
    'unit',
    'reportKind',
    'issuedOn',
    'sampledOn',
    'conclusion',
    'exceeded',
    'signer',
    'fileName',
    'remark',
  ],
  checks: [{ field: 'sampledOn', notAbove: 'issuedOn', message: '采样日期不能晚于签发日期' }],
});
