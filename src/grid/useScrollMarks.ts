import { useCallback, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { RowKey } from './rowSelection';

/** Says on the scroller whether columns are hidden under the pinned ones, for their shadows; no render for it. */
export function useEdgeMarks(
  viewportRef: RefObject<HTMLElement | null>,
  totalWidth: number,
  shownWidth: number,
): () => void {
  const mark = useCallback(() => {
    const element = viewportRef.current;
    if (element === null) return;
    element.toggleAttribute('data-more-left', element.scrollLeft > 0);
    element.toggleAttribute('data-more-right', element.scrollLeft + element.clientWidth < element.scrollWidth - 1);
  }, [viewportRef]);
  // Only where the widths changed: reading them after each scrolled row would force a layout a frame.
  useLayoutEffect(mark, [mark, totalWidth, shownWidth]);
  return mark;
}

/** Another page starts at its top; rows that were only edited, sorted in or refetched leave the scroll where it is. */
export function useTopOfNewPage(viewportRef: RefObject<HTMLElement | null>, keys: readonly RowKey[]): void {
  const shown = useRef(keys);
  useLayoutEffect(() => {
    const before = shown.current;
    if (before === keys || keys.length === 0) return;
    shown.current = keys;
    if (before.length === 0) return;
    const now = new Set(keys);
    if (!before.some((key) => now.has(key)) && viewportRef.current !== null) viewportRef.current.scrollTop = 0;
  }, [keys, viewportRef]);
}
