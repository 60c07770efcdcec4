import { useEffect, useRef } from 'react';
import { focusedNow, focusNear } from './focusFirst';

/**
 * Moves the focus to the nearest control, for a button that is disabled while it works and may disappear afterwards.
 */
export function useFocusNear(busy: boolean): void {
  const previousState = useRef<{ busy: boolean; focusPath: readonly Element[] }>({ busy, focusPath: [] });
  if (previousState.current.busy !== busy)
    previousState.current = { busy, focusPath: busy ? focusedNow() : previousState.current.focusPath };
  useEffect(() => {
    if (!busy) focusNear(previousState.current.focusPath);
  }, [busy]);
}
