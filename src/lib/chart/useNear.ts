import { type RefObject, useEffect, useState } from 'react';

/**
 * Whether a place has come near the window, or the page goes to paper, where all of it is seen; from then on it stays
 * so.
 */
export function useNear(place: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(() => typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    const element = place.current;
    if (near || !element) return undefined;
    const come = () => setNear(true);
    const watched = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && come(),
      { rootMargin: '300px' },
    );
    watched.observe(element);
    window.addEventListener('beforeprint', come);
    return () => {
      watched.disconnect();
      window.removeEventListener('beforeprint', come);
    };
  }, [near, place]);
  return near;
}
