import { spikeRanges } from '@contract/arithmetic/curves/qualityControl';
import { decimal } from '@contract/field';
import { aliquotFamily, pcl3Family } from '../calculation/aliquotFamily';
import { straightLineCurve } from './curveColumns';
import { defineSheet } from './methodSheet';

export const spectrophotometrySheet = defineSheet({
  readings: {
    response: decimal('吸光度'),
    blankResponse: decimal('空白吸光度'),
    oxidised: decimal('氧化管吸光度'),
    unoxidised: decimal('未氧化管吸光度'),
    totalVolume: decimal('样品溶液总体积', { unit: 'mL', min: '0' }),
    takenVolume: decimal('取样体积', { unit: 'mL', min: '0' }),
    dilution: decimal('稀释倍数', { min: '1' }),
  },
  calculated: {
    content: { label: '含量', unit: 'μg' },
    oxidisedContent: { label: '氧化管含量', unit: 'μg' },
    unoxidisedContent: { label: '未氧化管含量', unit: 'μg' },
    difference: { label: '差值含量', unit: 'μg' },
  },
  conditions: ['波长', '比色皿光程', '显色温度/时间', '参比'],
  layouts: [
    {
      key: 'main',
      title: '分光光度法检测原始记录',
      formula: 'C=m×(Vt/Va)×k/V0',
      columns: ['response', 'blankResponse', 'content', 'totalVolume', 'takenVolume', 'dilution'],
      curveUnit: 'μg/管',
      family: aliquotFamily,
    },
    {
      key: 'pcl3',
      title: '三氯化磷分光光度法检测原始记录',
      formula: 'C=(m氧化-m未氧化)×f×(Vt/Va)/V0',
      columns: [
        'oxidised',
        'unoxidised',
        'oxidisedContent',
        'unoxidisedContent',
        'difference',
        'totalVolume',
        'takenVolume',
      ],
      labels: { totalVolume: { label: '总体积', unit: 'mL' } },
      curveUnit: 'μg/管',
      family: pcl3Family,
    },
  ],
  curve: straightLineCurve('含量', 'μg/管', '吸光度', '三氯化磷曲线以PCl₃或P计'),
  checks: ['blank', 'parallel', 'spike', 'control', 'midpoint'],
  spikeRange: spikeRanges.spectrometry,
  detection: 'blanks',
});
