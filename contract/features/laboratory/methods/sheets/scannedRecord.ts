import { takeOverTexts } from '@contract/features/projects/projectTakeOver';
import { text } from '@contract/field';
import { broughtFamily } from '../calculation/genericFamily';
import type { Layout } from './methodSheet';

/**
 * Layout for the results of a paper record of any method. The record itself is the scan of a project that began on
 * paper.
 */
export const scannedRecordLayout: Layout = {
  key: 'broughtIn',
  title: takeOverTexts.record,
  formula: '',
  readings: {
    result: text('检测结果', { rule: 'valueOrBelowLimit', max: 40 }),
    unit: text('单位', { max: 20 }),
  },
  columns: ['result', 'unit'],
  before: ['serial', 'sampleNo', 'siteName'],
  after: ['remark'],
  family: broughtFamily,
};
