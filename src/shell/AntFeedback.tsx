import { errorDuration, notificationDuration } from '@contract/constants';
import { App } from 'antd';
import { useEffect } from 'react';
import { CopyButton } from '@/lib/CopyButton';
import { type Feedback, installFeedback } from '@/lib/feedback';
import { useTabs } from '@/session/tabStore';
import { openPrompt } from './promptDialog';

type Voices = Pick<ReturnType<typeof App.useApp>, 'notification' | 'modal'>;

function feedbackOf({ notification, modal }: Voices): Feedback {
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
    notify: (kind, text, { duration, title, requestId } = {}) => {
      const id = requestId && (
        <span style={{ color: 'var(--ant-color-text-secondary)' }}>
          请求编号：{requestId} <CopyButton text={requestId} />
        </span>
      );
      notification.open({
        // The same words twice are one notice.
        key: `${kind} ${title ?? ''} ${text}`,
        type: kind,
        title: title ?? text,
        description: title ? <>{text}{id && <div>{id}</div>}</> : id,
        duration: (duration ?? (kind === 'error' ? errorDuration : notificationDuration)) / 1000,
        role: kind === 'error' || kind === 'warning' ? 'alert' : 'status',
      });
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
