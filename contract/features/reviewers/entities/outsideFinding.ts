import { defineEntity } from '@contract/entity';
import { dateTime, dict, file, longText, ref, text } from '@contract/field';

/** 检查发现: the reviewer's finding, the laboratory's answer, and whether the reviewer accepts it. */
export const outsideFinding = defineEntity({
  name: 'outsideFinding',
  path: 'api/sfFinding',
  label: '检查发现',
  titleField: 'findingNo',
  scope: 'organization',
  fields: {
    findingNo: text('编号', { readonly: true, unique: true, max: 60 }),
    task: ref('任务', { to: 'outsideTask', required: true }),
    severity: dict('程度', { dict: 'findingSeverity', required: true }),
    description: longText('问题描述', { required: true, max: 1000 }),
    requirement: longText('依据与整改要求', { max: 500 }),
    evidence: file('证据', { accept: 'document' }),
    answer: longText('整改答复', { readonly: true, max: 1000 }),
    answerFile: file('答复附件', { accept: 'document', readonly: true }),
    answeredBy: ref('答复人', { to: 'user', readonly: true }),
    answeredAt: dateTime('答复时间', { readonly: true }),
    verdict: dict('复核意见', { dict: 'findingVerdict', readonly: true }),
    verdictRemark: longText('复核说明', { readonly: true, max: 500 }),
  },
});
