import { type RefObject, useEffect, useState } from 'react';

/** Returns true once an element has come near the window, or the page is printed. It stays true. */
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
