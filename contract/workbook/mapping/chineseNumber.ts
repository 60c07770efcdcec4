/** Numbers that Chinese digits mean. */
export const digitsOf: Readonly<Record<string, number>> = {
  〇: 0,
  '○': 0,
  零: 0,
  半: 0.5,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  十: 10,
};

/** Returns the number that Chinese digits below 100 mean: 十二 is 12, 三十一 is 31. */
export function chineseNumber(text: string): number {
  const [tens, ones] = text.includes('十') ? text.split('十') : [undefined, text];
  const valueOf = (digit: string | undefined, blank: number): number =>
    digit ? (digitsOf[digit] ?? Number.NaN) : blank;
  return tens === undefined ? valueOf(ones, Number.NaN) : valueOf(tens, 1) * 10 + valueOf(ones, 0);
}
