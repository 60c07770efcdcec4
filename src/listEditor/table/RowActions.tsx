import { Dropdown } from 'antd';
import { useState } from 'react';
import type { AnyRow } from '@contract/entity';
import styles from '../listEditor.module.css';

export interface RowButton {
  readonly key: string;
  readonly label: string;
  readonly danger?: boolean;
  readonly enabled?: (row: AnyRow) => boolean;
  /**
   * Returns why the action is not possible for the row; null if it is possible. The reason is the button's tooltip.
   */
  readonly lockReasonOf?: (row: AnyRow) => string | null;
  readonly run: (row: AnyRow) => void;
}

/** Returns whether a button is disabled and the reason that its tooltip shows. */
function stateOf(
  { enabled, lockReasonOf }: RowButton,
  row: AnyRow,
  busy: boolean,
): { readonly disabled: boolean; readonly title?: string } {
  const lockReason = lockReasonOf?.(row) ?? undefined;
  return {
    disabled: busy || lockReason !== undefined || enabled?.(row) === false,
    ...(lockReason === undefined ? {} : { title: lockReason }),
  };
}

const moreActions = '更多';

/** Returns the labels of the buttons in the row itself, 更多 included. */
export const labelsInRow = (buttons: readonly RowButton[], inRow: number): string[] => [
  ...buttons.slice(0, inRow).map((button) => button.label),
  ...(buttons.length > inRow ? [moreActions] : []),
];

/**
 * Renders a row's buttons: two in the row, the rest in a 更多 menu (docs/spec/design.md). Uses plain buttons and
 * mounts the menu only when it opens, because a table has hundreds of these cells (docs/performance.md).
 * @param inRow number of buttons outside the menu
 * @param busy true while a request for this row is running
 */
export function RowActions({
  row,
  buttons,
  inRow = 2,
  busy,
}: {
  row: AnyRow;
  buttons: readonly RowButton[];
  inRow?: number;
  busy: boolean;
}) {
  const [open, setOpen] = useState(false);
  const shownButtons = buttons.slice(0, inRow);
  const menuButtons = buttons.slice(shownButtons.length);
  const moreMenu = (
    <button
      type="button"
      className={styles.rowAction}
      aria-haspopup="menu"
      aria-expanded={open}
      onClick={() => setOpen(true)}
    >
      {moreActions}
    </button>
  );
  return (
    <span className={styles.rowActions} aria-busy={busy}>
      {shownButtons.map((button) => (
        <button
          key={button.key}
          type="button"
          className={button.danger ? styles.rowDanger : styles.rowAction}
          {...stateOf(button, row, busy)}
          onClick={() => button.run(row)}
        >
          {button.label}
        </button>
      ))}
      {menuButtons.length > 0 &&
        (open ? (
          <Dropdown
            open
            autoFocus
            trigger={['click']}
            onOpenChange={(next) => setOpen(next)}
            menu={{
              items: menuButtons.map((button) => ({
                key: button.key,
                label: button.label,
                danger: button.danger,
                ...stateOf(button, row, busy),
              })),
              onClick: ({ key }) => {
                setOpen(false);
                menuButtons.find((button) => button.key === key)?.run(row);
              },
            }}
          >
            {moreMenu}
          </Dropdown>
        ) : (
          moreMenu
        ))}
    </span>
  );
}
