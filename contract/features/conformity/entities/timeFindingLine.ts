import { defineEntity } from '@contract/entity';
import { dict, ref, text } from '@contract/field';

/**
 * 时间核查: a contradiction to a time rule in an active project. It has no table: the server compares the rows of all
 * projects, people and instruments.
 */
export const timeFindingLine = defineEntity({
  name: 'timeFinding',
  path: 'api/timeFinding',
  label: '时间核查',
  titleField: 'message',
  scope: 'organization',
  keyword: ['message', 'code', 'projectName'],
  fields: {
    code: text('项目编号', { readonly: true }),
    projectName: text('项目名称', { readonly: true }),
    level: dict('程度', { dict: 'timeLevel', readonly: true }),
    message: text('核查结果', { readonly: true }),
    rule: text('规则', { readonly: true }),
    clause: text('条款', { readonly: true }),
    leader: ref('项目负责人', { to: 'user', readonly: true }),
  },
});
