import { useEffect, useState } from 'react';
import { isOutdated } from './newVersion';

/** Interval in ms between two checks. */
const every = 5 * 60_000;
/** Shortest interval in ms. Returning to the window checks at once, but not more often than this. */
const atMost = 60_000;

/**
 * Returns whether the server has a newer version. Checks only while the window is visible, and never reloads by itself.
 */
export function useNewVersion(): boolean {
  const [outdated, setOutdated] = useState(false);
  useEffect(() => {
    if (outdated) return undefined;
    let current = true;
    let last = Date.now();
    const look = () => {
      if (document.visibilityState === 'hidden' || Date.now() - last < atMost) return;
      last = Date.now();
      void isOutdated().then((is) => current && is && setOutdated(true));
    };
    const timer = setInterval(look, every);
    document.addEventListener('visibilitychange', look);
    return () => {
      current = false;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [outdated]);
  return outdated;
}
