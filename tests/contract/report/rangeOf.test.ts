import { expect, it } from 'vitest';
import { rangeOf } from '@contract/features/reports/compileReport';

it.each([
  [[], ''],
  [['102.0'], '气压102.0 kPa'],
  [['102.0', '102'], '气压102.0 kPa'],
  [['102.0', '99.8', '101.25'], '气压99.8～102.0 kPa'],
])('a report prints the range of a day’s readings %j as they were written', (readings, text) => {
  expect(rangeOf(readings, 'kPa', '气压')).toBe(text);
});
