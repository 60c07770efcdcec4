// Code is compared without its layout: a formatter may break any line.

/**
 * Returns code on one line, as if it had never been broken.
 *
 * @param code source text of one statement or expression
 */
export const onOneLine = (code: string): string =>
  code
    .replace(/\s+/g, ' ')
    .replace(/([([]) /g, '$1')
    .replace(/,? ([)\]])/g, '$1')
    .replace(/, }/g, ' }')
    .replace(/ \./g, '.');

/**
 * Finds a text in a source, however either is broken into lines.
 *
 * @param source the whole text of a file
 * @param text code to find in it
 * @returns where each occurrence begins and ends
 */
export function placesOf(source: string, text: string): { from: number; until: number }[] {
  const tokens = text.match(/[\w$]+|[^\w\s]/g) ?? [];
  const pattern = tokens
    .map((token) => (/^[)\]}]$/.test(token) ? ',?\\s*' : '') + token.replace(/[.*+?^$()[\]{}|\\/]/g, '\\$&'))
    .join('\\s*');
  return [...source.matchAll(new RegExp(pattern, 'g'))].map(({ index, 0: found }) => ({
    from: index,
    until: index + found.length,
  }));
}
