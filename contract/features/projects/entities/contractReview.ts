import { defineEntity } from '@contract/entity';
import { dateTime, dict, longText, ref, text } from '@contract/field';

const questionField = (label: string) => dict(label, { dict: 'reviewAnswer' });

/** 合同评审 (RB/T 214 4.5.4): questions to answer before an order is accepted; one per project. */
export const contractReview = defineEntity({
  name: 'contractReview',
  path: 'api/contractReview',
  label: '合同评审',
  titleField: 'conclusion',
  scope: 'organization',
  fields: {
    project: ref('项目', { required: true, unique: true, to: 'project' }),
    requirement: questionField('客户要求明确、合法'),
    method: questionField('检测方法适用、现行有效'),
    ability: questionField('人员、设备、资质能力满足'),
    schedule: questionField('工期可以满足'),
    subcontract: questionField('分包经客户同意'),
    secrecy: questionField('保密与公正性无冲突'),
    price: questionField('费用已约定'),
    subcontractor: text('分包机构与项目', { max: 200, hint: '有分包时填写' }),
    conclusion: text('评审结论', { required: true, max: 200, initial: '同意承接' }),
    opinion: longText('评审意见', { max: 1000 }),
    reviewer: ref('评审人', { to: 'user', readonly: true }),
    reviewedAt: dateTime('评审时间', { readonly: true }),
  },
});

/** Questions in order. Each requires an answer before the contract can be approved. */
export const reviewQuestions = [
  'requirement',
  'method',
  'ability',
  'schedule',
  'subcontract',
  'secrecy',
  'price',
] as const;
