import { useEffect, useState } from 'react';
import type { Syllables } from './pinyinMatch';

type PinyinSpeller = (text: string) => Syllables;

let pendingSpeller: Promise<PinyinSpeller> | undefined;

/** Loads pinyin-pro when the palette first opens, because it is as large as a page. */
function loadSpeller(): Promise<PinyinSpeller> {
  pendingSpeller ??= import('pinyin-pro').then(({ pinyin }) => {
    const syllableCache = new Map<string, Syllables>();
    return (text) => {
      const spelt =
        syllableCache.get(text) ??
        pinyin(text, { toneType: 'none', type: 'array', v: true }).map((syllable) => syllable.toLowerCase());
      syllableCache.set(text, spelt);
      return spelt;
    };
  });
  // Retries after a failed load.
  pendingSpeller.catch(() => (pendingSpeller = undefined));
  return pendingSpeller;
}

/** Returns a function that spells a text; undefined while the dictionary loads, when only Chinese can be searched. */
export function usePinyinSyllables(): PinyinSpeller | undefined {
  const [speller, setSpeller] = useState<PinyinSpeller>();
  useEffect(() => {
    let isCurrent = true;
    void loadSpeller().then(
      (loadedSpeller) => isCurrent && setSpeller(() => loadedSpeller),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return speller;
}
