import { defineEntity } from '@contract/entity';
import { date, flag, integer, text } from '@contract/field';

/**
 * 企业项目: the data of a project that the client of a unit sees. It has no table: the server selects them field by
 * field.
 */
export const enterpriseProject = defineEntity({
  name: 'enterpriseProject',
  path: 'api/enterprise/projects',
  label: '企业项目',
  titleField: 'projectName',
  scope: 'organization',
  fields: {
    projectName: text('项目名称', { readonly: true }),
    code: text('项目编号', { readonly: true }),
    unitName: text('受检单位', { readonly: true }),
    typeName: text('项目类型', { readonly: true }),
    dueOn: date('计划完成', { readonly: true }),
    progress: text('进度', { readonly: true }),
    ended: flag('已终止', { readonly: true }),
    reports: integer('报告', { readonly: true }),
  },
  extraFilters: { state: text('范围'), belongInspect: text('受检单位') },
});
