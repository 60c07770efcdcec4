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
        (fetchedBrand) => {
          setBrand(fetchedBrand);
          nameProduct(fetchedBrand?.title);
          if (fetchedBrand?.theme && [undefined, themeColour].includes(readCookie('theme')))
            applyTheme(fetchedBrand.theme, isDark('light'));
        },
        () => undefined,
      );
  }, []);
  return brand;
}
