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
  const [chosenRow, setChosenRow] = useState<AnyRow | null>(null);
  const partsRef = useRef<HTMLDivElement>(null);
  const onRows = useCallback(
    (rows: readonly AnyRow[]) =>
      setChosenRow((current) => rows.find((row) => row.id === current?.id) ?? rows[0] ?? null),
    [],
  );
  const onOpen = useCallback((row: AnyRow) => {
    setChosenRow(row);
    // In a narrow window the parts are below the first list and may not be visible.
    if (partsRef.current && partsRef.current.getBoundingClientRect().top > window.innerHeight - 120)
      partsRef.current.scrollIntoView({ block: 'start' });
  }, []);
  const parts = useMemo(() => (chosenRow ? partsOf(chosenRow) : null), [chosenRow, partsOf]);
  return (
    <div className={styles.pair}>
      <div className={styles.master}>
        <ListEditor compact page={master} onOpen={onOpen} onRows={onRows} activeId={chosenRow?.id ?? null} />
      </div>
      <div className={styles.parts} ref={partsRef}>
        {chosenRow && parts ? (
          <>
            {Header && <Header row={chosenRow} />}
            <div className={styles.partsList}>
              <ListEditor key={chosenRow.id} page={parts} embedded compact />
            </div>
          </>
        ) : (
          <Empty className={styles.chooseFirst} description={hint} />
        )}
      </div>
    </div>
  );
}
