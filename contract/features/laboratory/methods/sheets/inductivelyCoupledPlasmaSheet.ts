import { spikeRanges } from '@contract/arithmetic/curves/qualityControl';
import { decimal, text } from '@contract/field';
import { solutionFamily } from '../calculation/solutionFamily';
import { straightLineCurve } from './curveColumns';
import { defineSheet } from './methodSheet';

export const inductivelyCoupledPlasmaSheet = defineSheet({
  readings: {
    element: text('元素', { max: 20 }),
    response1: decimal('强度1', { min: '0' }),
    response2: decimal('强度2', { min: '0' }),
    internalStandard: decimal('内标强度', { min: '0' }),
    solutionVolume: decimal('定容/溶液体积', { unit: 'mL', min: '0' }),
    dilution: decimal('稀释倍数', { min: '1' }),
    factor: decimal('换算系数', { min: '0', hint: 'Mn换算为MnO₂为1.5825' }),
    efficiency: decimal('洗脱效率', { unit: '%', min: '0', hint: '不填时按100%计算' }),
  },
  calculated: {
    response: { label: '强度均值' },
    content: { label: '测得浓度', unit: 'μg/mL' },
    blankContent: { label: '空白浓度', unit: 'μg/mL' },
  },
  conditions: ['RF功率', '观测方式', '谱线', '雾化气流量', '内标元素', '消解方法'],
  layouts: [
    {
      key: 'main',
      title: '电感耦合等离子体法检测原始记录',
      formula: 'C=(c-c0)×v×k×f/V0',
      columns: [
        'element',
        'response1',
        'response2',
        'response',
        'internalStandard',
        'content',
        'blankContent',
        'solutionVolume',
        'dilution',
        'factor',
        'efficiency',
      ],
      optional: ['efficiency'],
      family: solutionFamily({
        responses: ['response1', 'response2'],
        label: '强度',
        factor: true,
        efficiency: 'optional',
        usesInternalStandard: true,
        volumeLabel: '定容/溶液体积',
      }),
    },
  ],
  curve: {
    ...straightLineCurve('浓度', 'μg/mL', '强度', '一次曲线或二次曲线；多元素'),
    fits: ['linear', 'quadratic', 'origin', 'weightedX', 'weightedX2'],
  },
  checks: ['blank', 'parallel', 'spike', 'control', 'midpoint'],
  spikeRange: spikeRanges.spectrometry,
  detection: 'blanks',
});
