import { defineEntity } from '@contract/entity';
import { dict, file, integer, keyed, ref, text } from '@contract/field';

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
    /** A drawing of the sampling points: the picture below the marks; none for an empty grid. */
    background: file('底图', { accept: 'image' }),
    /** Marks of such a drawing: by the number of a point its place `x y`, as shares of width and height. */
    marks: keyed('测点标记'),
    rowSort: integer('排序', { min: 0, max: 9999 }),
    remark: text('说明'),
  },
});
