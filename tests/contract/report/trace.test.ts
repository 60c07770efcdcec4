import { describe, expect, it } from 'vitest';
import { traceTexts } from '@contract/features/reports/resultTrace';

const field = (label: string, before: string | null, after: string | null) => ({ name: label, label, before, after });

describe('an edit in the trace of a result', () => {
  it('the trace of a result shows first values as 首次填写 and asks no reason for them', () => {
    expect(traceTexts.edited([field('气温', null, '20'), field('气压', '', '101.2')], null)).toBe(
      '气温：20；气压：101.2；首次填写',
    );
  });

  it('the trace of a result says 未写原因 for a changed value without a reason', () => {
    expect(traceTexts.edited([field('气温', '20', '21'), field('气压', null, '101.2')], null)).toBe(
      '气温：20 → 21；气压：101.2；原因：未写原因',
    );
    expect(traceTexts.edited([field('气温', '20', null)], '')).toBe('气温：20 → 空；原因：未写原因');
    expect(traceTexts.edited([], null)).toBe('原因：未写原因');
  });

  it('the trace of a result shows the reason of an edit, and the number of changed fields if it lists only some', () => {
    expect(traceTexts.edited([field('气温', null, '20')], '补录')).toBe('气温：20；原因：补录');
    const many = Array.from({ length: 8 }, (_, index) => field(`字段${index}`, '1', '2'));
    expect(traceTexts.edited(many, '更正')).toMatch(/字段5：1 → 2；等8个字段；原因：更正$/);
  });
});
