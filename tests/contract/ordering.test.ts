import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withMovedItem, sortNumbers } from '@contract/workbook/sortNumbers';

describe('reassigned sort numbers', () => {
  it('sort numbers given after a move are the existing numbers in ascending order', () => {
    expect(sortNumbers([30, 10, 20])).toEqual([10, 20, 30]);
  });

  it('equal sort numbers are increased to differ, and begin at 1 if there is no room', () => {
    expect(sortNumbers([999, 999, 999])).toEqual([999, 1000, 1001]);
    expect(sortNumbers([9999, 9999])).toEqual([1, 2]);
    expect(sortNumbers([])).toEqual([]);
  });

  it('sort numbers given after a move strictly increase within 0 to 9999', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9999 }), { maxLength: 200 }), (numbers) => {
        const dealt = sortNumbers(numbers);
        expect(dealt).toHaveLength(numbers.length);
        for (const [at, number] of dealt.entries())
          expect(number >= 0 && number <= 9999 && (at === 0 || number > (dealt[at - 1] as number))).toBe(true);
      }),
    );
  });
});

it('moving an item in a list puts it at its new place and loses no item', () => {
  expect(withMovedItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(withMovedItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
});
