import { errorDuration, notificationDuration } from '@contract/constants';
import { App } from 'antd';
import { useEffect } from 'react';
import { CopyButton } from '@/lib/CopyButton';
import { type Feedback, installFeedback } from '@/lib/feedback';
import { useTabs } from '@/session/tabStore';
import { openPrompt } from './promptDialog';

type Voices = Pick<ReturnType<typeof App.useApp>, 'notification' | 'modal'>;

/** ms; a pointer over a notice keeps it, but one that merely lies there must not keep it for good. */
const longestHold = 10_000;

function feedbackOf({ notification, modal }: Voices): Feedback {
  const ends = new Map<string, ReturnType<typeof setTimeout>>();

  function endLater(key: string, after: number): void {
    clearTimeout(ends.get(key));
    ends.set(key, setTimeout(() => {
      ends.delete(key);
      notification.destroy(key);
    }, after));
  }

  /** Asks in a dialog; leaving for another view is an answer too: the cautious one. */
  function ask<T>(open: (settle: (answer: T) => void) => { destroy: () => void }, otherwise: T): Promise<T> {
    return new Promise((resolve) => {
      const { active } = useTabs.getState();
      const settle = (answer: T) => {
        unsubscribe();
        resolve(answer);
      };
      const dialog = open(settle);
      const unsubscribe = useTabs.subscribe((state) => {
        if (state.active === active) return;
        dialog.destroy();
        settle(otherwise);
      });
    });
  }

  return {
    notify: (kind, text, { duration = kind === 'error' ? errorDuration : notificationDuration, title, requestId } = {}) => {
      // The same words twice are one notice.
      const key = `${kind} ${title ?? ''} ${text}`;
      const id = requestId && (
        <span style={{ color: 'var(--ant-color-text-secondary)' }}>
          请求编号：{requestId} <CopyButton text={requestId} />
        </span>
      );
      notification.open({
        key,
        type: kind,
        title: title ?? text,
        description: title ? <>{text}{id && <div>{id}</div>}</> : id,
        duration: duration / 1000,
        role: kind === 'error' || kind === 'warning' ? 'alert' : 'status',
      });
      endLater(key, duration + longestHold);
    },

    confirm: (question, { title = '提示', okText = '确定', cancelText = '取消', danger = false } = {}) =>
      ask<boolean>(
        (settle) =>
          modal.confirm({
            title,
            content: question,
            okText,
            cancelText,
            okButtonProps: { danger },
            // A slip of Enter throws nothing away.
            autoFocusButton: danger ? 'cancel' : 'ok',
            onOk: () => settle(true),
            onCancel: () => settle(false),
          }),
        false,
      ),

    prompt: (question, options = {}) => ask<string | null>((settle) => openPrompt(modal, question, options, settle), null),
  };
}

/** Lends the program antd's voice. Stands inside antd's App. */
export function AntFeedback() {
  const { notification, modal } = App.useApp();
  useEffect(() => installFeedback(feedbackOf({ notification, modal })), [notification, modal]);
  return null;
}
