/** Syllables of a text, one per character. A character that is not Chinese is its own syllable. */
export type Syllables = readonly string[];

const normalizeName = (text: string): string => text.toLowerCase().replaceAll(/[\s·›>/（）()]/g, '');

/**
 * Checks whether the typed text spells the syllables from index `from`: each contributes at least its first letter,
 * none is skipped.
 */
function spellsFrom(typedText: string, syllables: Syllables, from: number): boolean {
  if (typedText === '') return true;
  const syllable = syllables[from];
  if (syllable === undefined) return false;
  for (let length = Math.min(syllable.length, typedText.length); length > 0; length -= 1) {
    if (typedText.startsWith(syllable.slice(0, length)) && spellsFrom(typedText.slice(length), syllables, from + 1))
      return true;
  }
  return false;
}

/**
 * Returns how well a text matches the typed one; 0 for no match. Accepts Chinese, full pinyin (`yonghuguanli`),
 * initials (`yhgl`) and mixtures (`yonghgl`), from any character on. A match at the beginning scores higher.
 */
export function scoreOf(typedText: string, text: string, syllables: Syllables | undefined): number {
  const normalizedQuery = normalizeName(typedText);
  if (normalizedQuery === '') return 1;
  const at = normalizeName(text).indexOf(normalizedQuery);
  if (at >= 0) return at === 0 ? 100 : 80;
  if (!syllables) return 0;
  const from = syllables.findIndex((_, index) => spellsFrom(normalizedQuery, syllables, index));
  return from < 0 ? 0 : from === 0 ? 60 : 40;
}
