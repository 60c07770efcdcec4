import { useState } from 'react';
import { navigation } from '@/lib/browser/navigation';
import { barTexts } from '@/lib/texts/barTexts';
import { useOnline } from '@/lib/useOnline';
import { lockTexts } from '../gate/lockTexts';
import { useIdleLock, warningSeconds } from '../gate/useIdleLock';
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
  const outdated = useNewVersion();
  const [later, setLater] = useState(false);
  if (!outdated || later) return null;
  return (
    <div className={styles.bar}>
      <span>{barTexts.newVersion}</span>
      <span>
        <button type="button" onClick={navigation.reload}>
          {barTexts.reload}
        </button>
        <button type="button" onClick={() => setLater(true)}>
          {barTexts.later}
        </button>
      </span>
    </div>
  );
}

function IdleBar() {
  const left = useIdleLock();
  if (left === null) return null;
  return (
    <div className={styles.bar} data-kind="warning">
      {/* Announced once; the seconds are only shown. */}
      <span className={styles.spoken} role="alert">
        {lockTexts.idle(warningSeconds)}
      </span>
      <span aria-hidden>{lockTexts.idle(left)}</span>
      {/* Moving the pointer towards the bar already cancels the lock. */}
      <button type="button">{lockTexts.stay}</button>
    </div>
  );
}

/**
 * Bars for the whole window. The live region exists before its text; otherwise screen readers would not announce it.
 */
export function Bars() {
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
