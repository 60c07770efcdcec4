import { type RefObject, useEffect, useState } from 'react';

/** Returns true once an element has come near the window, or the page is printed. It stays true. */
export function useNear(place: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(() => typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    const element = place.current;
    if (isNear || !element) return undefined;
    const markNear = () => setNear(true);
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && markNear(),
      { rootMargin: '300px' },
    );
    observer.observe(element);
    window.addEventListener('beforeprint', markNear);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', markNear);
    };
  }, [isNear, place]);
  return isNear;
}
