import { notification } from 'antd';
import { useEffect, useState } from 'react';
import { CopyButton } from '@/lib/CopyButton';
import { type Feedback, installFeedback } from '@/lib/feedback';
import { afterPage, tellMissing } from '@/lib/latePart';
import { narrowScreen } from '@/lib/useMedia';
import { useTabs } from '@/session/tabs/tabStore';
import { errorDuration, notificationDuration } from '@contract/constants';
import type { Asking } from './Questions';

/** ms; a pointer over a notice keeps it open, but not forever. */
const longestHold = 10_000;

/**
 * Returns where a message appears. Messages that ask for nothing keep off the buttons above and to the right; a
 * telephone has its bar below.
 */
const placeOf = (kind: Parameters<Feedback['notify']>[0]): 'bottomLeft' | 'topRight' =>
  (kind === 'success' || kind === 'info') && !window.matchMedia(narrowScreen).matches ? 'bottomLeft' : 'topRight';

const loadQuestions = async () => (await import('./Questions')).Questions;

interface Voices {
  readonly notices: ReturnType<typeof notification.useNotification>[0];
  /** Rejects if the dialogs' code can't be loaded. */
  readonly asking: () => Promise<Asking>;
}

function feedbackOf({ notices, asking }: Voices): Feedback {
  const ends = new Map<string, ReturnType<typeof setTimeout>>();
  const open = new Set<string>();

  function endLater(key: string, after: number): void {
    clearTimeout(ends.get(key));
    ends.set(
      key,
      setTimeout(() => {
        ends.delete(key);
        notices.destroy(key);
      }, after),
    );
  }

  /**
   * Asks in a dialog. Leaving the view answers with `otherwise`, the cautious choice. So does asking the same question
   * twice: a second click may come before the dialog covers the button, and its action must run once.
   */
  function ask<T>(
    words: string,
    show: (asking: Asking, settle: (answer: T) => void) => { destroy: () => void },
    otherwise: T,
  ): Promise<T> {
    if (open.has(words)) return Promise.resolve(otherwise);
    open.add(words);
    return new Promise((resolve) => {
      const { active } = useTabs.getState();
      let dialog: { destroy: () => void } | undefined;
      let settled = false;
      const settle = (answer: T) => {
        settled = true;
        open.delete(words);
        unsubscribe();
        resolve(answer);
      };
      const unsubscribe = useTabs.subscribe((state) => {
        if (state.active === active) return;
        dialog?.destroy();
        settle(otherwise);
      });
      const begin = (it: Asking): void => {
        if (!settled) dialog = show(it, settle);
      };
      asking().then(begin, () => {
        tellMissing();
        settle(otherwise);
      });
    });
  }

  return {
    notify: (
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
      // 0: until somebody closes it.
      if (duration) endLater(key, duration + longestHold);
    },

    confirm: (question, options = {}) =>
      ask<boolean>(question, (it, settle) => it.confirm(question, options, settle), false),

    prompt: (question, options = {}) =>
      ask<string | null>(question, (it, settle) => it.prompt(question, options, settle), null),
  };
}

/**
 * Installs antd's messages and dialogs as feedback. The dialogs' code loads after the first page or with the first
 * question.
 */
export function AntFeedback() {
  const [notices, places] = notification.useNotification();
  const [Questions, setQuestions] = useState<Awaited<ReturnType<typeof loadQuestions>>>();
  const [answering] = useState(() => {
    let ready = (_asking: Asking): void => undefined;
    const whenReady = new Promise<Asking>((resolve) => (ready = resolve));
    return { ready, whenReady };
  });
  useEffect(
    () =>
      installFeedback(
        feedbackOf({
          notices,
          async asking() {
            const loaded = await loadQuestions();
            setQuestions(() => loaded);
            return answering.whenReady;
          },
        }),
      ),
    [notices, answering],
  );
  useEffect(() => afterPage(() => void loadQuestions().catch(() => undefined)), []);
  return (
    <>
      {places}
      {Questions && <Questions onReady={answering.ready} />}
    </>
  );
}
