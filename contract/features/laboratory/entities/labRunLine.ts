import { defineEntity } from '@contract/entity';
import { dict, integer, ref, text } from '@contract/field';

/** A number in a file of a run, and the reading or reason that it led to. No number is dropped. */
export const labRunLine = defineEntity({
  name: 'labRunLine',
  path: 'api/labRunLine',
  label: '分析批数据',
  titleField: 'sampleName',
  scope: 'organization',
  fields: {
    run: ref('分析批', { required: true, to: 'labRun' }),
    /** Name of the file that contains the line; null in a run with one file. */
    fileName: text('文件名', { max: 255 }),
    /** Line number in the file or row number in the sheet, from 1. */
    line: integer('行号', { min: 1, max: 10_000_000 }),
    sampleName: text('样品名', { max: 200 }),
    component: text('组分', { max: 200 }),
    quantity: text('测量量', { max: 30 }),
    value: text('数值', { max: 60 }),
    unit: text('单位', { max: 30 }),
    replicate: text('读数次数', { max: 10 }),
    state: dict('状态', { dict: 'labPeakState', required: true, initial: 'parked' }),
    sheet: ref('检测记录', { to: 'labSheet' }),
    row: ref('记录行', { to: 'labSheetRow' }),
    /** Key of the reading that the line was written to, and the reading's value before. */
    reading: text('读数', { max: 60 }),
    held: text('原读数', { max: 60 }),
    reason: text('原因', { max: 200 }),
  },
});
