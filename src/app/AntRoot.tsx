import { theme } from 'antd';
import type { ReactNode } from 'react';
import { variablesClass } from './antdTheme';
import styles from './app.module.css';

/**
 * Gives all that is inside antd's variables, its links and its text: antd's own App would bring the code of its dialogs
 * along.
 */
export function AntRoot({ children }: { readonly children: ReactNode }) {
  const { hashId } = theme.useToken();
  return <div className={`${hashId} ${variablesClass} ${styles.root}`}>{children}</div>;
}
