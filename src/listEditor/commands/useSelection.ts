import { useCallback, useState } from 'react';
import type { AnyRow } from '@contract/entity';

/** Selected rows by id. They stay selected while other pages are shown. */
export function useSelection(rows: readonly AnyRow[]) {
  const [selected, setSelected] = useState<ReadonlyMap<number, AnyRow>>(new Map());
  const select = useCallback(
    (keys: ReadonlySet<number | string>) =>
      setSelected(
        (current) =>
          new Map(
            [...keys].flatMap((key) => {
              const row = rows.find((candidate) => candidate.id === key) ?? current.get(key as number);
              return row ? [[row.id, row] as const] : [];
            }),
          ),
      ),
    [rows],
  );
  const deselect = useCallback(
    (ids: readonly number[]) => setSelected((current) => new Map([...current].filter(([id]) => !ids.includes(id)))),
    [],
  );
  const clearSelection = useCallback(() => setSelected(new Map()), []);
  return { selected, select, deselect, clearSelection };
}
