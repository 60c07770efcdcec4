import { Alert, Button } from 'antd';
import { useState } from 'react';
import { ConflictPanel } from '@/fields/conflict/ConflictPanel';
import { PageDrawer } from '@/session/overlays';
import { entryGridTexts } from './entryGridTexts';
import type { DataGridModel } from './useDataGrid';

/**
 * Shows rows that another person changed meanwhile: a notice above the grid and a drawer to compare them one by one.
 */
export function GridConflicts({ grid }: { grid: DataGridModel }) {
  const [open, setOpen] = useState(false);
  const { state, rows, entity } = grid;
  const [firstConflict] = state.conflicts;
  if (!firstConflict) return null;
  const [key, theirRow] = firstConflict;
  const index = rows.findIndex((row) => row.key === key);
  const row = rows[index];
  const base = state.base.get(key);
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={entryGridTexts.conflicts(state.conflicts.size)}
        action={
          <Button size="small" onClick={() => setOpen(true)}>
            核对差异
          </Button>
        }
      />
      <PageDrawer
        open={open && row !== undefined}
        size={880}
        title={`第${index + 1}行 ${String(theirRow[entity.titleField] ?? '')}（还有${state.conflicts.size}行）`}
        onClose={() => setOpen(false)}
      >
        {row && base && (
          <ConflictPanel
            key={key}
            entity={entity}
            base={base}
            mine={mineOf(grid, row.values)}
            theirs={theirRow}
            onTake={(values) => {
              grid.resolve(key, values);
              if (state.conflicts.size === 1) setOpen(false);
            }}
          />
        )}
      </PageDrawer>
    </>
  );
}

/** Returns the row's values in the grid's columns. Columns that the grid does not show can't have been changed here. */
const mineOf = ({ columns }: DataGridModel, values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(columns.flatMap(({ name }) => (name === null ? [] : [[name, values[name] ?? null]])));
