import { useEffect, useMemo } from 'react';
import { DataGrid, useDataGrid } from '@/grid/DataGrid';
import type { TemplateKind } from './templateKind';

/** Rows of a draft as a sheet: pasted from a workbook, filled down, saved together. */
export function TemplateSheet({
  kind,
  id,
  onUnsaved,
}: {
  kind: TemplateKind;
  id: number;
  onUnsaved: (unsaved: boolean) => void;
}) {
  const fixedValues = useMemo(() => ({ template: id }), [id]);
  const grid = useDataGrid({ entity: kind.rows.entity, columns: kind.grid, fixedValues, order: 'rowSort' });
  const unsaved = grid.unsaved > 0;
  useEffect(() => {
    onUnsaved(unsaved);
    return () => onUnsaved(false);
  }, [unsaved, onUnsaved]);
  return <DataGrid grid={grid} label={`${kind.rows.entity.label}填写`} />;
}
