import { useEffect, useState } from 'react';
import { type Feedback, installFeedback } from '@/lib/feedback';
import { notificationDuration } from '@contract/constants';
import styles from './light.module.css';

interface ToastMessage {
  readonly id: number;
  readonly kind: Parameters<Feedback['notify']>[0];
  readonly text: string;
  readonly title?: string;
  readonly requestId?: string;
}

let lastId = 0;

/** Messages of the light shell: short lines at the top, announced to screen readers. */
export function LightFeedback() {
  const [toasts, setToasts] = useState<readonly ToastMessage[]>([]);
  useEffect(() => {
    installFeedback({
      notify(kind, text, { duration = notificationDuration, title, requestId } = {}) {
        lastId += 1;
        const id = lastId;
        setToasts((previousToastMessages) => [...previousToastMessages, { id, kind, text, title, requestId }]);
        setTimeout(
          () => setToasts((previousToastMessages) => previousToastMessages.filter((toast) => toast.id !== id)),
          duration,
        );
      },
      // The light shell asks no questions itself. Code below it gets the browser's dialogs.
      confirm: (question) => Promise.resolve(window.confirm(question)),
      prompt: (question) => Promise.resolve(window.prompt(question)),
    });
  }, []);
  return (
    <div className={styles.toasts} role="status" aria-live="polite">
      {toasts.map(({ id, kind, text, title, requestId }) => (
        <div key={id} className={`${styles.toast} ${styles[kind] ?? ''}`}>
          <div>
            {title && <strong>{title}</strong>}
            {text}
            {requestId && <code>请求编号 {requestId}</code>}
          </div>
        </div>
      ))}
    </div>
  );
}
