import type { AnyRow } from '@contract/entity';
import { browserNameOf } from '../browserName';
import styles from './online.module.css';

/** Marks the person's own session, so that nobody ends it by mistake. */
export function SessionCell({ row }: { row: AnyRow }) {
  return (
    <span>
      <span className="mono">{String(row.userName)}</span>
      {row.current === true && <span className={styles.current}>当前会话</span>}
    </span>
  );
}

export function DeviceCell({ row }: { row: AnyRow }) {
  return <span title={String(row.agent ?? '')}>{browserNameOf(row.agent as string)}</span>;
}
