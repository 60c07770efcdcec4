import { useDelayed } from '../useDelayed';
import styles from './skeleton.module.css';

/** Delay in ms (docs/spec/design.md, States). Content that loads faster shows no skeleton. */
const delayMs = 200;
// Widths of a title and some lines of text.
const lineLengths = ['24%', '100%', '100%', '92%', '100%', '76%', '100%', '84%', '60%'];

/**
 * Skeleton of a page. `quiet`: makes no announcement to screen readers, for content that loads when it becomes
 * visible.
 */
export function PageSkeleton({ quiet = false }: { readonly quiet?: boolean }) {
  const isSlow = useDelayed(true, delayMs);
  return (
    <div
      className={styles.skeleton}
      {...(quiet ? { 'aria-hidden': true } : { role: 'status', 'aria-label': '页面加载中', 'data-loading': '' })}
    >
      {isSlow && lineLengths.map((width, line) => <i key={line} style={{ width }} />)}
    </div>
  );
}
