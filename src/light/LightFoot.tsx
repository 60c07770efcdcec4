import { useEffect, useState } from 'react';
import type { Brand } from '@/api/brand';
import { AgreementLinks } from '@/features/signIn/legal/AgreementLinks';
import { firstPaint } from '@/lib/browser/firstPaint';
import styles from './light.module.css';

async function fetchBrand(): Promise<Brand | undefined> {
  await firstPaint;
  return (await import('@/api/brand')).fetchBrand();
}

/** Footer with the organization's name and filing number. The page works without it. */
export function LightFoot() {
  const [brand, setBrand] = useState<Brand>();
  useEffect(() => {
    void fetchBrand().then(setBrand, () => undefined);
  }, []);
  return (
    <footer className={styles.foot}>
      <span>{brand?.footerTxt}</span>
      {brand?.caseNumber && (
        <a href="https://beian.miit.gov.cn/" target="_blank" rel="noopener noreferrer">
          {brand.caseNumber}
        </a>
      )}
      <div>
        <AgreementLinks />
      </div>
    </footer>
  );
}
