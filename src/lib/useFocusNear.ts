import { useEffect, useRef } from 'react';
import { focusedNow, focusNear } from './focusFirst';

/**
 * Of a button that is locked while it works, and may be gone when it is done: whoever pressed it by keyboard goes on
 * near it.
 */
export function useFocusNear(busy: boolean): void {
  const before = useRef<{ busy: boolean; around: readonly Element[] }>({ busy, around: [] });
  if (before.current.busy !== busy) before.current = { busy, around: busy ? focusedNow() : before.current.around };
  useEffect(() => {
    if (!busy) focusNear(before.current.around);
  }, [busy]);
}
