import type { ReactNode } from 'react';
import { textWidth } from './textFit';
import styles from './cutMiddle.module.css';

/** Last characters of a code that always show. */
const kept = 8;

/**
 * Cuts a text that does not fit in its middle, never at the end: numbers of samples, records and projects differ in
 * their last characters. A text that fits is returned as it is.
 * @param width of the cell in px
 */
export function cutMiddle(text: string, width: number, font: Parameters<typeof textWidth>[1]): ReactNode {
  if (text.length <= kept || textWidth(text, font) <= width) return text;
  return (
    <span className={styles.whole}>
      <span className={styles.head} data-cut="">
        {text.slice(0, -kept)}
      </span>
      <span className={styles.tail}>{text.slice(-kept)}</span>
    </span>
  );
}
