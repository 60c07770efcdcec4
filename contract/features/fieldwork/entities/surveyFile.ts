import { defineEntity } from '@contract/entity';
import { dict, file, integer, ref, text } from '@contract/field';

/**
 * 调查附件: drawings and lists of the process, materials, layout and evaluation units, and the plan's map of sampling
 * points (SPEC §7: their upload endpoints).
 */
export const surveyFile = defineEntity({
  name: 'surveyFile',
  path: 'api/surveyFile',
  label: '调查附件',
  titleField: 'title',
  scope: 'organization',
  fields: {
    project: ref('项目', { required: true, to: 'project' }),
    fileKind: dict('附件类别', { dict: 'surveyFileKind', required: true }),
    title: text('名称', { required: true, max: 200 }),
    content: file('文件', { required: true, accept: 'document' }),
    rowSort: integer('排序', { min: 0, max: 9999 }),
    remark: text('说明'),
  },
});
