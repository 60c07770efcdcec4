import { useEffect, useRef } from 'react';
import { focusedNow, focusNear } from './focusFirst';

/**
 * Moves the focus to the nearest control, for a button that is disabled while it works and may disappear afterwards.
 */
export function useFocusNear(busy: boolean): void {
  const before = useRef<{ busy: boolean; around: readonly Element[] }>({ busy, around: [] });
  if (before.current.busy !== busy) before.current = { busy, around: busy ? focusedNow() : before.current.around };
  useEffect(() => {
    if (!busy) focusNear(before.current.around);
  }, [busy]);
}
