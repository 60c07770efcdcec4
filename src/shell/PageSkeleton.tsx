import { Skeleton } from 'antd';
import { useDelayed } from '@/grid/useDelayed';
import styles from './shell.module.css';

/** ms (LOOK.md, States): what is there sooner never flashes. */
const patience = 200;

export function PageSkeleton() {
  const late = useDelayed(true, patience);
  return (
    <div className={styles.skeleton} role="status" aria-label="页面加载中">
      {late && <Skeleton active title paragraph={{ rows: 8 }} />}
    </div>
  );
}
