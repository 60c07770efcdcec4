import { useCallback, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { RowKey } from './rowSelection';

/**
 * Marks on the scroller, without a render, whether columns are hidden behind the pinned ones, for their shadows.
 * @param totalWidth width of all columns, px
 * @param shownWidth width of the scroller, px
 */
export function useEdgeMarks(
  viewportRef: RefObject<HTMLElement | null>,
  totalWidth: number,
  shownWidth: number,
): () => void {
  const markEdges = useCallback(() => {
    const element = viewportRef.current;
    if (element === null) return;
    element.toggleAttribute('data-more-left', element.scrollLeft > 0);
    element.toggleAttribute('data-more-right', element.scrollLeft + element.clientWidth < element.scrollWidth - 1);
  }, [viewportRef]);
  // Runs only when the widths change. Reading them after each scrolled row would force a layout per frame.
  useLayoutEffect(markEdges, [markEdges, totalWidth, shownWidth]);
  return markEdges;
}

/**
 * Scrolls to the top when another page is shown. Edited, sorted or refetched rows keep the scroll position.
 * @param keys keys of the displayed rows, which tell a new page from changed rows
 */
export function useTopOfNewPage(viewportRef: RefObject<HTMLElement | null>, keys: readonly RowKey[]): void {
  const shownKeys = useRef(keys);
  useLayoutEffect(() => {
    const previousKeys = shownKeys.current;
    if (previousKeys === keys || keys.length === 0) return;
    shownKeys.current = keys;
    if (previousKeys.length === 0) return;
    const now = new Set(keys);
    if (!previousKeys.some((key) => now.has(key)) && viewportRef.current !== null) viewportRef.current.scrollTop = 0;
  }, [keys, viewportRef]);
}
