import { useEffect, useState } from 'react';

const currentAnchor = (): string => decodeURIComponent(window.location.hash.slice(1));

/** Returns the section that the address names, scrolls to it and focuses it for screen readers. */
export function useAnchor(): string {
  const [anchor, setAnchor] = useState(currentAnchor);
  useEffect(() => {
    const handleHashChange = () => setAnchor(currentAnchor());
    window.addEventListener('hashchange', handleHashChange);
    return () => window.removeEventListener('hashchange', handleHashChange);
  }, []);
  useEffect(() => {
    const target = anchor ? document.getElementById(anchor) : null;
    target?.scrollIntoView?.({ block: 'start' });
    target?.focus({ preventScroll: true });
  }, [anchor]);
  return anchor;
}
