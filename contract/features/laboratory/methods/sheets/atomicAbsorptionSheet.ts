import { spikeRanges } from '@contract/arithmetic/curves/qualityControl';
import { decimal } from '@contract/field';
import { solutionFamily } from '../calculation/solutionFamily';
import { straightLineCurve } from './curveColumns';
import { defineSheet } from './methodSheet';

export const atomicAbsorptionSheet = defineSheet({
  readings: {
    response1: decimal('吸光度1'),
    response2: decimal('吸光度2'),
    blankResponse: decimal('空白吸光度'),
    solutionVolume: decimal('定容/溶液体积', { unit: 'mL', min: '0' }),
    dilution: decimal('稀释倍数', { min: '1' }),
    factor: decimal('换算系数', { min: '0', hint: 'Mn换算为MnO₂为1.5825' }),
    efficiency: decimal('洗脱效率', { unit: '%', min: '0', hint: '不填时按100%计算' }),
  },
  calculated: {
    response: { label: '均值' },
    content: { label: '测得浓度', unit: 'μg/mL' },
    blankContent: { label: '空白浓度', unit: 'μg/mL' },
  },
  conditions: ['波长', '狭缝', '灯电流', '火焰/石墨炉条件', '消解方法'],
  layouts: [
    {
      key: 'main',
      title: '原子吸收光谱法检测原始记录',
      formerTitle: '原子吸收分光光度法检测原始记录',
      formula: 'C=(c-c0)×v×k×f/V0',
      columns: [
        'response1',
        'response2',
        'response',
        'blankResponse',
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
        label: '吸光度',
        readingsRsd: '5',
        factor: true,
        efficiency: 'optional',
        volumeLabel: '定容/溶液体积',
      }),
    },
  ],
  curve: straightLineCurve('浓度', 'μg/mL', '吸光度'),
  checks: ['blank', 'parallel', 'spike', 'control', 'midpoint'],
  spikeRange: spikeRanges.spectrometry,
  detection: 'blanks',
});
