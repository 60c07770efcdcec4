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

const powers: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };

/**
 * Returns the number that Chinese digits mean: 五百六十 is 560, 三万五千 is 35000.
 * @returns null for a text with another character, or with digits alone (二〇二六)
 */
export function chineseAmount(text: string): number | null {
  if (!/^[零一二两三四五六七八九十百千万]+$/.test(text) || !/[十百千万]/.test(text)) return null;
  let [sum, part, digit] = [0, 0, 0];
  for (const character of text) {
    const power = powers[character];
    if (character === '万') [sum, part, digit] = [(sum + part + digit) * 10_000, 0, 0];
    else if (power !== undefined) [part, digit] = [part + (digit || 1) * power, 0];
    else digit = digitsOf[character] ?? 0;
  }
  return sum + part + digit;
}
