import { defineEntity } from '@contract/entity';
import { date, dateTime, dict, file, text } from '@contract/field';
import { templateFields, templateLocks } from './template';

const { industry: _industry, ...layoutFields } = templateFields;

/** 自定义版式: an organization's own Word or Excel form with placeholders, in versions. */
export const paperLayout = defineEntity({
  name: 'paperLayout',
  path: 'api/paperLayout',
  label: '自定义版式',
  titleField: 'name',
  scope: 'shared',
  locks: templateLocks,
  fields: {
    ...layoutFields,
    name: text('版式名称', { required: true, max: 100 }),
    kind: dict('适用文件', { dict: 'layoutKind', required: true }),
    methodKind: dict('检测方法', { dict: 'labMethodKind', hint: '仅检测原始记录；不选时用于没有专用版式的各种方法' }),
    document: file('版式文件', {
      accept: 'layout',
      hint: '占位符写作{报告编号}；可用的占位符和示例版式见版式详情',
    }),
    controlNo: text('受控编号', { required: true, max: 60 }),
    validFrom: date('生效日期', { required: true }),
    approvedBy: text('批准人', { readonly: true, max: 60 }),
    approvedAt: dateTime('批准时间', { readonly: true }),
    /** Moment at which the layout was retired; empty where a later version replaced it. */
    retiredAt: dateTime('停用时间', { readonly: true }),
  },
});
