import { describe, expect, it } from 'vitest';
import { blankTexts, blankWarning } from '@contract/features/fieldwork/blanks/blankBatches';
import {
  countOf,
  isOverdue,
  isSheetNumber,
  itemsOf,
  keepingText,
  keepUntilOf,
  rangeText,
  sheetNumber,
  type SheetLine,
} from '@contract/features/fieldwork/handOver/handOverSheet';

const line = (sampleNo: string, more: Partial<SheetLine> = {}): SheetLine => ({
  id: 1,
  version: 1,
  location: null,
  lineId: 1,
  lineVersion: 1,
  sampleNo,
  sampleKind: sampleNo.includes('-K') ? 'blank' : 'sample',
  state: 'handingOver',
  stateReason: null,
  hazard: 1,
  hazardName: '苯',
  methodName: null,
  standardNo: 'GBZ/T 300.66',
  medium: null,
  place: null,
  sampledOn: '2026-11-20',
  storage: null,
  storageDays: null,
  methodKind: null,
  keepUntil: null,
  overdue: false,
  condition: null,
  checkedAt: null,
  reason: null,
  ...more,
});

describe('circulation sheet', () => {
  it('a circulation sheet abbreviates consecutive sample numbers to first～last, and repeats only the part of a number that differs', () => {
    expect(rangeText([])).toBe('');
    expect(rangeText(['P-B1-0101'])).toBe('P-B1-0101');
    expect(rangeText(['P-B1-0102', 'P-B1-0101'])).toBe('P-B1-0101、0102');
    expect(rangeText(['P-B1-0101', 'P-B1-0102', 'P-B1-0103', 'P-B1-0201', 'P-B2-0101'])).toBe(
      'P-B1-0101～0103、0201、P-B2-0101',
    );
    expect(rangeText(['P-B1-K1', 'P-B1-K2'])).toBe('P-B1-K1、K2');
    expect(rangeText(['P-B1-0099', 'P-B1-0100', 'P-B1-0101', 'P-B1-9'])).toBe('P-B1-0099～0101、9');
  });

  it('a circulation sheet counts arrived and missing samples per item, without samples voided before the count', () => {
    const lines = [
      line('P-B1-0101', { condition: 'intact', keepUntil: '2026-12-01' }),
      line('P-B1-0102', { condition: 'damaged', keepUntil: '2026-11-30' }),
      line('P-B1-0103', { state: 'voided' }),
      line('P-B1-K1'),
    ];
    expect(itemsOf(lines)).toEqual([
      expect.objectContaining({
        range: 'P-B1-0101、0102',
        samples: 2,
        blanks: 'P-B1-K1',
        blankCount: 1,
        total: 3,
        intact: 1,
        refused: 1,
        keepUntil: '2026-11-30',
      }),
    ]);
    expect(countOf(lines)).toEqual({ sentCount: 3, intactCount: 1, refusedCount: 1, missing: ['P-B1-K1'] });
    // A sample voided after counting stays on its sheet.
    expect(countOf([line('P-B1-0101', { state: 'voided', condition: 'intact' })])).toMatchObject({
      sentCount: 1,
      intactCount: 1,
    });
  });

  it('a received sample may be kept for the days that its method allows; the last day is not overdue', () => {
    expect([
      keepUntilOf('2026-11-20', 7),
      keepUntilOf('2026-11-20', null),
      keepUntilOf(null, 7),
      keepUntilOf('2026-12-28', 10),
    ]).toEqual(['2026-11-27', null, null, '2027-01-07']);
    expect([
      isOverdue('received', '2026-11-20', '2026-11-20'),
      isOverdue('received', '2026-11-19', '2026-11-20'),
      isOverdue('completed', '2026-11-19', '2026-11-20'),
      isOverdue('received', null, '2026-11-20'),
    ]).toEqual([false, true, false, false]);
  });

  it('the days for which a sample may be kept come from its method; dust filters show 长期, methods without an entry show nothing', () => {
    expect([
      keepingText({ storageDays: 7, methodKind: 'dust' }),
      keepingText({ storageDays: null, methodKind: 'dust' }),
      keepingText({ storageDays: null, methodKind: 'gasChromatography' }),
    ]).toEqual(['7天', '长期', null]);
  });

  it('the number of a circulation sheet can be told apart from a sample number', () => {
    expect([
      isSheetNumber(sheetNumber('2026DQ0005', 1)),
      isSheetNumber('2026DQ0005-B1-0101'),
      sheetNumber('P', 123),
    ]).toEqual([true, false, 'P-LZ123']);
  });
});

it('a hand-over warns about fewer than two field blanks per batch, unless the plan asks for fewer', () => {
  expect([
    blankWarning(2, 0),
    blankWarning(2, 1),
    blankWarning(2, 2),
    blankWarning(1, 1),
    blankWarning(0, 0),
    blankWarning(3, 2),
  ]).toEqual([blankTexts.none, blankTexts.one, null, null, null, null]);
});
