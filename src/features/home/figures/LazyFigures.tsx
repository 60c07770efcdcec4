import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { PageSkeleton } from '@/lib/skeleton/PageSkeleton';
import styles from './figures.module.css';

const Figures = lazy(async () => ({ default: (await import('./HomeFigures')).HomeFigures }));

/** Loads code and data of the figures when the person scrolls to them, so that the first page does not wait. */
export function LazyFigures() {
  const place = useRef<HTMLDivElement>(null);
  const [shouldLoad, setShouldLoad] = useState(typeof IntersectionObserver !== 'function');
  useEffect(() => {
    const element = place.current;
    if (shouldLoad || !element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setShouldLoad(true),
      { rootMargin: '120px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [shouldLoad]);
  const waiting = <PageSkeleton quiet />;
  return (
    <div ref={place} className={styles.waiting}>
      {shouldLoad ? (
        <Suspense fallback={waiting}>
          <Figures />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  );
}
