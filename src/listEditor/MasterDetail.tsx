import { Empty } from 'antd';
import { type ComponentType, useCallback, useMemo, useRef, useState } from 'react';
import type { AnyRow } from '@contract/entity';
import { ListEditor } from './ListEditor';
import type { ListPage } from './page';
import styles from './listEditor.module.css';

interface MasterDetailProps {
  readonly master: ListPage;
  /** The list of what belongs to a chosen row; made at module scope, so that it changes with the row alone. */
  readonly partsOf: (row: AnyRow) => ListPage;
  /** Above the parts: what one should know of the chosen row. */
  readonly header?: ComponentType<{ row: AnyRow }>;
  /** Where nothing is chosen. */
  readonly hint: string;
}

/**
 * Two lists of which the second shows what belongs to a row of the first. The first row is chosen until a person
 * chooses, and again where a search
 * or another page no longer shows the chosen one: both sides are about the same.
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
    // One below the other, the parts may be out of sight.
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
