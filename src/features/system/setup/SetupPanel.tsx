import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { failureOf } from '@/api/callFailures';
import { writePreference } from '@/api/preferences';
import { succeeded } from '@/api/succeeded';
import { sendTestMail } from '@/features/notices/mailCalls';
import { feedback } from '@/lib/feedback';
import {
  type Setup,
  type SetupLine,
  setupPreference,
  setupTexts,
  setupTitles,
} from '@contract/features/system/setupChecklist';
import { setupKey } from './setupQuery';
import styles from './setup.module.css';

/** Button that sends a test mail to the administrator's own address. */
function TestMail() {
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      feedback.notify('success', await sendTestMail());
    } catch (failure) {
      feedback.notify('error', failureOf(failure).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" className={styles.way} disabled={busy} onClick={() => void send()}>
      {setupTexts.testMail}
    </button>
  );
}

function SetupStepItem({ line, mail }: { readonly line: SetupLine; readonly mail: boolean }) {
  return (
    <li className={styles.line}>
      <span className={`${styles.state} ${styles[line.state]}`}>{setupTexts.states[line.state]}</span>
      <div className={styles.text}>
        <strong>{setupTitles[line.key]}</strong>
        <span>{line.facts.join('；')}</span>
      </div>
      <div className={styles.ways}>
        {line.ways.map(({ label, path }) => (
          <Link key={label} className={styles.way} to={path}>
            {label}
          </Link>
        ))}
        {line.key === 'address' && mail && <TestMail />}
      </div>
    </li>
  );
}

/** 上线准备: the steps before a laboratory can work, each with its state and a link. */
export function SetupPanel({ setup }: { readonly setup: Setup }) {
  const queryClient = useQueryClient();
  // Steps that the operator of the server performs do not count towards the organization's progress.
  const ownLines = setup.lines.filter(({ state }) => state !== 'outside');
  const doneCount = ownLines.filter(({ state }) => state === 'done').length;
  const putAway = () => {
    queryClient.setQueryData(setupKey, { ...setup, away: true });
    void succeeded(writePreference(setupPreference, true));
  };
  return (
    <section className={styles.setup} aria-label={setupTexts.title}>
      <header className={styles.head}>
        <h2>{setupTexts.title}</h2>
        <span>{setupTexts.progress(doneCount, ownLines.length)}</span>
        <Link to="/helper#setup">{setupTexts.manual}</Link>
        <button type="button" className={styles.way} onClick={putAway}>
          {setupTexts.away}
        </button>
      </header>
      <ol className={styles.lines}>
        {setup.lines.map((line) => (
          <SetupStepItem key={line.key} line={line} mail={setup.mail} />
        ))}
      </ol>
    </section>
  );
}
