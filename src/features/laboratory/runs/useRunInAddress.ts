import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { crud } from '@/api/crudClient';
import { succeeded } from '@/api/succeeded';
import { numberIn } from '@/features/projects/workflowRow/WorkflowRowPage';
import { labRun } from '@contract/features/laboratory/entities/labRun';
import type { Run } from './RunDrawer';

/**
 * Opens the run that the address names (`?run=…`). Removes the parameter at once, so that a closed drawer stays
 * closed.
 */
export function useRunInAddress(open: (run: Run) => void): void {
  const [search, setSearch] = useSearchParams();
  const id = numberIn(search.get('run'));
  useEffect(() => {
    if (id === null) return;
    setSearch(
      (previousParams) => {
        const remainingParams = new URLSearchParams(previousParams);
        remainingParams.delete('run');
        return remainingParams;
      },
      { replace: true },
    );
    void succeeded(
      crud(labRun)
        .get(id)
        .then((row) => open(row as Run)),
    );
  }, [id, open, setSearch]);
}
