import type { KeyboardEvent, PointerEvent } from 'react';
import { useRef } from 'react';
import { maxColumnWidth } from './columnPlacement';
import { gridTexts } from './gridTexts';
import styles from './DataTable.module.css';

const stepPixels = 8;

interface ResizeHandleProps {
  title: string;
  width: number;
  minWidth: number;
  /** True if the column is pinned at the right and grows to the left. */
  fromRight: boolean;
  focusable: boolean;
  /** Called with the new width in px; `done` on release of the pointer or on a key. */
  onWidth: (width: number, done: boolean) => void;
}

/** Edge between two headers. It is dragged, or focused and moved with the arrow keys (8 px, with Shift 1 px). */
export function ResizeHandle({ title, width, minWidth, fromRight, focusable, onWidth }: ResizeHandleProps) {
  const drag = useRef<{ x: number; width: number } | null>(null);
  const sign = fromRight ? -1 : 1;

  const widthAt = (event: PointerEvent) => drag.current && drag.current.width + sign * (event.clientX - drag.current.x);
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    drag.current = { x: event.clientX, width };
  };
  const onPointerMove = (event: PointerEvent) => {
    const next = widthAt(event);
    if (next !== null) onWidth(next, false);
  };
  const onPointerUp = (event: PointerEvent) => {
    const next = widthAt(event);
    const hasMoved = drag.current !== null && event.clientX !== drag.current.x;
    drag.current = null;
    if (next !== null && hasMoved) onWidth(next, true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    event.stopPropagation();
    onWidth(width + sign * (event.key === 'ArrowRight' ? 1 : -1) * (event.shiftKey ? 1 : stepPixels), true);
  };

  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={gridTexts.resize(title)}
      aria-valuenow={width}
      aria-valuemin={minWidth}
      aria-valuemax={maxColumnWidth}
      tabIndex={focusable ? 0 : -1}
      className={fromRight ? `${styles['handle']} ${styles['handleLeft']}` : styles['handle']}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onKeyDown={onKeyDown}
    />
  );
}
