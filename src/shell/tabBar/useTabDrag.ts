import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Tab } from '@/session/tabs/tabState';
import { useTabs } from '@/session/tabs/tabStore';

/** Distance in px; a smaller movement is a click. */
const dragThresholdPx = 6;
/** Distance in px from the end of the bar at which it scrolls. `stride` is the distance in px per movement. */
const edgePx = 32;
const stride = 12;

/** Returns the index for a dragged tab: after the tabs whose centre is left of the pointer. */
function placeAt(bar: HTMLElement, key: string, x: number): number {
  const otherTags = [...bar.querySelectorAll<HTMLElement>('[data-tab]')].filter((tag) => tag.dataset.tab !== key);
  return otherTags.filter((tag) => {
    const { left, width } = tag.getBoundingClientRect();
    return left + width / 2 < x;
  }).length;
}

function scrollAtEdge(bar: HTMLElement, x: number): void {
  const { left, right } = bar.getBoundingClientRect();
  if (x < left + edgePx) bar.scrollLeft -= stride;
  else if (x > right - edgePx) bar.scrollLeft += stride;
}

/**
 * Drags a tab by mouse or pen. A finger scrolls the bar and opens the menu by a long press. No library is used,
 * because it would be a twentieth of the first page. `wasDrag` distinguishes a drag from a click.
 */
export function useTabDrag(bar: RefObject<HTMLElement | null>) {
  const [dragging, setDragging] = useState<string | null>(null);
  const dragged = useRef(false);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  const onPointerDown = (event: ReactPointerEvent, tab: Tab) => {
    dragged.current = false;
    if (
      event.button !== 0 ||
      event.pointerType === 'touch' ||
      tab.affix ||
      (event.target as Element).closest('[data-close]')
    )
      return;
    const from = { x: event.clientX, place: useTabs.getState().tabs.findIndex(({ key }) => key === tab.key) };
    const onMove = ({ clientX }: PointerEvent) => {
      const element = bar.current;
      if (!element || (!dragged.current && Math.abs(clientX - from.x) < dragThresholdPx)) return;
      dragged.current = true;
      setDragging(tab.key);
      scrollAtEdge(element, clientX);
      useTabs.getState().move(tab.key, placeAt(element, tab.key, clientX));
    };
    const onKey = (keyEvent: KeyboardEvent) => {
      if (keyEvent.key !== 'Escape' || !dragged.current) return;
      useTabs.getState().move(tab.key, from.place);
      end();
    };
    const end = () => {
      setDragging(null);
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
      window.removeEventListener('keydown', onKey);
    };
    stop.current = end;
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
    window.addEventListener('keydown', onKey);
  };

  return { dragging, onPointerDown, wasDrag: () => dragged.current };
}
