import { useEffect, useState } from 'react';
import { isOutdated } from './newVersion';

/** ms between two looks */
const every = 5 * 60_000;
/** ms; coming back to the window looks at once, but not at every switch */
const atMost = 60_000;

/** Whether a newer version waits on the server. Asked while the window is looked at, never acted upon by itself. */
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
