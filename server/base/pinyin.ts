import { pinyin } from 'pinyin-pro';

/** Converts a text such as `杭州泰隆` to `hang zhou tai long` and `hztl`, for sorting and searching. */
export function pinyinOf(text: string): { pinyin: string; initials: string } {
  const syllables = pinyin(text, { toneType: 'none', type: 'array', nonZh: 'consecutive' }).map((syllable) =>
    syllable.toLowerCase().trim(),
  );
  return {
    pinyin: syllables.join(' ').slice(0, 600),
    initials: syllables
      .map((syllable) => (/^[a-z]/.test(syllable) ? syllable[0] : syllable))
      .join('')
      .slice(0, 200),
  };
}
