import { spikeRanges } from '@contract/arithmetic/curves/qualityControl';
import { decimal } from '@contract/field';
import { solutionFamily } from '../calculation/solutionFamily';
import { straightLineCurve } from './curveColumns';
import { defineSheet } from './methodSheet';

export const solventElutionSheet = defineSheet({
  readings: {
    response: decimal('响应值', { min: '0' }),
    solutionVolume: decimal('洗脱液体积', { unit: 'mL', min: '0' }),
    efficiency: decimal('洗脱效率', { unit: '%', min: '0' }),
    dilution: decimal('稀释倍数', { min: '1' }),
    factor: decimal('换算系数', { min: '0', hint: '测得物与报出物不同时填写' }),
  },
  calculated: { content: { label: '测得浓度', unit: 'μg/mL' }, blankContent: { label: '空白浓度', unit: 'μg/mL' } },
  conditions: ['洗脱溶剂', '洗脱时间', '洗脱方式(浸泡/超声)'],
  layouts: [
    {
      key: 'main',
      title: '溶剂洗脱法检测原始记录',
      formula: 'C=(c-c0)×v×k/(V0×E)',
      columns: ['response', 'content', 'blankContent', 'solutionVolume', 'efficiency', 'dilution', 'factor'],
      optional: ['factor'],
      family: solutionFamily({
        responses: ['response'],
        label: '响应值',
        efficiency: true,
        factor: 'optional',
        volumeLabel: '洗脱液体积',
      }),
    },
  ],
  curve: straightLineCurve('浓度', 'μg/mL', '响应值'),
  checks: ['blank', 'parallel', 'spike', 'control', 'midpoint'],
  spikeRange: spikeRanges.chromatography,
  detection: 'blanks',
});
