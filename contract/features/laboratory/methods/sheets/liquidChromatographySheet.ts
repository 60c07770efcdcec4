import { spikeRanges } from '@contract/arithmetic/curves/qualityControl';
import { decimal } from '@contract/field';
import { solutionFamily } from '../calculation/solutionFamily';
import { straightLineCurve } from './curveColumns';
import { defineSheet } from './methodSheet';

export const liquidChromatographySheet = defineSheet({
  readings: {
    response: decimal('峰面积', { min: '0' }),
    blankResponse: decimal('空白峰面积', { min: '0' }),
    solutionVolume: decimal('定容体积', { unit: 'mL', min: '0' }),
    efficiency: decimal('解吸/洗脱效率', { unit: '%', min: '0' }),
    dilution: decimal('稀释倍数', { min: '1' }),
    factor: decimal('换算系数', { min: '0', hint: '测得物与报出物不同时填写' }),
  },
  calculated: { content: { label: '测得浓度', unit: 'μg/mL' } },
  conditions: ['色谱柱', '流动相及比例', '流速', '柱温', '检测波长', '进样量'],
  layouts: [
    {
      key: 'main',
      title: '高效液相色谱法检测原始记录',
      formerTitle: '液相色谱法检测原始记录',
      formula: 'C=(c-c0)×v×k/(V0×E)',
      columns: ['response', 'blankResponse', 'content', 'solutionVolume', 'efficiency', 'dilution', 'factor'],
      optional: ['factor'],
      family: solutionFamily({
        responses: ['response'],
        label: '峰面积',
        arePeakAreas: true,
        efficiency: true,
        factor: 'optional',
        volumeLabel: '定容体积',
      }),
    },
  ],
  curve: straightLineCurve('浓度', 'μg/mL', '峰面积'),
  checks: ['blank', 'parallel', 'spike', 'control', 'midpoint'],
  spikeRange: spikeRanges.chromatography,
  detection: 'blanks',
});
