import { expect, it } from 'vitest';
import { chromatogramBlocks, type PrintedInjection } from '@contract/features/laboratory/paper/chromatogramBlocks';
import { recordDocument } from '@contract/features/laboratory/paper/labRecordDocument';
import { exampleFor, printedRecord } from '../support/printedRecords';

const injection: PrintedInjection = {
  no: 'FX2026-0003-007',
  name: 'P24-0001-B101',
  kind: '样品',
  injectedAt: '2026-03-05 10:21:30',
  vial: '17',
  path: 'FX2026-0003/007.D',
};

it('the printed record lists the chromatograms of its run with number, injection time, vial and path (5.2.6.3.3)', () => {
  const record = printedRecord(exampleFor('gasChromatography', 'solvent'));
  const withRun = { ...record, parts: { ...record.parts, injections: [injection, { ...injection, injectedAt: '' }] } };
  const table = recordDocument(withRun).blocks.find((block) => block.kind === 'table' && block.title === '谱图');
  expect(table).toMatchObject({
    columns: ['谱图编号', '样品名', '类型', '进样时间', '进样位', '存储路径'].map((heading) => ({ heading })),
    rows: [
      ['FX2026-0003-007', 'P24-0001-B101', '样品', '2026-03-05 10:21:30', '17', 'FX2026-0003/007.D'],
      ['FX2026-0003-007', 'P24-0001-B101', '样品', '—', '17', 'FX2026-0003/007.D'],
    ],
  });
  expect(chromatogramBlocks(record)).toEqual([]);
});
