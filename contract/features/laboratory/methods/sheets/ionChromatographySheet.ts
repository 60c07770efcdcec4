import { spikeRanges } from '@contract/arithmetic/curves/qualityControl';
import { decimal } from '@contract/field';
import { solutionFamily } from '../calculation/solutionFamily';
import { straightLineCurve } from './curveColumns';
import { defineSheet } from './methodSheet';

export const ionChromatographySheet = defineSheet({
  readings: {
    response: decimal('峰面积', { min: '0' }),
    blankResponse: decimal('空白峰面积', { min: '0' }),
    solutionVolume: decimal('吸收/洗脱液体积', { unit: 'mL', min: '0' }),
    dilution: decimal('稀释倍数', { min: '1' }),
    factor: decimal('换算系数', { min: '0', hint: 'Cl⁻换算为HCl为1.0285' }),
    efficiency: decimal('洗脱效率', { unit: '%', min: '0', hint: '不填时按100%计算' }),
  },
  calculated: { content: { label: '测得浓度', unit: 'μg/mL' }, blankContent: { label: '空白浓度', unit: 'μg/mL' } },
  conditions: ['色谱柱', '淋洗液', '流速', '抑制器电流', '定量环'],
  layouts: [
    {
      key: 'main',
      title: '离子色谱法检测原始记录',
      formula: 'C=(c-c0)×v×k×f/V0',
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
      optional: ['efficiency'],
      family: solutionFamily({
        responses: ['response'],
        label: '峰面积',
        arePeakAreas: true,
        factor: true,
        efficiency: 'optional',
        volumeLabel: '吸收/洗脱液体积',
      }),
    },
  ],
  curve: straightLineCurve('离子浓度', 'μg/mL', '峰面积'),
  checks: ['blank', 'parallel', 'spike', 'control', 'midpoint'],
  spikeRange: spikeRanges.spectrometry,
  detection: 'blanks',
});
