import type { ReactNode } from 'react';
import { Mark } from '@/lib/Mark';
import { pageTitle, productTitle } from '@/lib/pageTitle';
import styles from './light.module.css';

/** The frame of what people pass by without signing in: a head that leads home, and the page. */
export function LightFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <title>{pageTitle(title)}</title>
      <header className={styles.head}>
        <Mark />
        <a href="/">{productTitle}</a>
      </header>
      <main className={styles.main}>{children}</main>
    </div>
  );
}
