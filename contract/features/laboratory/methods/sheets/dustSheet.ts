import { decimal, dict, text } from '@contract/field';
import { dustFamily } from '../calculation/dustFamily';
import { defineSheet } from './methodSheet';

const massField = (label: string) => decimal(label, { unit: 'mg', min: '0' });

export const dustSheet = defineSheet({
  readings: {
    filterNo: text('滤膜编号', { max: 40 }),
    dustType: dict('粉尘类型', { dict: 'dustType' }),
    before1: massField('采样前质量1'),
    before2: massField('采样前质量2'),
    after1: massField('采样后质量1'),
    after2: massField('采样后质量2'),
    after3: massField('采样后质量3'),
    after4: massField('采样后质量4'),
    // Added later: when and on what balance the filter was weighed before it was handed out (GBZ/T 192.1-2025).
    beforeAt: text('采样前称量时间', { max: 16, hint: '例如2026-03-02 09:10' }),
    beforeBalance: text('采样前天平编号', { max: 40 }),
    afterAt: text('采样后称量时间', { max: 16, hint: '例如2026-03-04 09:10' }),
  },
  calculated: {
    before: { label: '采样前均值', unit: 'mg' },
    after: { label: '采样后均值', unit: 'mg' },
    increment: { label: '增量Δm', unit: 'mg' },
    load: { label: '负载检查' },
  },
  conditions: ['天平编号/感量', '滤膜材质/直径', '干燥平衡时间', '采样流量'],
  layouts: [
    {
      key: 'main',
      title: '粉尘浓度检测原始记录',
      formula: 'C=(m2-m1)/V0×1000',
      columns: [
        'filterNo',
        'dustType',
        'before1',
        'before2',
        'before',
        'after1',
        'after2',
        'after',
        'increment',
        'load',
        'after3',
        'after4',
        'beforeAt',
        'beforeBalance',
        'afterAt',
      ],
      optional: ['after3', 'after4', 'beforeAt', 'beforeBalance', 'afterAt'],
      family: dustFamily,
    },
  ],
  checks: ['blankFilter', 'balance'],
  detection: 'increment',
});
