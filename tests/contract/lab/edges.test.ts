import { describe, expect, it } from 'vitest';
import { blankSuspicious } from '@contract/arithmetic/curves/qualityControl';

describe('value at its limit', () => {
  it('a value exactly at its limit leaves a blank unsuspicious: at the detection limit, and at a tenth of the sample', () => {
    expect([blankSuspicious('0.5', '5', '0.1'), blankSuspicious('0.51', '5', '0.1')]).toEqual([false, true]);
    expect([blankSuspicious('0.1', '0.5', '0.1'), blankSuspicious('0.11', '0.5', '0.1')]).toEqual([false, true]);
  });
});
