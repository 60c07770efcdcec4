import { defineEntity } from '@contract/entity';
import { dict, integer, text } from '@contract/field';

/** 审计日志: who did what to which row, when, from where and why. The server writes it; nobody can change it. */
export const auditLog = defineEntity({
  name: 'auditLog',
  path: 'api/auditLog',
  label: '审计日志',
  titleField: 'title',
  scope: 'organization',
  ownerless: true,
  keyword: ['title', 'userName', 'entityLabel'],
  timeLabel: '操作时间',
  sheet: ['createTime', 'userName', 'action', 'entityLabel', 'entityId', 'title', 'reason', 'ip', 'requestId'],
  extraFilters: { changed: text('改动字段', { hint: '字段名称，如到期日' }) },
  fields: {
    userName: text('操作人', { readonly: true }),
    action: dict('操作', { dict: 'auditAction', readonly: true }),
    entity: text('对象代码', { readonly: true }),
    entityLabel: text('对象', { readonly: true }),
    entityId: integer('对象编号', { readonly: true }),
    title: text('名称', { readonly: true, max: 500 }),
    reason: text('原因', { readonly: true, max: 500 }),
    ip: text('IP地址', { readonly: true }),
    requestId: text('请求编号', { readonly: true }),
    /**
     * Organization in whose former installation the line was written, before it was imported with the organization's
     * data.
     */
    former: text('原系统', { readonly: true, max: 200 }),
  },
});
