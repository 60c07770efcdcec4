import { defineEntity } from '@contract/entity';
import { decimal, flag, integer, ref, text } from '@contract/field';

/** 级别 of a curve, or 管 of a standard series. */
export const labCurvePoint = defineEntity({
  name: 'labCurvePoint',
  path: 'api/labCurvePoint',
  label: '曲线点',
  titleField: 'x',
  scope: 'organization',
  fields: {
    curve: ref('标准曲线', { required: true, to: 'labCurve' }),
    rowSort: integer('浓度点', { min: 0, max: 100_000 }),
    standardVolume: decimal('标准溶液体积', { min: '0', unit: 'mL' }),
    x: decimal('浓度/含量', { required: true, min: '0' }),
    y1: decimal('响应值1'),
    y2: decimal('响应值2'),
    y3: decimal('响应值3'),
    /** Volume of the absorbing liquid; set only for a tube. */
    absorberVolume: decimal('吸收液体积', { min: '0', unit: 'mL' }),
    colour: text('颜色描述', { max: 50 }),
    /** The level is excluded from the fit; a reason is required (QUALITY §1, 12). */
    excluded: flag('剔除'),
    excludedReason: text('剔除原因', { max: 200 }),
  },
});
