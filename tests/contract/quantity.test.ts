import { expect, it } from 'vitest';
import { quantity } from '@contract/arithmetic/numbers/quantity';

it.each([
  ['8.0', 'mg/m³', '8.0 mg/m³'],
  ['86.5', 'dB(A)', '86.5 dB(A)'],
  ['19.4～21.6', '℃', '19.4～21.6 ℃'],
  ['58', '%', '58%'],
  ['45', '°', '45°'],
  ['0.5', '', '0.5'],
  ['0.5', null, '0.5'],
])('%s with the unit %s is written %s', (value, unit, text) => {
  expect(quantity(value, unit)).toBe(text);
});
