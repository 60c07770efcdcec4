import { defineEntity } from '@contract/entity';
import { date, decimal, dict, flag, longText, ref, text } from '@contract/field';

/** 方法适用因素: a hazard that a method measures, with its detection limit (DOMAIN §4.2). */
export const labMethodItem = defineEntity({
  name: 'labMethodItem',
  path: 'api/labMethodItem',
  label: '方法适用因素',
  titleField: 'itemName',
  scope: 'shared',
  key: ['method', 'hazard'],
  extraFilters: { replaced: flag('已由本机构数据代替') },
  fields: {
    itemName: text('适用因素名称', { readonly: true, max: 300 }),
    method: ref('检测方法', { required: true, to: 'labMethod' }),
    hazard: ref('危害因素', { required: true, to: 'hazard' }),
    lod: decimal('检出限', { min: '0' }),
    loq: decimal('定量下限', { min: '0' }),
    /** Upper end of the method's range, in the unit of the detection limit. */
    rangeTop: decimal('测定范围上限', { min: '0', hint: '单位与检出限相同；标准曲线的最高点不能超过' }),
    lodUnit: text('检出限单位', { max: 20, initial: 'μg/mL' }),
    minConc: decimal('最低检出浓度', { unit: 'mg/m³', min: '0' }),
    minQuantConc: decimal('最低定量浓度', { unit: 'mg/m³', min: '0' }),
    volume: decimal('对应采样体积', { unit: 'L', min: '0', hint: '最低检出浓度按此体积给出，报告时按实际体积换算' }),
    /** Relative expanded uncertainty U (JJF 1059.1) of results between the two concentrations. */
    uncertainty: decimal('相对扩展不确定度', {
      unit: '%',
      min: '0',
      hint: '按本机构的评定填写，随记录和报告打印，不改变判定',
    }),
    coverage: decimal('包含因子k', { min: '1', max: '4' }),
    uncertaintyLow: decimal('不确定度适用浓度下限', { unit: 'mg/m³', min: '0' }),
    uncertaintyHigh: decimal('不确定度适用浓度上限', { unit: 'mg/m³', min: '0' }),
    /** Uncertainty at other levels (contract/rules/uncertaintyLevels.ts). */
    uncertaintyLevels: text('其他浓度水平的不确定度', {
      max: 500,
      rule: 'uncertaintyLevels',
      hint: '例如：0.1～1：20%（k=2）；20～100：8%（k=2），浓度单位mg/m³，各水平不能重叠',
    }),
    uncertaintySource: text('不确定度来源', { max: 200, hint: '评定报告编号或方法标准条款' }),
    uncertaintyFrom: date('不确定度启用日期'),
    storageCondition: text('样品保存条件', { max: 100, hint: '与方法的保存条件不同时填写' }),
    dataCertainty: dict('核对情况', { dict: 'dataCertainty', required: true, initial: 'sure' }),
    remark: longText('备注', { max: 300 }),
  },
  lists: {
    method: {
      columnNames: [
        '依据的标准(方法)名称及编号(含年号)',
        '依据的标准（方法）名称及编号',
        '标准(方法)名称及编号',
        '依据的标准',
        '检测依据',
        '标准依据',
        '检测方法标准',
      ],
      standard: 'number',
      appendedColumns: ['方法', '检测方法', '分析方法', '方法名称'],
    },
    hazard: {
      columnNames: ['项目/参数', '项目（参数）', '项目', '参数', '检测项目', '检测参数', '因素', '因素名称'],
    },
    lod: { columnNames: ['方法检出限', '检出浓度'] },
    minConc: { columnNames: ['最低检测浓度', '最低检出质量浓度'] },
    loq: { columnNames: ['定量限', '方法定量限'] },
    remark: { columnNames: ['限制范围及说明', '限制范围', '说明'] },
  },
  sheet: [
    'method',
    'hazard',
    'lod',
    'loq',
    'rangeTop',
    'lodUnit',
    'minConc',
    'minQuantConc',
    'volume',
    'uncertainty',
    'coverage',
    'uncertaintyLow',
    'uncertaintyHigh',
    'uncertaintyLevels',
    'uncertaintySource',
    'uncertaintyFrom',
    'dataCertainty',
    'remark',
    'storageCondition',
  ],
  checks: [
    { field: 'lod', notAbove: 'loq', message: '检出限不能大于定量下限' },
    { field: 'loq', notAbove: 'rangeTop', message: '定量下限不能大于测定范围上限' },
    { field: 'uncertaintyLow', notAbove: 'uncertaintyHigh', message: '不确定度适用浓度下限不能大于上限' },
  ],
});
