import { useEffect, useState } from 'react';

/** Returns true once `isActive` has lasted `ms`, so that short states do not flash. */
export function useDelayed(isActive: boolean, ms: number): boolean {
  const [hasElapsed, setElapsed] = useState(false);
  useEffect(() => {
    if (!isActive) {
      setElapsed(false);
      return undefined;
    }
    const timer = setTimeout(() => setElapsed(true), ms);
    return () => clearTimeout(timer);
  }, [isActive, ms]);
  return isActive && hasElapsed;
}
