import { useEffect } from 'react';
import { focusedNow, focusNear } from '@/lib/focusFirst';

const lost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * Moves the focus to the nearest control of the page when the focused button disappears or is disabled: at the next
 * render if the element was removed, at the next key if it is only disabled, because a button that is disabled during
 * a request gets the focus back.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let around: readonly Element[] = [];
    const remember = () => {
      around = focusedNow().filter((one) => one.closest('[data-page-pane]'));
    };
    const keep = (gone: (last: Element) => boolean) => {
      const [last] = around;
      // Only within the shown page. Hidden and closed pages are left alone.
      if (last && lost() && gone(last)) focusNear(around.filter((one) => one.closest('[data-page-pane]:not([inert])')));
    };
    // Waits one frame, so that the code that removed the element can set the focus itself.
    let waiting = 0;
    const changes = new MutationObserver(() => {
      if (waiting || !lost() || around[0]?.isConnected !== false) return;
      waiting = requestAnimationFrame(() => {
        waiting = 0;
        keep((last) => !last.isConnected);
      });
    });
    const onKey = () => keep((last) => !last.isConnected || last.matches(':disabled'));
    changes.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    document.addEventListener('keydown', onKey, { capture: true });
    return () => {
      changes.disconnect();
      cancelAnimationFrame(waiting);
      document.removeEventListener('focusin', remember);
      document.removeEventListener('keydown', onKey, { capture: true });
    };
  }, []);
}
