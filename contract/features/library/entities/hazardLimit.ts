import { defineEntity } from '@contract/entity';
import { date, decimal, dict, longText, ref, text } from '@contract/field';

/**
 * 职业接触限值: one version of a hazard's limit of one kind. The day of sampling decides which version applies
 * (contract/arithmetic/limits/limitVersions.ts).
 */
export const hazardLimit = defineEntity({
  name: 'hazardLimit',
  path: 'api/hazardLimit',
  label: '职业接触限值',
  titleField: 'limitName',
  scope: 'shared',
  key: ['hazard', 'kind', 'condition', 'effectiveFrom'],
  fields: {
    limitName: text('限值名称', { readonly: true }),
    hazard: ref('危害因素', { required: true, to: 'hazard' }),
    kind: dict('限值类型', { dict: 'limitKind', required: true }),
    condition: dict('适用条件', { dict: 'limitCondition', hint: '物理因素按接触条件分别规定的限值填写' }),
    value: decimal('限值', { required: true, min: '0' }),
    unit: text('单位', { required: true, max: 20, initial: 'mg/m³' }),
    standard: text('标准号', { required: true, max: 100 }),
    clause: text('条款或序号', { max: 50 }),
    effectiveFrom: date('实施日期', { required: true }),
    effectiveUntil: date('失效日期', { hint: '含当日；现行版本不填' }),
    criticalEffect: text('临界不良健康效应'),
    source: text('资料来源', { max: 100 }),
    dataCertainty: dict('核对情况', { dict: 'dataCertainty', required: true, initial: 'sure' }),
    verifiedBy: text('核对人', { readonly: true, max: 200 }),
    verifiedOn: date('核对日期', { readonly: true }),
    remark: longText('备注', { max: 500 }),
  },
  // Heading in templates of earlier versions, which users still have.
  lists: { effectiveFrom: { columnNames: ['生效日期', '施行日期'] } },
  sheet: [
    'hazard',
    'kind',
    'condition',
    'value',
    'unit',
    'standard',
    'clause',
    'effectiveFrom',
    'effectiveUntil',
    'criticalEffect',
    'dataCertainty',
    'remark',
    'source',
  ],
  checks: [{ field: 'effectiveFrom', notAbove: 'effectiveUntil', message: '实施日期不能晚于失效日期' }],
});
