import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import PushpinFilled from '@ant-design/icons/PushpinFilled';
import PushpinOutlined from '@ant-design/icons/PushpinOutlined';
import { Button, Checkbox, Segmented } from 'antd';
import { useState } from 'react';
import type { Density } from '@/grid/DataTable';
import { feedback } from '@/lib/feedback';
import { sizeLabels } from '@/lib/texts/shellTexts';
import { useSettings } from '@/session/settingsStore';
import { layoutSizes } from '@contract/constants';
import { labelOf } from '@contract/entity';
import type { ListEditorModel } from '../useListEditor';
import { arrangeColumns, type ColumnChoice } from './columnWidthsAndOrder';
import styles from '../listEditor.module.css';

interface ColumnControlsProps {
  readonly column: ColumnChoice;
  readonly label: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onShown: (visible: boolean) => void;
  readonly onMove: (offset: -1 | 1) => void;
  readonly onPin: (pin: 'left' | null) => void;
}

/** Checkbox that shows a column, and the buttons that move and pin it. */
function ColumnControls({ column, label, isFirst, isLast, onShown, onMove, onPin }: ColumnControlsProps) {
  return (
    <>
      <Checkbox checked={!column.hidden} onChange={(event) => onShown(event.target.checked)}>
        {label}
      </Checkbox>
      <span>
        <Button
          type="text"
          size="small"
          aria-label={`${label}上移`}
          disabled={isFirst}
          icon={<ArrowUpOutlined />}
          onClick={() => onMove(-1)}
        />
        <Button
          type="text"
          size="small"
          aria-label={`${label}下移`}
          disabled={isLast}
          icon={<ArrowDownOutlined />}
          onClick={() => onMove(1)}
        />
        <Button
          type="text"
          size="small"
          aria-label={column.pin ? `取消固定${label}` : `固定${label}在左侧`}
          icon={column.pin ? <PushpinFilled /> : <PushpinOutlined />}
          onClick={() => onPin(column.pin ? null : 'left')}
        />
      </span>
    </>
  );
}

/** Returns the columns in the person's order, and the commands that change and store the choices. */
function columnCommands({ page, preference, savePreference }: ListEditorModel) {
  const columns = arrangeColumns(page.columns, preference.columns);
  const shownCount = columns.filter((column) => !column.hidden).length;
  const setColumn = (position: number, change: Partial<ColumnChoice>) =>
    savePreference({
      columns: columns.map((column, index) => (index === position ? { ...column, ...change } : column)),
    });
  return {
    columns,
    shownCount,
    setColumn,
    move(from: number, to: number) {
      if (to < 0 || to >= columns.length || from === to) return;
      const nextColumnChoices = [...columns];
      const [column] = nextColumnChoices.splice(from, 1);
      if (column) nextColumnChoices.splice(to, 0, column);
      savePreference({ columns: nextColumnChoices });
    },
    toggle(position: number, visible: boolean) {
      if (!visible && shownCount === 1) feedback.notify('warning', '请至少选择一列');
      else setColumn(position, { hidden: !visible });
    },
    /** Shows all columns, or hides all but the first. */
    toggleAll(visible: boolean) {
      savePreference({ columns: columns.map((column, position) => ({ ...column, hidden: !visible && position > 0 })) });
    },
  };
}

/**
 * Panel to show, hide, reorder and pin columns and to choose the row height. The server stores the choices per person.
 * Widths are changed by dragging the header.
 */
export function ColumnChoices({ editor }: { editor: ListEditorModel }) {
  const { page, preference, savePreference } = editor;
  const size = useSettings((settings) => settings.size);
  const { columns, shownCount, setColumn, move, toggle, toggleAll } = columnCommands(editor);
  const [dragged, setDragged] = useState<number | null>(null);

  return (
    <div className={styles.columnSettings}>
      <Segmented<Density>
        block
        aria-label="行高"
        value={preference.density ?? size}
        options={layoutSizes.map((value) => ({ value, label: sizeLabels[value] }))}
        onChange={(density) => savePreference({ density })}
      />
      <div className={styles.columnHead}>
        <Checkbox
          checked={shownCount === columns.length}
          indeterminate={shownCount > 0 && shownCount < columns.length}
          onChange={(event) => toggleAll(event.target.checked)}
        >
          全选
        </Checkbox>
        <Button type="link" size="small" onClick={() => savePreference({ columns: [], density: undefined })}>
          恢复默认
        </Button>
      </div>
      <ul className={styles.columnList}>
        {columns.map((column, position) => {
          return (
            <li
              key={column.name}
              draggable
              data-dragged={dragged === position || undefined}
              onDragStart={() => setDragged(position)}
              onDragOver={(event) => event.preventDefault()}
              onDragEnd={() => setDragged(null)}
              onDrop={() => {
                if (dragged !== null) move(dragged, position);
                setDragged(null);
              }}
            >
              <ColumnControls
                column={column}
                label={labelOf(page.entity, column.name)}
                isFirst={position === 0}
                isLast={position === columns.length - 1}
                onShown={(visible) => toggle(position, visible)}
                onMove={(offset) => move(position, position + offset)}
                onPin={(pin) => setColumn(position, { pin })}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
