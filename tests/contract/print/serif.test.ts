import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { isInFont } from '@contract/print/printableCharacters';
import { latinWidth, notInSerif, serifWidth } from '@contract/print/serifMetrics';
import { linesOf, widthOf } from '@contract/print/textMetrics';
import { fontFiles } from '@server/print/fontFiles';

interface Glyph {
  readonly id: number;
  readonly advanceWidth: number;
}
interface Font {
  readonly unitsPerEm: number;
  glyphForCodePoint(codePoint: number): Glyph;
}
const require = createRequire(import.meta.url);
const { openSync } = require('fontkit') as { openSync(path: string): Font };
const fontOf = ([packageName, file]: readonly [string, string]): Font =>
  openSync(require.resolve(`${packageName}/${file}`));
const widthIn = (font: Font, letter: string): number | undefined => {
  const { id, advanceWidth } = font.glyphForCodePoint(letter.codePointAt(0) ?? 0);
  return id === 0 ? undefined : Math.round((advanceWidth * 1000) / font.unitsPerEm);
};
const printableLetters = Array.from({ length: 0x323b0 - 0x20 }, (_, index) => index + 0x20)
  .filter((codePoint) => isInFont(codePoint))
  .map((codePoint) => String.fromCodePoint(codePoint));

describe('the serif face of reports and original records', () => {
  const [serif, latin] = [fontOf(fontFiles.serif), fontOf(fontFiles.latin)];

  it('Latin and Greek letters and signs are measured as wide as Tinos draws them; a script as 0.7 of a digit', () => {
    const measured = printableLetters.filter((letter) => latinWidth(letter) !== undefined);
    expect(measured.length).toBeGreaterThan(160);
    const isScript = (letter: string): boolean => /[\u2070-\u208c¹²³]/.test(letter);
    expect(measured.filter((letter) => !isScript(letter) && latinWidth(letter) !== widthIn(latin, letter))).toEqual([]);
    expect(new Set(measured.filter(isScript).map(latinWidth))).toEqual(new Set([0.7 * (widthIn(latin, '0') ?? 0)]));
  });

  it('all digits are equally wide, so that numbers align by their decimal mark', () => {
    expect(new Set([...'0123456789'].map(serifWidth)).size).toBe(1);
  });

  it('every printable character that Tinos does not draw is in Noto Serif SC, or is listed as drawn in the sans face', () => {
    const missing = printableLetters.filter(
      (letter) => latinWidth(letter) === undefined && widthIn(serif, letter) === undefined,
    );
    expect(new Set(missing)).toEqual(notInSerif);
  });

  it('a printed line breaks by the face in which it is drawn, and bold text is sans in both faces', () => {
    const text = '2026-11-02 08:30 GBZ/T 300.66-2017';
    const size = 9;
    expect(widthOf(text, { size, face: 'serif' })).toBeLessThan(widthOf(text, { size }));
    expect(widthOf(text, { size, face: 'serif', bold: true })).toBe(widthOf(text, { size, bold: true }));
    const width = widthOf(text, { size, face: 'serif' });
    expect(linesOf(text, width, { size, face: 'serif' })).toEqual([text]);
    expect(linesOf(text, width, { size }).length).toBe(2);
  });
});
