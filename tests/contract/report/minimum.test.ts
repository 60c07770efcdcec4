import { expect, it } from 'vitest';
import { minimumOf } from '@contract/features/reports/minimumQuantifiable';
import type { ReportMethod } from '@contract/features/reports/reportContent';
import { reportDocument } from '@contract/features/reports/reportDocument';
import type { TestFact } from '@contract/features/reports/resultFacts';
import { reportOf } from '../../bench/reportPdf/content';

// A report names the least concentration by what it is: since GBZ 331-2024 the minimum quantifiable one, with the
// sample volume that it holds for (5.2.8.4 b).

const test = (sampledOn: string, minimum: string | null, volume: string | null): TestFact => ({
  sheet: 1,
  sheetNo: 'JL01',
  methodKind: 'gasChromatography',
  standardNo: 'GBZ/T 300.66-2017',
  sample: 1,
  sampleNo: 'S-001',
  siteNo: '01',
  workshop: '涂装车间',
  place: '喷漆岗位',
  person: null,
  hazard: 1,
  sampledOn,
  period: 'long',
  mode: 'area',
  minutes: '480',
  representedHours: '8',
  hoursPerDay: '8',
  daysPerWeek: '5',
  exposureCondition: null,
  result: { text: '1.0', num: '1.0', censored: false },
  unit: 'mg/m³',
  minimum,
  volume,
  dust: null,
});
const since = '2025-05-01';
const before = '2025-04-30';

it.each([
  [
    'samples with one minimum, the volumes from the least',
    [test(since, '12', '1.50'), test(since, '12', '1.49')],
    { minimum: '12 mg/m³（1.49～1.50 L）', quantified: true },
  ],
  ['one sample', [test(since, '1.2', '1.5')], { minimum: '1.2 mg/m³（1.5 L）', quantified: true }],
  [
    'several samples',
    [test(since, '2.4', '0.75'), test(since, '0.15', '12.0'), test(since, '1.2', '1.5')],
    { minimum: '0.15～2.4 mg/m³（12.0～0.75 L）', quantified: true },
  ],
  ['a sample without air', [test(since, '0.6', null)], { minimum: '0.6 mg/m³', quantified: true }],
  ['a reading without a minimum', [test(since, null, null)], { minimum: null }],
  ['a sample from before GBZ 331-2024', [test(before, '1.2', '1.5')], { minimum: '1.2 mg/m³' }],
  [
    'samples from before and since',
    [test(before, '1.2', '1.5'), test(since, '2.4', '0.75')],
    { minimum: '1.2～2.4 mg/m³' },
  ],
])(
  'the detection limit column of a report shows, for %s, the minimum that the rules of the sampling day require',
  (_name, tests, wanted) => expect(minimumOf(tests)).toEqual(wanted),
);

it('the report’s column is named 最低定量浓度 for quantification limits and 最低检出浓度 for detection limits, also in old reports', () => {
  const report = reportOf(1);
  const method: ReportMethod = {
    hazardName: '甲苯',
    standardNo: 'GBZ/T 300.66-2017',
    title: '苯系物',
    instruments: [],
    samples: 1,
    sheetNo: 'JL01',
    minimum: '1.2 mg/m³',
  };
  const printed = (...methods: ReportMethod[]): string =>
    JSON.stringify(
      reportDocument({ ...report, methods }, { signers: [], issuedOn: null, verifyHref: null, seal: null }).blocks,
    );
  expect(printed(method)).toContain('"最低检出浓度"');
  expect(printed({ ...method, quantified: true })).toContain('"最低定量浓度（采样体积）"');
  expect(printed(method, { ...method, quantified: true })).toContain('"最低检出或最低定量浓度"');
});
