import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';
import { decimal } from '@contract/field';
import { convertMass, readBalanceLine } from '@contract/fields/balanceLine';
import { valueOfText } from '@contract/workbook/readCell';
import { sheetMessages } from '@contract/workbook/sheetMessages';

const lookups = { dict: () => [], ref: () => null };
const inField = (text: string, unit: string | null = 'mg') =>
  valueOfText(decimal('采样前质量', unit === null ? {} : { unit }), text, lookups as never);

describe('line of a balance', () => {
  it.each([
    ['S S     0.02841 g', { value: '0.02841', unit: 'g' }],
    ['SI S    -0.00012 g', { value: '-0.00012', unit: 'g' }],
    ['S D     0.02937 g', { fault: 'unstable' }],
    ['S I', { fault: 'range' }],
    ['S +', { fault: 'range' }],
    ['N     +   0.02841 g  ', { value: '0.02841', unit: 'g' }],
    ['N     -   0.00012 mg', { value: '-0.00012', unit: 'mg' }],
    ['N     +   0.02842    ', { fault: 'unstable' }],
    ['0.02841 g', null],
    ['28.41', null],
    ['样品S S', null],
  ])('the line %j sent by a balance is read with its unit and stability', (text, found) => {
    expect(readBalanceLine(text)).toEqual(found);
  });

  it('a line sent by a balance into a mass cell becomes the mass in the cell’s unit, digit for digit', () => {
    expect(inField('S S     0.02840 g')).toMatchObject({ value: '28.40' });
    expect(inField('N     +   28.410 mg')).toMatchObject({ value: '28.410' });
    expect(inField('S S     0.02841 g', 'g')).toMatchObject({ value: '0.02841' });
    expect(inField('S D     0.02841 g')).toEqual({ error: sheetMessages.balanceUnstable });
    expect(inField('S I')).toEqual({ error: sheetMessages.balanceRange });
    // A cell of volume, or one without a unit, takes no mass.
    expect(inField('S S     0.02841 g', 'L')).not.toMatchObject({ value: '0.02841' });
    expect(inField('S S     0.02841 g', null)).not.toMatchObject({ value: '0.02841' });
  });

  it('a mass sent by a balance keeps its value and digits in every unit', () => {
    const digits = fc.tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: 6 }), fc.boolean());
    const unit = fc.constantFrom('kg', 'g', 'mg', 'μg');
    fc.assert(
      fc.property(digits, unit, unit, ([number, places, negative], from, to) => {
        const value = `${negative ? '-' : ''}${(number / 10 ** places).toFixed(places)}`;
        const there = convertMass({ value, unit: from }, to) ?? '';
        expect(there).toMatch(/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/);
        const power = { kg: 3, g: 0, mg: -3, μg: -6 };
        const wanted = new Decimal(value).times(new Decimal(10).pow(power[from] - power[to]));
        expect(new Decimal(there).equals(wanted)).toBe(true);
        const significant = (text: string) => text.replace(/[-.]/g, '').replace(/^0+/, '').length;
        if (number !== 0) expect(significant(there)).toBeGreaterThanOrEqual(significant(value));
      }),
    );
  });
});
