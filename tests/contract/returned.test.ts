import { describe, expect, it } from 'vitest';
import { returnedBy } from '@contract/workflow/returned';

const step = (from: string, to: string, reason: string | null = null) => ({ from, to, reason });

describe('returned row', () => {
  it('a returned row names the step that sent it back, with its reason', () => {
    const back = step('review', 'draft', '请核对');
    expect(returnedBy([step('draft', 'review'), back], 'draft')).toBe(back);
  });

  it('a returned row is one no longer after it was handed in again', () => {
    const steps = [step('draft', 'review'), step('review', 'draft', '请核对'), step('draft', 'review')];
    expect(returnedBy(steps, 'review')).toBeUndefined();
  });

  it('a returned row is none that came forward with a note, or ended', () => {
    expect(returnedBy([step('draft', 'review', '附说明')], 'review')).toBeUndefined();
    expect(returnedBy([step('draft', 'review'), step('review', 'void', '客户撤销')], 'void')).toBeUndefined();
  });
});
