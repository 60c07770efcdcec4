/**
 * Messages and questions to the person. Each shell installs its own, so that code below the shells does not need antd.
 */
export interface Feedback {
  /** Shows a short message, for 2.5 s by default (SPEC §9). */
  notify(
    kind: 'success' | 'info' | 'warning' | 'error',
    text: string,
    options?: { duration?: number; title?: string; requestId?: string },
  ): void;
  /** Asks a question that is answered by yes or no. */
  confirm(
    question: string,
    options?: { title?: string; okText?: string; cancelText?: string; danger?: boolean },
  ): Promise<boolean>;
  /** Asks for a text; null if the person cancels. `check` returns the message for an unacceptable text. */
  prompt(
    question: string,
    options?: { secret?: boolean; placeholder?: string; check?: (text: string) => string | null; okText?: string },
  ): Promise<string | null>;
}

let currentFeedback: Feedback | undefined;

export function installFeedback(feedback: Feedback): void {
  currentFeedback = feedback;
}

export const feedback: Feedback = {
  notify(kind, text, options) {
    currentFeedback?.notify(kind, text, options);
  },
  confirm(question, options) {
    return currentFeedback ? currentFeedback.confirm(question, options) : Promise.resolve(false);
  },
  prompt(question, options) {
    return currentFeedback ? currentFeedback.prompt(question, options) : Promise.resolve(null);
  },
};
