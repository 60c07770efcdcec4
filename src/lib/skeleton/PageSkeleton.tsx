import { useDelayed } from '../useDelayed';
import styles from './skeleton.module.css';

/** ms (LOOK.md, States): what is there sooner never flashes. */
const patience = 200;
// A title and some lines of text.
const lengths = ['24%', '100%', '100%', '92%', '100%', '76%', '100%', '84%', '60%'];

/** `quiet`: for a place that fills when it is looked at, and says nothing until then. */
export function PageSkeleton({ quiet = false }: { readonly quiet?: boolean }) {
  const late = useDelayed(true, patience);
  return (
    <div
      className={styles.skeleton}
      {...(quiet ? { 'aria-hidden': true } : { role: 'status', 'aria-label': '页面加载中', 'data-loading': '' })}
    >
      {late && lengths.map((width, line) => <i key={line} style={{ width }} />)}
    </div>
  );
}
