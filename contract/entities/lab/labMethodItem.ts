import { defineEntity } from '../../entity';
import { decimal, dict, longText, ref, text } from '../../field';

/** 方法适用因素: a hazard that a method measures, and how little of it (DOMAIN §4.2). */
export const labMethodItem = defineEntity({
  name: 'labMethodItem',
  path: 'api/labMethodItem',
  label: '方法适用因素',
  titleField: 'itemName',
  scope: 'shared',
  key: ['method', 'hazard'],
  fields: {
    itemName: text('适用因素名称', { readonly: true, max: 300 }),
    method: ref('检测方法', { required: true, to: 'labMethod' }),
    hazard: ref('危害因素', { required: true, to: 'hazard' }),
    lod: decimal('检出限', { min: '0' }),
    loq: decimal('定量下限', { min: '0' }),
    lodUnit: text('检出限单位', { max: 20, initial: 'μg/mL' }),
    minConc: decimal('最低检出浓度', { unit: 'mg/m³', min: '0' }),
    minQuantConc: decimal('最低定量浓度', { unit: 'mg/m³', min: '0' }),
    volume: decimal('对应采样体积', { unit: 'L', min: '0', hint: '最低检出浓度按此体积给出，报告时按实际体积换算' }),
    dataCertainty: dict('核对情况', { dict: 'dataCertainty', required: true, initial: 'sure' }),
    remark: longText('备注', { max: 300 }),
  },
  sheet: ['method', 'hazard', 'lod', 'loq', 'lodUnit', 'minConc', 'minQuantConc', 'volume', 'dataCertainty', 'remark'],
  checks: [{ field: 'lod', notAbove: 'loq', message: '检出限不能大于定量下限' }],
});
