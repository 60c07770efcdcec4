import { useEffect } from 'react';
import { focusedNow, focusNear } from '@/lib/focusFirst';

const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * Moves the focus to the nearest control of the page when the focused button disappears or is disabled: at the next
 * render if the element was removed, at the next key if it is only disabled, because a button that is disabled during
 * a request gets the focus back.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let focusPath: readonly Element[] = [];
    const rememberFocus = () => {
      focusPath = focusedNow().filter((element) => element.closest('[data-page-pane]'));
    };
    const keep = (isGone: (last: Element) => boolean) => {
      const [last] = focusPath;
      // Only within the shown page. Hidden and closed pages are left alone.
      if (last && isFocusLost() && isGone(last))
        focusNear(focusPath.filter((element) => element.closest('[data-page-pane]:not([inert])')));
    };
    // Waits one frame, so that the code that removed the element can set the focus itself.
    let waiting = 0;
    const changes = new MutationObserver(() => {
      if (waiting || !isFocusLost() || focusPath[0]?.isConnected !== false) return;
      waiting = requestAnimationFrame(() => {
        waiting = 0;
        keep((last) => !last.isConnected);
      });
    });
    const onKey = () => keep((last) => !last.isConnected || last.matches(':disabled'));
    changes.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', rememberFocus);
    document.addEventListener('keydown', onKey, { capture: true });
    return () => {
      changes.disconnect();
      cancelAnimationFrame(waiting);
      document.removeEventListener('focusin', rememberFocus);
      document.removeEventListener('keydown', onKey, { capture: true });
    };
  }, []);
}
