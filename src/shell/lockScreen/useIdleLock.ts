import { useEffect, useState } from 'react';
import { deobfuscate, obfuscate } from '@/lib/browser/obfuscateText';
import { lockScreen, useLock } from '@/session/access/lockStore';
import { useSettings } from '@/session/settingsStore';

/** Seconds of warning before the screen locks. */
export const warningSeconds = 60;
/** Interval in ms between two checks of the clock, because timers pause while the machine sleeps. */
const checkIntervalMs = 1_000;
/** Interval in ms between two messages to the other windows. */
const tellIntervalMs = 5_000;
const lastActiveKey = 'lastActive';
const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

const heardElsewhere = (): number => {
  try {
    return Number(deobfuscate(localStorage.getItem(lastActiveKey))) || 0;
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
  const isLocked = useLock((state) => state.locked);
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  useEffect(() => {
    if (minutes === 0 || isLocked) return undefined;
    let lastActivityAt = Date.now();
    let lastToldAt = 0;
    const noteActivity = () => {
      lastActivityAt = Date.now();
      setSecondsLeft(null);
      if (lastActivityAt - lastToldAt < tellIntervalMs) return;
      lastToldAt = lastActivityAt;
      try {
        localStorage.setItem(lastActiveKey, obfuscate(String(lastActivityAt)));
      } catch {
        // Without storage each window counts for itself.
      }
    };
    const timer = setInterval(() => {
      const idleMs = Date.now() - Math.max(lastActivityAt, heardElsewhere());
      const seconds = Math.ceil(minutes * 60 - idleMs / 1000);
      if (seconds <= 0) lockScreen();
      setSecondsLeft(seconds > 0 && seconds <= warningSeconds ? seconds : null);
    }, checkIntervalMs);
    for (const sign of activityEvents) window.addEventListener(sign, noteActivity, { passive: true, capture: true });
    return () => {
      clearInterval(timer);
      setSecondsLeft(null);
      for (const sign of activityEvents) window.removeEventListener(sign, noteActivity, { capture: true });
    };
  }, [minutes, isLocked]);
  return secondsLeft;
}
