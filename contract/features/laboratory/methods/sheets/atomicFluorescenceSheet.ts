import { spikeRanges } from '@contract/arithmetic/curves/qualityControl';
import { decimal } from '@contract/field';
import { solutionFamily } from '../calculation/solutionFamily';
import { straightLineCurve } from './curveColumns';
import { defineSheet } from './methodSheet';

export const atomicFluorescenceSheet = defineSheet({
  readings: {
    response: decimal('荧光强度'),
    blankResponse: decimal('空白强度'),
    solutionVolume: decimal('定容/溶液体积', { unit: 'mL', min: '0' }),
    dilution: decimal('稀释倍数', { min: '1' }),
    factor: decimal('换算系数', { min: '0', hint: '测得物与报出物不同时填写' }),
    efficiency: decimal('洗脱效率', { unit: '%', min: '0', hint: '不填时按100%计算' }),
  },
  calculated: { content: { label: '测得浓度', unit: 'ng/mL' }, blankContent: { label: '空白浓度', unit: 'ng/mL' } },
  conditions: ['灯电流', '负高压', '载气/屏蔽气流量', '还原剂', '消解方法'],
  layouts: [
    {
      key: 'main',
      title: '原子荧光光谱法检测原始记录',
      formerTitle: '原子荧光法检测原始记录',
      formula: 'C=(c-c0)×v×k/(V0×1000)',
      columns: [
        'response',
        'blankResponse',
        'content',
        'blankContent',
        'solutionVolume',
        'dilution',
        'factor',
        'efficiency',
      ],
      optional: ['factor', 'efficiency'],
      curveUnit: 'ng/mL',
      family: solutionFamily({
        responses: ['response'],
        label: '荧光强度',
        factor: 'optional',
        efficiency: 'optional',
        volumeLabel: '定容/溶液体积',
      }),
    },
  ],
  curve: straightLineCurve('浓度', 'ng/mL', '荧光强度'),
  checks: ['blank', 'parallel', 'spike', 'control', 'midpoint'],
  spikeRange: spikeRanges.chromatography,
  detection: 'blanks',
});
