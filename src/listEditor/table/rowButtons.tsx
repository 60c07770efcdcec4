import { useMemo } from 'react';
import type { DataTableColumn, Density } from '@/grid/DataTable';
import { fontSizes } from '@/grid/dataTableColumn';
import { useMay } from '@/session/useCan';
import type { AnyRow } from '@contract/entity';
import { type abilitiesOf, allowedActions, isClosedTo } from '../listAbilities';
import type { ListEditorModel } from '../useListEditor';
import { actionsWidth } from './actionsWidth';
import { labelsInRow, RowActions, type RowButton } from './RowActions';

interface RowButtonsOptions {
  readonly editor: ListEditorModel;
  readonly onDelete: (rows: readonly AnyRow[]) => void;
  readonly onDetail?: ((row: AnyRow) => void) | undefined;
  readonly can: ReturnType<typeof abilitiesOf>;
  readonly isAdmin: boolean;
}

/** Returns the buttons of each row: the list editor's and the page's own. */
export function useRowButtons({ editor, can, isAdmin, onDelete, onDetail }: RowButtonsOptions): RowButton[] {
  const { page } = editor;
  const { entity } = page;
  const isRecycleBin = editor.list.deleted;
  const hasPermission = useMay();
  const custom = useMemo(() => allowedActions(page, 'row', hasPermission), [page, hasPermission]);
  const { openForm, restore, runAction } = editor;
  return useMemo<RowButton[]>(() => {
    if (isRecycleBin)
      return can.has('restore') ? [{ key: 'restore', label: '恢复', run: (row) => void restore([row]) }] : [];
    const lockReasonFor = (to: 'edit' | 'del') => (row: AnyRow) => isClosedTo(entity, row, isAdmin, to);
    return [
      ...(can.has('edit')
        ? [
            {
              key: 'edit',
              label: '编辑',
              lockReasonOf: lockReasonFor('edit'),
              run: (row: AnyRow) => void openForm('edit', row),
            },
          ]
        : []),
      ...custom.map((action) => ({
        key: action.key,
        label: action.label,
        danger: action.danger,
        enabled: (row: AnyRow) => action.enabled?.([row]) ?? true,
        run: (row: AnyRow) => void runAction(action, [row]),
      })),
      ...(can.has('copy') ? [{ key: 'copy', label: '复制', run: (row: AnyRow) => void openForm('copy', row) }] : []),
      ...(can.has('del')
        ? [
            {
              key: 'del',
              label: '删除',
              danger: true,
              lockReasonOf: lockReasonFor('del'),
              run: (row: AnyRow) => onDelete([row]),
            },
          ]
        : []),
      ...(onDetail ? [{ key: 'detail', label: '详情', run: onDetail }] : []),
    ];
  }, [isRecycleBin, can, custom, openForm, restore, runAction, onDelete, onDetail, entity, isAdmin]);
}

interface ActionsColumnOptions {
  readonly buttons: readonly RowButton[];
  readonly density: Density;
  /** True if several buttons become one menu. */
  readonly isShort: boolean;
  readonly deleting: ListEditorModel['state']['deleting'];
}

/** Returns the column with the buttons of each row. */
export function actionsColumn({ buttons, density, isShort, deleting }: ActionsColumnOptions): DataTableColumn<AnyRow> {
  const inRow = isShort && buttons.length > 1 ? 0 : 2;
  const labels = labelsInRow(buttons, inRow);
  return {
    key: '#actions',
    title: '操作',
    width: actionsWidth(labels, fontSizes[density], labels.length === 1 ? 72 : labels.length === 2 ? 112 : 152),
    fixed: 'right',
    render: (row) => <RowActions row={row} buttons={buttons} inRow={inRow} busy={deleting[row.id] === 'processing'} />,
  };
}
