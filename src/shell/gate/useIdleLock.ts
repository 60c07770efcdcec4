import { useEffect, useState } from 'react';
import { unveil, veil } from '@/lib/browser/veiled';
import { lock, useLock } from '@/session/door/lockStore';
import { useSettings } from '@/session/settingsStore';

/** Seconds of warning before the screen locks. */
export const warningSeconds = 60;
/** Interval in ms between two checks of the clock, because timers pause while the machine sleeps. */
const look = 1_000;
/** Interval in ms between two messages to the other windows. */
const tell = 5_000;
const memory = 'lastActive';
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

const heardElsewhere = (): number => {
  try {
    return Number(unveil(localStorage.getItem(memory))) || 0;
  } catch {
    return 0;
  }
};

/**
 * Locks the screen after the chosen minutes without input in any window. Returns the seconds left during the warning,
 * otherwise null.
 */
export function useIdleLock(): number | null {
  const minutes = useSettings((settings) => settings.lockAfter);
  const locked = useLock((state) => state.locked);
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    if (minutes === 0 || locked) return undefined;
    let last = Date.now();
    let told = 0;
    const alive = () => {
      last = Date.now();
      setLeft(null);
      if (last - told < tell) return;
      told = last;
      try {
        localStorage.setItem(memory, veil(String(last)));
      } catch {
        // Without storage each window counts for itself.
      }
    };
    const timer = setInterval(() => {
      const idle = Date.now() - Math.max(last, heardElsewhere());
      const seconds = Math.ceil(minutes * 60 - idle / 1000);
      if (seconds <= 0) lock();
      setLeft(seconds > 0 && seconds <= warningSeconds ? seconds : null);
    }, look);
    for (const sign of signs) window.addEventListener(sign, alive, { passive: true, capture: true });
    return () => {
      clearInterval(timer);
      setLeft(null);
      for (const sign of signs) window.removeEventListener(sign, alive, { capture: true });
    };
  }, [minutes, locked]);
  return left;
}
