import { decimal, text } from '@contract/field';
import { extractionFamily } from '../calculation/dustFamily';
import { defineSheet } from './methodSheet';

const massField = (label: string) => decimal(label, { unit: 'mg', min: '0' });

export const dustOrganicsSheet = defineSheet({
  readings: {
    filterNo: text('滤膜编号', { max: 40 }),
    beforeExtraction: massField('萃取前质量'),
    afterExtraction: massField('萃取后质量'),
    blankLoss: decimal('空白失重', { unit: 'mg' }),
  },
  calculated: { dissolved: { label: '苯溶物质量', unit: 'mg' } },
  conditions: ['萃取溶剂', '萃取次数', '烘干温度/时间'],
  layouts: [
    {
      key: 'main',
      title: '苯溶物检测原始记录',
      formula: 'C=(Δm-m空)/V0×1000',
      columns: ['filterNo', 'beforeExtraction', 'afterExtraction', 'blankLoss', 'dissolved'],
      family: extractionFamily,
    },
  ],
  checks: ['blank', 'parallel'],
  detection: 'increment',
});
