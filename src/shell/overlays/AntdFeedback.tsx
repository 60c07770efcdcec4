import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { afterPage, notifyPartMissing } from '@/lib/deferredPart';
import { type Feedback, installFeedback } from '@/lib/feedback';
import { useTabs } from '@/session/tabs/tabStore';
import type { Notifying } from './NoticePopups';
import type { QuestionOpener } from './QuestionDialogs';

const loadNotices = async () => (await import('./NoticePopups')).Notices;
const loadQuestions = async () => (await import('./QuestionDialogs')).QuestionDialogs;

/** Functions that show messages and ask questions. Each rejects if its code can't be loaded. */
interface AntdInstances {
  readonly notifying: () => Promise<Notifying>;
  readonly asking: () => Promise<QuestionOpener>;
}

function feedbackOf({ notifying, asking: askingVoice }: AntdInstances): Feedback {
  const open = new Set<string>();

  /**
   * Asks in a dialog. Leaving the view answers with `fallback`, the cautious choice. So does asking the same
   * question twice: a second click may arrive before the dialog covers the button, and the button's action must run
   * once.
   */
  function askOnce<T>(
    words: string,
    show: (asking: QuestionOpener, settle: (answer: T) => void) => { destroy: () => void },
    fallback: T,
  ): Promise<T> {
    if (open.has(words)) return Promise.resolve(fallback);
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
        settle(fallback);
      });
      const showQuestion = (opener: QuestionOpener): void => {
        if (!settled) dialog = show(opener, settle);
      };
      askingVoice().then(showQuestion, () => {
        notifyPartMissing();
        settle(fallback);
      });
    });
  }

  return {
    notify: (kind, text, options) =>
      void notifying().then(
        (notify) => notify(kind, text, options),
        // Without a network the code may be unavailable, and the message may be about exactly that.
        () => window.alert(options?.title ? `${options.title}\n${text}` : text),
      ),

    confirm: (question, options = {}) =>
      askOnce<boolean>(question, (it, settle) => it.confirm(question, options, settle), false),

    prompt: (question, options = {}) =>
      askOnce<string | null>(question, (it, settle) => it.prompt(question, options, settle), null),
  };
}

/**
 * Loads a component on the first call of `voice`.
 * @returns `place`: element to render; `voice`: waits for the value that the component passes to `onReady`
 */
function useVoice<V>(load: () => Promise<ComponentType<{ readonly onReady: (voice: V) => void }>>): {
  readonly place: ReactNode;
  readonly voice: () => Promise<V>;
} {
  const [Part, setPart] = useState<ComponentType<{ readonly onReady: (voice: V) => void }>>();
  const [{ ready, voice }] = useState(() => {
    let resolveVoice = (_voice: V): void => undefined;
    const whenReady = new Promise<V>((resolve) => (resolveVoice = resolve));
    return {
      ready: (value: V) => resolveVoice(value),
      async voice() {
        const loadedPart = await load();
        setPart(() => loadedPart);
        return whenReady;
      },
    };
  });
  return { place: Part && <Part onReady={ready} />, voice };
}

/**
 * Installs antd's messages and dialogs as feedback. Their code loads after the first page, or with the first message or
 * question.
 */
export function AntdFeedback() {
  const { place: messages, voice: notifying } = useVoice(loadNotices);
  const { place: questions, voice: askingVoice } = useVoice(loadQuestions);
  useEffect(() => installFeedback(feedbackOf({ notifying, asking: askingVoice })), [notifying, askingVoice]);
  useEffect(
    () =>
      afterPage(() => {
        for (const load of [loadNotices, loadQuestions]) void load().catch(() => undefined);
      }),
    [],
  );
  return (
    <>
      {messages}
      {questions}
    </>
  );
}
