import { defineEntity } from '@contract/entity';
import { date, dict, longText, text } from '@contract/field';

/** 行业风险分类: the risk class of an industry (建设项目职业病危害风险分类管理目录), printed in the report. */
export const industryRisk = defineEntity({
  name: 'industryRisk',
  path: 'api/industryRisk',
  label: '行业风险分类',
  titleField: 'name',
  scope: 'shared',
  keyword: ['name', 'code', 'divisionName'],
  key: ['name', 'code', 'riskClass'],
  fields: {
    name: text('行业名称', { required: true, max: 200 }),
    code: text('行业代码', { max: 20 }),
    sector: text('门类', { max: 10 }),
    division: text('大类代码', { max: 10 }),
    divisionName: text('大类名称', { max: 100 }),
    riskClass: dict('风险分类', { dict: 'industryRiskClass', required: true }),
    condition: text('适用条件', { max: 300 }),
    document: text('依据', { max: 200 }),
    issued: date('发布日期'),
    dataCertainty: dict('核对情况', { dict: 'dataCertainty', required: true, initial: 'sure' }),
    remark: longText('备注', { max: 500 }),
  },
  sheet: [
    'name',
    'code',
    'sector',
    'division',
    'divisionName',
    'riskClass',
    'condition',
    'document',
    'issued',
    'dataCertainty',
    'remark',
  ],
});
