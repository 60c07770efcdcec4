import { describe, expect, it } from 'vitest';
import { openReturn, returningStep } from '@contract/workflow/returnedWork';

const step = (from: string, to: string, reason: string | null = null) => ({ from, to, reason });

describe('returned row', () => {
  it('the reason of a return is that of the last step that sent the row back', () => {
    const back = step('review', 'draft', '请核对');
    expect(returningStep([step('draft', 'review'), back], 'draft')).toBe(back);
  });

  it('a returned row no longer counts as returned after it was submitted again', () => {
    const steps = [step('draft', 'review'), step('review', 'draft', '请核对'), step('draft', 'review')];
    expect(returningStep(steps, 'review')).toBeUndefined();
  });

  it('a row that went forward with a note, or was ended, does not count as returned', () => {
    expect(returningStep([step('draft', 'review', '附说明')], 'review')).toBeUndefined();
    expect(returningStep([step('draft', 'review'), step('review', 'void', '客户撤销')], 'void')).toBeUndefined();
  });
});

describe('open return', () => {
  const [sent, back, again] = [step('draft', 'review'), step('review', 'draft', '请核对'), step('draft', 'review')];

  it('a return counts as open while the row is corrected, and still after its resubmission', () => {
    expect(openReturn([sent, back])).toBe(back);
    expect(openReturn([sent, back, again])).toBe(back);
  });

  it('a return is closed once the row has passed the state that had refused it', () => {
    expect(openReturn([sent, back, again, step('review', 'approval')])).toBeUndefined();
    expect(openReturn([sent, step('review', 'approval', '附说明')])).toBeUndefined();
  });

  it('the last of several returns of a row is the one that counts', () => {
    const last = step('review', 'draft', '仍不符');
    expect(openReturn([sent, back, again, last])).toBe(last);
    expect(openReturn([sent, back, again, last, again])).toBe(last);
  });
});
