import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { crud } from '@/api/crudClient';
import { succeeded } from '@/api/succeeded';
import { usePageActive } from '@/session/tabs/pageState';
import type { Entity, Row } from '@contract/entity';

/**
 * Opens the row whose id the address names in a parameter, in a drawer or dialog of the page. Removes the parameter at
 * once, so that a closed drawer stays closed. A row that the person may not see is reported by the call.
 * @param entity the entity of the row, one object for all renders
 * @param open a stable function that opens the row
 */
export function useRowInAddress<E extends Entity>(entity: E, parameter: string, open: (row: Row<E>) => void): void {
  const [search, setSearch] = useSearchParams();
  const isActive = usePageActive();
  const text = search.get(parameter) ?? '';
  const id = isActive && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
  useEffect(() => {
    if (id === null) return;
    setSearch(
      (previousParams) => {
        const remainingParams = new URLSearchParams(previousParams);
        remainingParams.delete(parameter);
        return remainingParams;
      },
      { replace: true },
    );
    void succeeded(
      crud<Entity>(entity)
        .get(id)
        .then((row) => open(row as unknown as Row<E>)),
    );
  }, [id, entity, parameter, open, setSearch]);
}
