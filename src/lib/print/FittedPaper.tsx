import { useEffect, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { LaidOut } from '@contract/print/placedPage';
import { offerPaper } from './offeredPapers';
import { PaperPages, type Pictures } from './PaperPages';
import styles from './desk.module.css';
import './print.css';

/** CSS pixels per millimetre. */
const pixelsPerMm = 96 / 25.4;
/** Smallest scale that is readable; below it the paper scrolls. */
const minScale = 0.45;

/**
 * Shows the sheets at full size, or scaled to the window's width. The browser's own print command prints only the
 * sheets.
 */
export function FittedPaper({
  laidOutPaper,
  pictures,
}: {
  readonly laidOutPaper: LaidOut;
  readonly pictures?: Pictures;
}) {
  const paperArea = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<number | null>(null);
  useEffect(() => {
    const element = paperArea.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? null));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const [printing, setPrinting] = useState(false);
  useEffect(
    () =>
      offerPaper({
        element: () => paperArea.current,
        setShown: (isPrinting) => flushSync(() => setPrinting(isPrinting)),
      }),
    [],
  );
  const pages = <PaperPages laidOutPaper={laidOutPaper} {...(pictures ? { pictures } : {})} />;
  const scale = room ? Math.max(minScale, Math.min(1, room / (laidOutPaper.width * pixelsPerMm))) : 1;
  return (
    <>
      {/* Focusable, so that the keyboard can scroll. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={paperArea} className={styles.desk} role="region" aria-label={laidOutPaper.title} tabIndex={0}>
        <div className={styles.pages} style={{ zoom: scale }}>
          {pages}
        </div>
      </div>
      {printing && createPortal(<div data-printed="">{pages}</div>, document.body)}
    </>
  );
}
