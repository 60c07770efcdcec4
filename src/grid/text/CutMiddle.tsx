import type { ReactNode } from 'react';
import { textWidth } from './textFit';
import styles from './cutMiddle.module.css';

/** Number of last characters of a code that are always shown. */
const tailLength = 8;

/**
 * Cuts a text that does not fit in its middle, never at the end, because numbers of samples, records and projects
 * differ in their last characters. Returns a text that fits unchanged.
 * @param width width of the cell in px
 */
export function cutMiddle(text: string, width: number, font: Parameters<typeof textWidth>[1]): ReactNode {
  if (text.length <= tailLength || textWidth(text, font) <= width) return text;
  return (
    <span className={styles.whole}>
      <span className={styles.head} data-cut="">
        {text.slice(0, -tailLength)}
      </span>
      <span className={styles.tail}>{text.slice(-tailLength)}</span>
    </span>
  );
}
