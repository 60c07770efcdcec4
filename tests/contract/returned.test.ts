import { describe, expect, it } from 'vitest';
import { returnedBy } from '@contract/workflow/returned';

const step = (from: string, to: string, reason: string | null = null) => ({ from, to, reason });

describe('returned row', () => {
  it('the reason of a return is that of the last step that sent the row back', () => {
    const back = step('review', 'draft', '请核对');
    expect(returnedBy([step('draft', 'review'), back], 'draft')).toBe(back);
  });

  it('a returned row no longer counts as returned after it was submitted again', () => {
    const steps = [step('draft', 'review'), step('review', 'draft', '请核对'), step('draft', 'review')];
    expect(returnedBy(steps, 'review')).toBeUndefined();
  });

  it('a row that went forward with a note, or was ended, does not count as returned', () => {
    expect(returnedBy([step('draft', 'review', '附说明')], 'review')).toBeUndefined();
    expect(returnedBy([step('draft', 'review'), step('review', 'void', '客户撤销')], 'void')).toBeUndefined();
  });
});
