import { defineEntity } from '@contract/entity';
import { dateTime, dict, integer, text } from '@contract/field';

/** 导出任务: a large file that the server creates in the background for one person, who downloads it later. */
export const exportRun = defineEntity({
  name: 'exportRun',
  path: 'api/exportRun',
  label: '导出任务',
  titleField: 'title',
  scope: 'organization',
  timeLabel: '开始时间',
  fields: {
    title: text('名称', { readonly: true, max: 500 }),
    content: dict('内容', { dict: 'exportContent', readonly: true }),
    state: dict('状态', { dict: 'exportState', readonly: true }),
    done: integer('已完成', { readonly: true }),
    total: integer('共', { readonly: true }),
    result: text('说明', { readonly: true, max: 500 }),
    size: text('大小', { readonly: true }),
    sha256: text('SHA-256', { readonly: true }),
    endedAt: dateTime('完成时间', { readonly: true }),
    keptUntil: dateTime('保留至', { readonly: true }),
  },
});
