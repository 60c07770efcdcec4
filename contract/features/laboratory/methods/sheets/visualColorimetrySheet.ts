import { decimal, dict } from '@contract/field';
import { visualFamily } from '../calculation/aliquotFamily';
import { defineSheet } from './methodSheet';

// The method uses a series of tubes instead of a curve (`tubeColumns`).
export const visualColorimetrySheet = defineSheet({
  readings: {
    totalVolume: decimal('样品溶液总体积', { unit: 'mL', min: '0' }),
    takenVolume: decimal('取样体积', { unit: 'mL', min: '0' }),
    match: dict('匹配方式', { dict: 'visualMatch' }),
    lowTube: decimal('下限管含量', { unit: 'μg', min: '0' }),
    highTube: decimal('上限管含量', { unit: 'μg', min: '0' }),
  },
  calculated: { content: { label: '样品含量', unit: 'μg' } },
  conditions: ['显色剂', '显色温度', '显色时间', '比色管规格'],
  layouts: [
    {
      key: 'main',
      title: '目视比色法检测原始记录',
      formula: 'C=m×(Vt/Va)/V0',
      columns: ['totalVolume', 'takenVolume', 'match', 'lowTube', 'highTube', 'content'],
      curveUnit: 'μg',
      family: visualFamily,
    },
  ],
  checks: ['blank', 'parallel', 'observers'],
  detection: 'tube',
});
