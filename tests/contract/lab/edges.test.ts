import { describe, expect, it } from 'vitest';
import { blankSuspicious } from '@contract/arithmetic/curves/qualityControl';

describe('value at its limit', () => {
  it('a blank exactly at the detection limit, or at a tenth of the sample, is not suspicious; a higher one is', () => {
    expect([blankSuspicious('0.5', '5', '0.1'), blankSuspicious('0.51', '5', '0.1')]).toEqual([false, true]);
    expect([blankSuspicious('0.1', '0.5', '0.1'), blankSuspicious('0.11', '0.5', '0.1')]).toEqual([false, true]);
  });
});
