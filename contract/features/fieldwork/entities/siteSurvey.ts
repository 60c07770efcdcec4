import { defineEntity } from '@contract/entity';
import { date, decimal, integer, longText, ref, refs, text } from '@contract/field';

/** 现场调查: the head of a project's survey, one per project. Its rows are `siteHazard`, its files `surveyFile`. */
export const siteSurvey = defineEntity({
  name: 'siteSurvey',
  path: 'api/siteSurvey',
  label: '现场调查',
  titleField: 'product',
  scope: 'organization',
  fields: {
    project: ref('项目', { required: true, unique: true, to: 'project' }),
    surveyedOn: date('调查日期'),
    surveyors: refs('调查人', { to: 'user', hint: '由项目负责人、项目组和上次调查带出，请核对' }),
    companionName: text('陪同人', { max: 50 }),
    product: text('主要产品与产量', { max: 300 }),
    workers: integer('劳动定员', { min: 0, max: 999_999, unit: '人' }),
    shiftSystem: text('工作班制', { max: 100 }),
    designTemperature: decimal('通风设计温度', {
      digits: 1,
      min: '0',
      max: '50',
      unit: '℃',
      hint: '当地夏季室外通风设计温度，检测高温时填写；达到30 ℃的，WBGT限值增加1 ℃',
    }),
    process: longText('工艺流程说明', { max: 5000 }),
    materials: longText('原辅材料说明', { max: 5000 }),
    layout: longText('设备布局说明', { max: 5000 }),
    unit: longText('评价单元划分', { max: 5000 }),
    remark: longText('备注', { max: 1000 }),
    /** Template on which the survey is based, with its version. */
    template: ref('采用的模板', { to: 'siteSurveyModule', readonly: true }),
    copiedFrom: ref('复制自项目', { to: 'project', readonly: true }),
  },
});
