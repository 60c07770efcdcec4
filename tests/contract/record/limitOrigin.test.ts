import { describe, expect, it } from 'vitest';
import { limitOriginOf, limitOriginText } from '@contract/features/laboratory/detection/limitOrigin';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { missingHeadFields } from '@contract/features/laboratory/sheets/missingHeadFields';
import { labSheetTexts } from '@contract/features/laboratory/sheetTexts';

const item = { lod: '0.050', loq: '0.17', lodUnit: 'μg' };
const determination = {
  sheet: 7,
  sheetNo: 'P-JL07',
  project: 1,
  testedOn: '2026-05-03',
  lod: '0.0329876543',
  loq: '0.1099588477',
  lodUnit: 'μg',
};
const head = (lod: string | null, loq: string | null = null, lodUnit: string | null = 'μg') => ({ lod, loq, lodUnit });

describe('origin of a detection limit', () => {
  it.each([
    ['the library, however it is written', head('0.05'), 'library'],
    ['the library with its quantification limit', head('0.05', '0.170'), 'library'],
    ['another quantification limit', head('0.05', '0.2'), 'typed'],
    ['another unit', head('0.05', null, 'μg/mL'), 'typed'],
    ['a determination, unrounded', head('0.0329876543', '0.1099588477'), 'determined'],
    ['a determination as it is told', head('0.033', '0.11'), 'determined'],
    ['a value like neither', head('0.04'), 'typed'],
    ['a quantification limit alone', head(null, '0.2'), 'typed'],
    ['no limit', head(null), null],
  ])('the origin of a detection limit is recognised: %s', (_name, sheet, expected) => {
    expect(limitOriginOf({ sheet, item, determination })).toBe(expected);
  });

  it('the origin of a detection limit is “typed” if neither the library nor a determination has the value', () => {
    expect(limitOriginOf({ sheet: head('0.05'), item: null, determination: null })).toBe('typed');
    expect(
      limitOriginOf({ sheet: head('0.05'), item: head(null), determination: { ...determination, lod: null } }),
    ).toBe('typed');
  });

  it('the origin of a detection limit shows the record number and day of the determination', () => {
    const text = (sheet: object, given: object | null | undefined) =>
      limitOriginText({
        sheet: { id: 1, lodSource: null, ...sheet },
        item,
        ...(given === undefined ? {} : { determination: given }),
      } as unknown as LabWork);
    expect(text(head('0.033'), determination)).toBe('检出限测定 P-JL07（2026-05-03）');
    expect(text({ ...head('0.033'), id: 7 }, determination)).toBe('本记录检出限测定（2026-05-03）');
    expect(text({ ...head('0.033'), id: 7 }, { ...determination, testedOn: null })).toBe('本记录检出限测定');
    expect(text(head('0.05'), null)).toBe('方法库');
    expect(text({ ...head('0.04'), lodSource: '验证报告YZ-03' }, null)).toBe('手工输入：验证报告YZ-03');
    expect(text(head('0.04'), null)).toBe('手工输入');
    expect(text(head(null), null)).toBe('');
    // Handed in before origins were stored.
    expect(text(head('0.04'), undefined)).toBe('');
  });

  it('a laboratory record with a typed detection limit can be submitted only with the origin of the limit', () => {
    const sheet = {
      methodKind: 'dust',
      layout: 'main',
      testDate: '2026-05-03',
      instrument: 1,
      envTemperature: '20',
      envHumidity: '50',
      curve: null,
      lodSource: null,
      lod: null,
      loq: null,
    };
    expect(missingHeadFields(sheet, 'typed')).toEqual([labSheetTexts.noLodSource]);
    expect(missingHeadFields({ ...sheet, lodSource: ' ' }, 'typed')).toEqual([labSheetTexts.noLodSource]);
    expect(missingHeadFields({ ...sheet, lodSource: '验证报告' }, 'typed')).toEqual([]);
    for (const origin of ['library', 'determined', null] as const) expect(missingHeadFields(sheet, origin)).toEqual([]);
    expect(missingHeadFields({ ...sheet, methodKind: 'outsourced' }, 'typed')).toEqual([]);
    // The head of a meter's record has no field for it.
    expect(missingHeadFields({ ...sheet, methodKind: 'genericTest', layout: 'noise' }, 'typed')).toEqual([]);
  });
});
