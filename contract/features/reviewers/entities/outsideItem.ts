import { defineEntity } from '@contract/entity';
import { decimal, dict, integer, longText, ref, text } from '@contract/field';

/** A line of a task's check form: the question is fixed, the reviewer judges it. */
export const outsideItem = defineEntity({
  name: 'outsideItem',
  path: 'api/sfQualityItem',
  label: '检查项',
  titleField: 'content',
  scope: 'organization',
  fields: {
    task: ref('任务', { to: 'outsideTask', readonly: true }),
    rowSort: integer('序号', { readonly: true }),
    category: text('类别', { readonly: true, max: 40 }),
    content: text('检查内容', { readonly: true, max: 200 }),
    fullScore: decimal('分值', { digits: 1, readonly: true }),
    result: dict('结果', { dict: 'outsideResult' }),
    score: decimal('得分', { digits: 1, min: '0', hint: '不填时：符合为满分，不符合为0分' }),
    remark: longText('说明', { max: 300 }),
  },
  // This check applies while the form is filled in. The full score is not sent, so the server compares with its own
  // row (`itemPolicy`).
  checks: [{ field: 'score', notAbove: 'fullScore', message: '得分不能超过分值' }],
});
