import { defineEntity } from '@contract/entity';
import { date, dict, file, ref, text } from '@contract/field';
import { takeOverTexts } from '../projectTakeOver';

/** 前期资料: a paper about work that was done before the job was taken over, with its scan. */
export const broughtPaper = defineEntity({
  name: 'broughtPaper',
  path: 'api/broughtPaper',
  label: takeOverTexts.papers,
  titleField: 'people',
  scope: 'organization',
  fields: {
    project: ref('项目', { required: true, to: 'project' }),
    stage: dict('阶段', { required: true, dict: 'earlierStage' }),
    paperNo: text('原编号', { max: 100 }),
    doneOn: date('完成日期', { required: true }),
    people: text('办理人', { required: true, max: 200, hint: '原件上的编制人、审核人、采样人等' }),
    scan: file('扫描件', { required: true, accept: 'document' }),
    remark: text('备注', { max: 300 }),
  },
});
