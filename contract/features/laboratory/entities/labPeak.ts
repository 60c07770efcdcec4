import { defineEntity } from '@contract/entity';
import { dict, integer, keyed, ref, text } from '@contract/field';

/**
 * A line of an instrument's peak table. No line is dropped: a line without a matching sample waits for a person's
 * decision.
 */
export const labPeak = defineEntity({
  name: 'labPeak',
  path: 'api/labPeak',
  label: '仪器数据',
  titleField: 'sampleName',
  scope: 'organization',
  fields: {
    sheet: ref('检测记录', { required: true, to: 'labSheet' }),
    attachment: ref('附件', { required: true, to: 'labAttachment' }),
    /** Line number in the file, from 1. */
    line: integer('行号', { min: 1, max: 10_000_000 }),
    sampleName: text('样品名', { max: 200 }),
    peakName: text('组分', { max: 200 }),
    /** Cells of the line, by the headings of the file. */
    values: keyed('数据'),
    state: dict('状态', { dict: 'labPeakState', required: true, initial: 'parked' }),
    row: ref('记录行', { to: 'labSheetRow' }),
    /** Key of the reading that the line was written to. */
    reading: text('读数', { max: 60 }),
    reason: text('不采用原因', { max: 200 }),
  },
});
