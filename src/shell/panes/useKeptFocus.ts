import { useEffect } from 'react';
import { focusedNow, focusNear } from '@/lib/focusFirst';

const lost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * A button that has done its work goes away, or can't be pressed any more, and takes the focus along. On a page the
 * focus goes on near to where it was: with the next
 * drawing where the element is gone, by the next key where it is only shut, since what is shut while it works gives the
 * focus back itself.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let around: readonly Element[] = [];
    const remember = () => {
      around = focusedNow().filter((one) => one.closest('[data-page-pane]'));
    };
    const keep = (gone: (last: Element) => boolean) => {
      const [last] = around;
      // Within the page alone: a hidden one, and one that was closed, is left as it is.
      if (last && lost() && gone(last)) focusNear(around.filter((one) => one.closest('[data-page-pane]:not([inert])')));
    };
    // Not before who took it away has had the time to give the focus to what came in its place.
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
