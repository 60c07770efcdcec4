import { useEffect, useState } from 'react';
import type { Brand } from '@/api/brand';
import { readCookie } from '@/lib/browser/cookies';
import { nameProduct } from '@/lib/browser/pageTitle';
import { applyTheme, isDark } from '@/lib/browser/theme';
import { themeColour } from '@contract/constants';
import { sessionCode } from './sessionCode';

/** Returns name, logo and footer of the organization; undefined while loading or after a failure. */
export function useBrand(): Brand | undefined {
  const [brand, setBrand] = useState<Brand>();
  useEffect(() => {
    void sessionCode()
      .then(({ fetchBrand }) => fetchBrand())
      .then(
        (told) => {
          setBrand(told);
          nameProduct(told?.title);
          if (told?.theme && [undefined, themeColour].includes(readCookie('theme')))
            applyTheme(told.theme, isDark('light'));
        },
        () => undefined,
      );
  }, []);
  return brand;
}
