import { useEffect, useState } from 'react';
import type { Brand } from '@/api/brand';
import { sessionCode } from './sessionCode';

/** The organisation's name, logo and footer, where the server gives them; the page is whole without. */
export function useBrand(): Brand | undefined {
  const [brand, setBrand] = useState<Brand>();
  useEffect(() => {
    void sessionCode().then(({ fetchBrand }) => fetchBrand()).then(setBrand, () => undefined);
  }, []);
  return brand;
}
