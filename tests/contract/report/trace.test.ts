import { describe, expect, it } from 'vitest';
import { traceTexts } from '@contract/features/reports/resultTrace';

const field = (label: string, before: string | null, after: string | null) => ({ name: label, label, before, after });

describe('an edit in the trace of a result', () => {
  it('an edit in the trace of a result asks no reason of first values, which replace nothing', () => {
    expect(traceTexts.edited([field('气温', null, '20'), field('气压', '', '101.2')], null)).toBe(
      '气温：20；气压：101.2；首次填写',
    );
  });

  it('an edit in the trace of a result says that a changed value has no reason', () => {
    expect(traceTexts.edited([field('气温', '20', '21'), field('气压', null, '101.2')], null)).toBe(
      '气温：20 → 21；气压：101.2；原因：未写原因',
    );
    expect(traceTexts.edited([field('气温', '20', null)], '')).toBe('气温：20 → 空；原因：未写原因');
    expect(traceTexts.edited([], null)).toBe('原因：未写原因');
  });

  it('an edit in the trace of a result gives a stated reason, and says how many fields changed where it lists only some', () => {
    expect(traceTexts.edited([field('气温', null, '20')], '补录')).toBe('气温：20；原因：补录');
    const many = Array.from({ length: 8 }, (_, at) => field(`字段${at}`, '1', '2'));
    expect(traceTexts.edited(many, '更正')).toMatch(/字段5：1 → 2；等8个字段；原因：更正$/);
  });
});
