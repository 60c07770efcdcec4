import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { type Feedback, installFeedback } from '@/lib/feedback';
import { afterPage, tellMissing } from '@/lib/latePart';
import { useTabs } from '@/session/tabs/tabStore';
import type { Notifying } from './Notices';
import type { Asking } from './Questions';

const loadNotices = async () => (await import('./Notices')).Notices;
const loadQuestions = async () => (await import('./Questions')).Questions;

/** Functions that show messages and ask questions. Each rejects if its code can't be loaded. */
interface Voices {
  readonly notifying: () => Promise<Notifying>;
  readonly asking: () => Promise<Asking>;
}

function feedbackOf({ notifying, asking }: Voices): Feedback {
  const open = new Set<string>();

  /**
   * Asks in a dialog. Leaving the view answers with `otherwise`, the cautious choice. So does asking the same
   * question twice: a second click may arrive before the dialog covers the button, and the button's action must run
   * once.
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
    notify: (kind, text, options) =>
      void notifying().then(
        (notify) => notify(kind, text, options),
        // Without a network the code may be unavailable, and the message may be about exactly that.
        () => window.alert(options?.title ? `${options.title}\n${text}` : text),
      ),

    confirm: (question, options = {}) =>
      ask<boolean>(question, (it, settle) => it.confirm(question, options, settle), false),

    prompt: (question, options = {}) =>
      ask<string | null>(question, (it, settle) => it.prompt(question, options, settle), null),
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
    let tell = (_voice: V): void => undefined;
    const whenReady = new Promise<V>((resolve) => (tell = resolve));
    return {
      ready: (value: V) => tell(value),
      async voice() {
        const loaded = await load();
        setPart(() => loaded);
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
export function AntFeedback() {
  const { place: messages, voice: notifying } = useVoice(loadNotices);
  const { place: questions, voice: asking } = useVoice(loadQuestions);
  useEffect(() => installFeedback(feedbackOf({ notifying, asking })), [notifying, asking]);
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
