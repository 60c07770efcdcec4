import { defineEntity } from '@contract/entity';
import { dateTime, decimal, dict, longText, ref, text } from '@contract/field';

/** Samples that a blind sample may join: taken on site or brought, and not tested yet. */
const openSamples = {
  sampleKind: ['sample'],
  state: ['collected', 'received', 'distributed', 'testing'],
} as const;

/**
 * 密码样: a sample that the quality officer adds to a batch until its tests end (GBZ 331-2024 8.2.5.4). In the
 * laboratory it is an ordinary sample; only this row tells that it is none.
 */
export const blindSample = defineEntity({
  name: 'blindSample',
  path: 'api/blindSample',
  label: '密码样',
  titleField: 'sampleNo',
  scope: 'organization',
  keyword: ['sampleNo', 'material'],
  within: { model: { field: 'project', as: 'project', only: openSamples } },
  sheet: [
    'sampleNo',
    'project',
    'blindKind',
    'modelNo',
    'material',
    'content',
    'contentBasis',
    'uncertainty',
    'maxDeviation',
    'outcome',
    'judgedAt',
    'judgement',
    'remark',
  ],
  fields: {
    project: ref('项目', { required: true, to: 'project' }),
    blindKind: dict('类别', { dict: 'blindKind', required: true, initial: 'parallel' }),
    /** Sample whose place, day, collector and readings the blind sample carries; its other half if it is a parallel. */
    model: ref('同批样品', {
      required: true,
      to: 'sample',
      hint: '同一项目尚未测完的样品；平行样与其比较，质控样沿用其采样信息',
    }),
    material: text('质控样名称/批号', { max: 100, hint: '密码质控样填写' }),
    content: decimal('标准值', { min: '0', hint: '密码质控样填写' }),
    contentBasis: dict('标准值单位', { dict: 'blindContentBasis', initial: 'mass' }),
    uncertainty: decimal('扩展不确定度U（k=2）', { min: '0', hint: '填写后按不确定度评价，不填按回收率评价' }),
    maxDeviation: decimal('相对偏差允许值', {
      unit: '%',
      digits: 1,
      min: '0',
      max: '100',
      hint: '密码平行样；不填时按方法库，方法库没有时为10',
    }),
    sample: ref('样品', { to: 'sample', readonly: true }),
    sampleNo: text('样品编号', { readonly: true, max: 60 }),
    modelNo: text('同批样品编号', { readonly: true, max: 60 }),
    judgedAt: dateTime('评价时间', { readonly: true }),
    outcome: dict('结论', { dict: 'blindOutcome', readonly: true, initial: 'waiting' }),
    /** One line per hazard: results, deviation or recovery, limit, verdict. */
    judgement: longText('评价', { readonly: true, max: 4000 }),
    remark: longText('备注', { max: 500 }),
  },
});
