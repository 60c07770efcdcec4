import { theme } from 'antd';
import type { ReactNode } from 'react';
import { variablesClass } from './antdTheme';
import styles from './app.module.css';

/**
 * Provides antd's CSS variables, link and text styles. antd's own App component would also load the code of its
 * dialogs.
 */
export function AntRoot({ children }: { readonly children: ReactNode }) {
  const { hashId } = theme.useToken();
  return <div className={`${hashId} ${variablesClass} ${styles.root}`}>{children}</div>;
}
