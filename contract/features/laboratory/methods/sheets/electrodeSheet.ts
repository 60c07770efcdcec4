import { electrodeRule } from '@contract/arithmetic/curves/curveAcceptance';
import { spikeRanges } from '@contract/arithmetic/curves/qualityControl';
import { decimal } from '@contract/field';
import { solutionFamily } from '../calculation/solutionFamily';
import { defineSheet } from './methodSheet';

export const electrodeSheet = defineSheet({
  readings: {
    response: decimal('电位', { unit: 'mV' }),
    blankResponse: decimal('空白电位', { unit: 'mV' }),
    solutionVolume: decimal('定容/溶液体积', { unit: 'mL', min: '0' }),
    dilution: decimal('稀释倍数', { min: '1' }),
    factor: decimal('换算系数', { min: '0', hint: '测得物与报出物不同时填写' }),
    efficiency: decimal('洗脱效率', { unit: '%', min: '0', hint: '不填时按100%计算' }),
  },
  calculated: { content: { label: '测得浓度', unit: 'μg/mL' }, blankContent: { label: '空白浓度', unit: 'μg/mL' } },
  conditions: ['电极型号', '溶液温度', 'TISAB', '搅拌/平衡时间'],
  layouts: [
    {
      key: 'main',
      title: '离子选择电极法检测原始记录',
      formula: 'C=(c-c0)×v×k/V0',
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
      family: solutionFamily({
        responses: ['response'],
        label: '电位',
        factor: 'optional',
        efficiency: 'optional',
        volumeLabel: '定容/溶液体积',
      }),
    },
  ],
  curve: {
    x: '浓度',
    unit: 'μg/mL',
    y: '电位',
    responseUnit: 'mV',
    replicates: 2,
    fits: ['semiLog'],
    rule: electrodeRule,
    note: '半对数 E=a+S·lg c',
  },
  checks: ['blank', 'parallel', 'spike', 'control', 'midpoint', 'slope'],
  spikeRange: spikeRanges.spectrometry,
  detection: 'blanks',
});
