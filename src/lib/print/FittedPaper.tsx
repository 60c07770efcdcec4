import { useEffect, useRef, useState } from 'react';
import type { LaidOut } from '@contract/print/pages';
import { PaperPages, type Pictures } from './PaperPages';
import styles from './desk.module.css';

/** CSS pixels of a millimetre. */
const pixels = 96 / 25.4;
/** Below this nobody reads it: it scrolls instead. */
const smallest = 0.45;

/** The sheets at their size, or as wide as the window has room. */
export function FittedPaper({ laid, pictures }: { readonly laid: LaidOut; readonly pictures?: Pictures }) {
  const desk = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<number | null>(null);
  useEffect(() => {
    const element = desk.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? null));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const scale = room ? Math.max(smallest, Math.min(1, room / (laid.width * pixels))) : 1;
  return (
    // Pages scroll by the keyboard, too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={desk} className={styles.desk} role="region" aria-label={laid.title} tabIndex={0}>
      <div className={styles.pages} style={{ zoom: scale }}>
        <PaperPages laid={laid} {...(pictures ? { pictures } : {})} />
      </div>
    </div>
  );
}
