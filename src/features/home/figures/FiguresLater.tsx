import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { PageSkeleton } from '@/lib/skeleton/PageSkeleton';
import styles from './figures.module.css';

const Figures = lazy(async () => ({ default: (await import('./Figures')).Figures }));

/** Loads code and data of the figures when the person scrolls to them, so that the first page does not wait. */
export function FiguresLater() {
  const place = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState(typeof IntersectionObserver !== 'function');
  useEffect(() => {
    const element = place.current;
    if (wanted || !element) return undefined;
    const seen = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setWanted(true),
      { rootMargin: '120px' },
    );
    seen.observe(element);
    return () => seen.disconnect();
  }, [wanted]);
  const waiting = <PageSkeleton quiet />;
  return (
    <div ref={place} className={styles.waiting}>
      {wanted ? (
        <Suspense fallback={waiting}>
          <Figures />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  );
}
