import { defineEntity } from '@contract/entity';
import { dict, file, integer, longText, ref } from '@contract/field';
import { templateFields, templateLocks } from './template';

/** 报告模板: texts for a kind of report. */
export const reportModule = defineEntity({
  name: 'reportModule',
  path: 'api/reportModule',
  label: '报告模板',
  titleField: 'name',
  scope: 'shared',
  locks: templateLocks,
  fields: {
    ...templateFields,
    kind: dict('报告类别', { dict: 'reportKind', hint: '不选时用于没有专用模板的各类报告' }),
    /**
     * The controlled document that was approved as this version (SPEC §7, report modules). Reports are generated from
     * the rows, not from this file.
     */
    document: file('模板文件', { accept: 'document', hint: '受控的模板原件，随版次保存；报告由系统按模板文字生成' }),
  },
});

export const reportModuleRow = defineEntity({
  name: 'reportModuleRow',
  path: 'api/reportModuleRow',
  label: '报告模板内容',
  titleField: 'section',
  scope: 'shared',
  fields: {
    template: ref('所属模板', { required: true, to: 'reportModule' }),
    rowSort: integer('排序', { min: 0, max: 9999, hint: '不填排在最后' }),
    section: dict('部分', { dict: 'reportSection', required: true }),
    body: longText('文字', {
      required: true,
      max: 4000,
      hint: '可用{用人单位}{项目编号}{受检地址}{检测日期}{不符合项}{报告编号}{机构}',
    }),
  },
});
