import type { ReactNode } from 'react';
import type { DictEntry } from '@contract/dictionaries';
import styles from '../fields.module.css';

/** Shows a text after a dot in the colour of its tone (good, bad, waiting …). */
export function Tone({
  tone,
  children,
}: {
  readonly tone: NonNullable<DictEntry['tone']>;
  readonly children: ReactNode;
}) {
  return <span className={`${styles.tone} ${styles[tone]}`}>{children}</span>;
}
