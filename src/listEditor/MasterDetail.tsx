import { Empty } from 'antd';
import { type ComponentType, useCallback, useMemo, useRef, useState } from 'react';
import type { AnyRow } from '@contract/entity';
import { ListEditor } from './ListEditor';
import type { ListPage } from './page';
import styles from './listEditor.module.css';

interface MasterDetailProps {
  readonly master: ListPage;
  /**
   * Returns the list page of the chosen row's parts. Define it at module scope, or the second list reloads on each
   * render.
   */
  readonly partsOf: (row: AnyRow) => ListPage;
  /** Component above the second list that shows facts of the chosen row. */
  readonly header?: ComponentType<{ row: AnyRow }>;
  /** Text shown when no row is chosen. */
  readonly hint: string;
}

/**
 * Shows two lists side by side. The second contains the parts of the row that is chosen in the first. The first row
 * is chosen initially, and again whenever a search or another page no longer contains the chosen row.
 */
export function MasterDetail({ master, partsOf, header: Header, hint }: MasterDetailProps) {
  const [chosen, setChosen] = useState<AnyRow | null>(null);
  const beside = useRef<HTMLDivElement>(null);
  const onRows = useCallback(
    (rows: readonly AnyRow[]) => setChosen((held) => rows.find((row) => row.id === held?.id) ?? rows[0] ?? null),
    [],
  );
  const onOpen = useCallback((row: AnyRow) => {
    setChosen(row);
    // In a narrow window the parts are below the first list and may not be visible.
    if (beside.current && beside.current.getBoundingClientRect().top > window.innerHeight - 120)
      beside.current.scrollIntoView({ block: 'start' });
  }, []);
  const parts = useMemo(() => (chosen ? partsOf(chosen) : null), [chosen, partsOf]);
  return (
    <div className={styles.pair}>
      <div className={styles.master}>
        <ListEditor compact page={master} onOpen={onOpen} onRows={onRows} activeId={chosen?.id ?? null} />
      </div>
      <div className={styles.parts} ref={beside}>
        {chosen && parts ? (
          <>
            {Header && <Header row={chosen} />}
            <div className={styles.partsList}>
              <ListEditor key={chosen.id} page={parts} embedded compact />
            </div>
          </>
        ) : (
          <Empty className={styles.chooseFirst} description={hint} />
        )}
      </div>
    </div>
  );
}
