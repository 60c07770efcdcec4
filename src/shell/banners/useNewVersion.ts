import { useEffect, useState } from 'react';
import { isOutdated } from './newVersion';

/** Interval in ms between two checks. */
const checkIntervalMs = 5 * 60_000;
/** Shortest interval in ms. Returning to the window checks at once, but not more often than this. */
const minCheckIntervalMs = 60_000;

/**
 * Returns whether the server has a newer version. Checks only while the window is visible, and never reloads by itself.
 */
export function useNewVersion(): boolean {
  const [hasNewVersion, setNewVersion] = useState(false);
  useEffect(() => {
    if (hasNewVersion) return undefined;
    let isCurrent = true;
    let lastCheckAt = Date.now();
    const checkVersion = () => {
      if (document.visibilityState === 'hidden' || Date.now() - lastCheckAt < minCheckIntervalMs) return;
      lastCheckAt = Date.now();
      void isOutdated().then((isNewer) => isCurrent && isNewer && setNewVersion(true));
    };
    const timer = setInterval(checkVersion, checkIntervalMs);
    document.addEventListener('visibilitychange', checkVersion);
    return () => {
      isCurrent = false;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', checkVersion);
    };
  }, [hasNewVersion]);
  return hasNewVersion;
}
