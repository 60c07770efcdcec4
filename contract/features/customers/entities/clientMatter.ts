import { defineEntity } from '@contract/entity';
import { date, dateTime, dict, flag, longText, ref, text } from '@contract/field';

/** 客户往来: a thread of requests between the organization and the client of a project. */
export const clientMatter = defineEntity({
  name: 'clientMatter',
  path: 'api/clientMatter',
  label: '客户往来',
  titleField: 'title',
  scope: 'organization',
  fields: {
    project: ref('项目', { required: true, to: 'project' }),
    matterKind: dict('类型', { dict: 'clientMatterKind', required: true }),
    title: text('标题', { required: true, max: 100 }),
    content: longText('内容', { max: 2000 }),
    /** Date by which a requested document is wanted. */
    dueOn: date('希望提供日期'),
    /** Day of a visit, which the client confirms. */
    visitOn: date('到场日期'),
    state: dict('状态', { dict: 'clientMatterState', readonly: true, initial: 'open' }),
    /** The client started the thread. */
    fromClient: flag('企业发起', { readonly: true }),
    author: text('发起人', { readonly: true, max: 100 }),
    closedAt: dateTime('办结时间', { readonly: true }),
  },
});
