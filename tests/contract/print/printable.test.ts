import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { reportDocument } from '@contract/features/reports/reportDocument';
import {
  isInFont,
  printable,
  printableDocument,
  unprintableIn,
  unprintablePlaces,
  unprintableTexts,
} from '@contract/print/printableCharacters';
import { runsOf } from '@contract/print/superscripts';
import { issue, reportOf } from '../../bench/reportPdf/content';
import { paperWords } from '../../support/probes';

interface Face {
  readonly characterSet: readonly number[];
}
const require = createRequire(import.meta.url);
const { openSync } = require('fontkit') as { openSync(path: string): Face };
const faceOf = (folder: string, name: string): ReadonlySet<number> =>
  new Set(openSync(require.resolve(`@expo-google-fonts/noto-sans-sc/${folder}/${name}.ttf`)).characterSet);

describe('characters missing from the print font (FILE-8)', () => {
  it.each([
    ['400Regular', 'NotoSansSC_400Regular'],
    ['700Bold', 'NotoSansSC_700Bold'],
  ])('the product knows for each character whether the print font %s contains it', (folder, name) => {
    const face = faceOf(folder, name);
    const wrong: number[] = [];
    for (let index = 0x20; index < 0x323b0; index += 1) if (isInFont(index) !== face.has(index)) wrong.push(index);
    expect(wrong).toEqual([]);
  });

  it('characters outside the print font are printed as an equivalent or their code; subscripts and superscripts stay', () => {
    expect(printable('𠮷野家😀')).toBe('〔U+20BB7〕野家〔U+1F600〕');
    expect(printable('☑合格 ✗不合格')).toBe('√合格 ×不合格');
    expect(printable('SiO₂ 10⁻³ m³ 㛃 𬱟 α①℃')).toBe('SiO₂ 10⁻³ m³ 㛃 𬱟 α①℃');
    // One letter of two characters, and an invisible variation selector.
    expect(printable('cafe\u0301 葛\u{e0100}')).toBe('café 葛');
    expect(unprintableIn('𠮷𠮷☑')).toEqual(['𠮷']);
  });

  it('spaces of other widths, line separators and invisible marks print as a space, a new line and nothing, never as a box', () => {
    expect(printable('20\u2009℃\u202f±\u205f2 mg')).toBe('20 ℃ ± 2 mg');
    expect(printable('甲\u2028乙\u2029丙\n丁\t戊')).toBe('甲\n乙\n丙\n丁\t戊');
    expect(printable('甲\ufeff乙\u200b丙\u2060丁\u202e戊\u2066己')).toBe('甲乙丙丁戊己');
    expect(unprintableIn('\u2009\u2028\ufeff\u202e')).toEqual([]);
    const boxes: string[] = [];
    for (let index = 0x20; index < 0x10000; index += 1) {
      const sign = String.fromCharCode(index);
      if (/\p{Surrogate}/u.test(sign) || [runsOf(sign)].flat().some((run) => typeof run !== 'string')) continue;
      if ([...printable(sign)].some((drawn) => drawn !== '\n' && !isInFont(drawn.codePointAt(0) ?? 0)))
        boxes.push(index.toString(16));
    }
    expect(boxes).toEqual([]);
  });

  it('characters outside the print font stop a report’s submission and are named with their place; a draft shows no empty box', () => {
    const report = reportOf(1);
    expect(unprintableTexts(reportDocument(report, issue))).toEqual([]);
    const rare = reportDocument(
      { ...report, unit: { ...report.unit, name: '𠮷野化工' }, texts: { ...report.texts, conclusion: '合格😀' } },
      issue,
    );
    expect(unprintablePlaces(rare).map(({ place, signs }) => `${place}：${signs.join()}`)).toEqual(
      expect.arrayContaining(['封面，用人单位：𠮷', expect.stringMatching(/结论：😀$/)]),
    );
    expect(unprintableTexts(rare)[0]).toBe('“封面，用人单位”中的“𠮷”无法印在报告上，请改用其他字');
    const words = paperWords(printableDocument(rare));
    expect(words).toContain('〔U+20BB7〕野化工');
    expect([...words].filter((sign) => !/\s/.test(sign) && unprintableIn(sign).length > 0)).toEqual([]);
  });
});
