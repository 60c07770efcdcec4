import type { ReactNode } from 'react';
import { hasToken } from '@/lib/browser/cookies';
import { pageTitle, useProductTitle } from '@/lib/browser/pageTitle';
import { ProductLogo } from '@/lib/ProductLogo';
import { findRoute, loginPath } from '@contract/routes';
import styles from './light.module.css';

/** Links of the header. The manual is for signed-in people only (SPEC §2). */
const headerPathsOf = (signedIn: boolean): readonly string[] => [
  '/orgReportFormula',
  '/industryNews',
  ...(signedIn ? ['/helper'] : []),
];

interface LightFrameProps {
  readonly title: string;
  /** Path of the current page, to mark its link. */
  readonly path?: string;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** Frame of pages that need no login: a header with links, and the page. */
export function LightFrame({ title, path = '', footer, children }: LightFrameProps) {
  const signedIn = hasToken();
  const product = useProductTitle();
  return (
    <div className={styles.page}>
      <title>{pageTitle(title)}</title>
      <header className={styles.head}>
        <a className={styles.home} href={signedIn ? '/' : '/orgReportFormula'}>
          <ProductLogo />
          {product}
        </a>
        <nav className={styles.ways} aria-label="主导航">
          {headerPathsOf(signedIn).map((headerPath) => (
            <a key={headerPath} href={headerPath} aria-current={path.startsWith(headerPath) ? 'page' : undefined}>
              {findRoute(headerPath)?.title}
            </a>
          ))}
          <a className={styles.enter} href={signedIn ? '/' : loginPath}>
            {signedIn ? '进入系统' : '登录'}
          </a>
        </nav>
      </header>
      <main className={styles.main}>{children}</main>
      {footer}
    </div>
  );
}
