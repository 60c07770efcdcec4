// Widths of the serif face, in thousandths of the font size: Latin and Greek letters, digits and signs are those of
// Tinos, which is as wide as Times New Roman; all other characters are those of Noto Serif SC, as wide as high.

/** Widths from space to tilde; all digits are equally wide. */
const asciiWidths = [
  250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500, 500, 500, 500, 500,
  500, 500, 500, 278, 278, 564, 564, 564, 444, 921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889,
  722, 722, 556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500, 333, 444, 500, 444, 500,
  444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480,
  200, 480, 541,
];
/** Widths from Α to ω; 0 where Unicode has no letter. */
const greekWidths = [
  722, 667, 578, 643, 611, 611, 722, 722, 333, 722, 725, 889, 722, 643, 722, 722, 556, 0, 582, 611, 722, 731, 722, 738,
  743, 333, 722, 524, 420, 523, 269, 495, 524, 509, 442, 471, 420, 414, 523, 479, 269, 504, 485, 536, 452, 446, 500,
  505, 499, 396, 539, 402, 495, 577, 444, 626, 658,
];
const firstGreek = 0x391;
const signWidths: Readonly<Record<string, number>> = {
  '°': 400,
  '±': 549,
  µ: 576,
  '×': 564,
  '÷': 549,
  '–': 500,
  '−': 564,
  '′': 219,
  '″': 417,
  '√': 549,
  '≈': 549,
  '≠': 549,
  '≤': 549,
  '≥': 549,
};
/** Width of superscripts and subscripts (U+2070–U+208C, ¹²³), which are drawn as digits of 0.7 of the size. */
const scriptWidth = 350;

/** Returns the width of a character that is drawn in Tinos; undefined for all others. */
export function latinWidth(letter: string): number | undefined {
  const code = letter.codePointAt(0) ?? 0;
  if (code < 127) return asciiWidths[code - 32];
  if (/[\u2070\u2074-\u208c¹²³]/.test(letter)) return scriptWidth;
  return signWidths[letter] ?? (greekWidths[code - firstGreek] || undefined);
}

/** Characters of the sans face that Noto Serif SC lacks; the PDF draws them in the sans face. */
export const notInSerif: ReadonlySet<string> = new Set(
  '\u{f900}\u{f921}\u{f938}\u{f949}\u{f9b3}\u{25ad7}\u{27fb7}\u{30edd}\u{30ede}\u{3106c}',
);

/** Returns the width of a character in the serif face. */
export const serifWidth = (letter: string): number => latinWidth(letter) ?? 1000;
