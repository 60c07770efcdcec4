import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

export interface ShownRect {
  width: number;
  height: number;
}

/**
 * Returns the inner size of a scroller in px; null before the first measurement.
 * A hidden scroller measures 0 × 0 and keeps its last size. Its scroll position is restored when it is shown again;
 * Chromium restores it by itself, Firefox does not.
 */
export function useShownRect(ref: RefObject<HTMLElement | null>): ShownRect | null {
  const [rect, setRect] = useState<ShownRect | null>(null);
  const offset = useRef({ top: 0, left: 0 });

  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    let hidden = false;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width === 0 && height === 0) {
        hidden = true;
        setRect((lastShownRect) => lastShownRect ?? { width, height });
        return;
      }
      if (hidden) {
        hidden = false;
        if (element.scrollTop !== offset.current.top) element.scrollTop = offset.current.top;
        if (element.scrollLeft !== offset.current.left) element.scrollLeft = offset.current.left;
      }
      setRect((lastShownRect) =>
        lastShownRect !== null && lastShownRect.width === width && lastShownRect.height === height
          ? lastShownRect
          : { width, height },
      );
    };
    const rememberScroll = () => {
      if (element.clientHeight > 0) offset.current = { top: element.scrollTop, left: element.scrollLeft };
    };
    measure();
    element.addEventListener('scroll', rememberScroll, { passive: true });
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure);
    observer?.observe(element);
    return () => {
      element.removeEventListener('scroll', rememberScroll);
      observer?.disconnect();
    };
  }, [ref]);

  return rect;
}
