import { notification } from 'antd';
import { useEffect } from 'react';
import { CopyButton } from '@/lib/CopyButton';
import type { Feedback } from '@/lib/feedback';
import { narrowScreen } from '@/lib/useMedia';
import { errorDuration, notificationDuration } from '@contract/constants';

/** Shows a message (`Feedback.notify`). */
export type Notifying = Feedback['notify'];

/** Longest time in ms that a pointer over a notice keeps it open. */
const maxHoldMs = 10_000;

/** Returns whether the shown page has its buttons at the bottom of a phone. */
const hasBarBelow = (): boolean =>
  window.matchMedia(narrowScreen).matches &&
  [...document.querySelectorAll('[data-bar-below]')].some((bar) => bar.getClientRects().length > 0);

/**
 * Returns the position of a message. Messages of success or information appear at the bottom left, away from the
 * buttons above and to the right. Where a phone has its buttons below, they appear at the top.
 */
const placeOf = (kind: Parameters<Notifying>[0]): 'bottomLeft' | 'topRight' =>
  (kind === 'success' || kind === 'info') && !hasBarBelow() ? 'bottomLeft' : 'topRight';

type NoticePopups = ReturnType<typeof notification.useNotification>[0];

function notifyingBy(notices: NoticePopups): Notifying {
  const closeTimers = new Map<string, ReturnType<typeof setTimeout>>();

  function endLater(key: string, delayMs: number): void {
    clearTimeout(closeTimers.get(key));
    closeTimers.set(
      key,
      setTimeout(() => {
        closeTimers.delete(key);
        notices.destroy(key);
      }, delayMs),
    );
  }

  return (
    kind,
    text,
    { duration = kind === 'error' ? errorDuration : notificationDuration, title, requestId } = {},
  ) => {
    // Identical notices are shown once.
    const key = `${kind} ${title ?? ''} ${text}`;
    const id = requestId && (
      <span style={{ color: 'var(--ant-color-text-secondary)' }}>
        请求编号：{requestId} <CopyButton text={requestId} />
      </span>
    );
    notices.open({
      key,
      type: kind,
      title: title ?? text,
      description: title ? (
        <>
          {text}
          {id && <div>{id}</div>}
        </>
      ) : (
        id
      ),
      duration: duration / 1000,
      role: kind === 'error' || kind === 'warning' ? 'alert' : 'status',
      placement: placeOf(kind),
    });
    // 0 means that it stays until somebody closes it.
    if (duration) endLater(key, duration + maxHoldMs);
  };
}

/** Renders the messages of the program. */
export function Notices({ onReady }: { readonly onReady: (notify: Notifying) => void }) {
  const [notices, places] = notification.useNotification();
  useEffect(() => onReady(notifyingBy(notices)), [notices, onReady]);
  return places;
}
