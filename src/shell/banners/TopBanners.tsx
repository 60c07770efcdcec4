import { useState } from 'react';
import { navigation } from '@/lib/browser/navigation';
import { barTexts } from '@/lib/texts/barTexts';
import { useOnline } from '@/lib/useOnline';
import { lockTexts } from '../lockScreen/lockTexts';
import { useIdleLock, warningSeconds } from '../lockScreen/useIdleLock';
import { useNewVersion } from './useNewVersion';
import styles from '../shell.module.css';

function OfflineBar() {
  const online = useOnline();
  return online ? null : (
    <div className={styles.bar} data-kind="warning">
      {barTexts.offline}
    </div>
  );
}

function NewVersionBar() {
  const hasNewVersion = useNewVersion();
  const [isPostponed, setPostponed] = useState(false);
  if (!hasNewVersion || isPostponed) return null;
  return (
    <div className={styles.bar}>
      <span>{barTexts.newVersion}</span>
      <span>
        <button type="button" onClick={navigation.reload}>
          {barTexts.reload}
        </button>
        <button type="button" onClick={() => setPostponed(true)}>
          {barTexts.later}
        </button>
      </span>
    </div>
  );
}

function IdleBar() {
  const secondsLeft = useIdleLock();
  if (secondsLeft === null) return null;
  return (
    <div className={styles.bar} data-kind="warning">
      {/* Announced once; the seconds are only shown. */}
      <span className={styles.spoken} role="alert">
        {lockTexts.idle(warningSeconds)}
      </span>
      <span aria-hidden>{lockTexts.idle(secondsLeft)}</span>
      {/* Moving the pointer towards the bar already cancels the lock. */}
      <button type="button">{lockTexts.stay}</button>
    </div>
  );
}

/**
 * Bars for the whole window. The live region exists before its text; otherwise screen readers would not announce it.
 */
export function TopBanners() {
  return (
    <>
      <div role="status" aria-live="polite">
        <OfflineBar />
        <NewVersionBar />
      </div>
      <IdleBar />
    </>
  );
}
