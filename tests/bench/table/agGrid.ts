import { AllCommunityModule, type ColDef, createGrid, ModuleRegistry } from 'ag-grid-community';
import { type BenchRecord, kindOf } from './records';

const element = (className: string, text: string): HTMLElement =>
  Object.assign(document.createElement('span'), { className, textContent: text });

function actions(): HTMLElement {
  const cell = element('', '');
  for (const label of ['编辑', '复制', '删除'])
    cell.append(
      Object.assign(document.createElement('button'), { type: 'button', className: 'act', textContent: label }),
    );
  return cell;
}

/**
 * The reference of quality.md: AG Grid with its own rendering, without React, with equally light cells. Returns a
 * function that sets the rows.
 */
export function openAgGrid(root: HTMLElement, columns: number, height: number): (rows: readonly BenchRecord[]) => void {
  ModuleRegistry.registerModules([AllCommunityModule]);
  root.style.height = `${height}px`;
  const between = Array.from({ length: columns - 2 }, (_, index): ColDef<BenchRecord> => {
    const kind = kindOf(index);
    return {
      colId: `c${index}`,
      headerName: `列${index + 1}`,
      width: kind === 'text' ? 150 : 110,
      valueGetter: ({ data }) => data?.cells[index] ?? '',
      ...(kind === 'tag'
        ? {
            cellRenderer: ({ value }: { readonly value: string }) =>
              element(value === '不合格' ? 'tag late' : 'tag', value),
          }
        : {}),
    };
  });
  const grid = createGrid<BenchRecord>(root, {
    columnDefs: [
      { field: 'code', headerName: '样品编号', width: 140, pinned: 'left' },
      ...between,
      { colId: 'actions', headerName: '操作', width: 160, pinned: 'right', cellRenderer: actions },
    ],
    rowData: [],
    getRowId: ({ data }) => String(data.id),
    rowHeight: 37,
    rowSelection: { mode: 'multiRow' },
  });
  return (rows) => grid.setGridOption('rowData', [...rows]);
}
