import { decimal, text } from '@contract/field';
import { genericFamily } from '../calculation/genericFamily';
import { familyOf } from '../physical/physicalFamily';
import { type PhysicalForm, unitOf } from '../physical/physicalForm';
import { physicalForms } from '../physical/physicalForms';
import { defineSheet, type Layout } from './methodSheet';

/**
 * Builds a layout of the general record from a form. The form determines the unit and the mean; nobody types an
 * expression (GBZ 331-2024 F.16–F.27).
 */
const layoutOfForm = (form: PhysicalForm): Layout => ({
  key: form.key,
  title: form.title,
  formula: form.formula,
  readings: form.readings,
  ...(form.optional ? { optional: form.optional } : {}),
  ...(form.onlyFilled ? { onlyFilled: form.onlyFilled } : {}),
  fixedUnit: (readings) => unitOf(form, readings),
  columns: [...Object.keys(form.readings), ...Object.keys(form.calculated ?? {})],
  labels: { reported: { label: '报出结果', ...(typeof form.unit === 'string' ? { unit: form.unit } : {}) } },
  before: ['serial', 'sampleNo', 'siteName'],
  after: ['reported', 'resultUnit', 'notes', 'remark'],
  family: familyOf(form),
});

export const genericTestSheet = defineSheet({
  readings: {
    p1: decimal('参数1'),
    p2: decimal('参数2'),
    p3: decimal('参数3'),
    expression: text('计算式', { hint: '可用变量：p1、p2、p3、V、V0；不填则取参数的平均值，单位为dB的取能量平均值' }),
    unit: text('单位', { max: 20 }),
  },
  calculated: {
    value: { label: '检测结果' },
    ...Object.assign({}, ...physicalForms.map(({ calculated }) => calculated ?? {})),
  },
  conditions: ['方法名称', '滴定液浓度/直读仪器编号'],
  layouts: [
    {
      key: 'main',
      title: '检测原始记录（通用）',
      formerTitle: '检测原始记录(通用)',
      formula: '',
      columns: ['p1', 'p2', 'p3', 'expression', 'value', 'unit'],
      // Each row has its own unit.
      labels: { reported: { label: '报出结果' } },
      after: ['reported', 'notes', 'remark'],
      family: genericFamily,
    },
    ...physicalForms.map(layoutOfForm),
  ],
  checks: ['blank', 'parallel'],
});
