import { useEffect, useState } from 'react';
import type { Syllables } from './match';

type Speller = (text: string) => Syllables;

let loading: Promise<Speller> | undefined;

/** pinyin-pro is as large as a page: it comes when the palette is first opened, and only for it. */
function loadSpeller(): Promise<Speller> {
  loading ??= import('pinyin-pro').then(({ pinyin }) => {
    const known = new Map<string, Syllables>();
    return (text) => {
      const spelt =
        known.get(text) ??
        pinyin(text, { toneType: 'none', type: 'array', v: true }).map((syllable) => syllable.toLowerCase());
      known.set(text, spelt);
      return spelt;
    };
  });
  // Once lost, asked for again the next time.
  loading.catch(() => (loading = undefined));
  return loading;
}

/** Spells a text; undefined until the dictionary is there, while Chinese can be searched already. */
export function useSyllables(): Speller | undefined {
  const [speller, setSpeller] = useState<Speller>();
  useEffect(() => {
    let current = true;
    void loadSpeller().then(
      (loaded) => current && setSpeller(() => loaded),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, []);
  return speller;
}
