/**
 * How the program speaks to the person. A shell installs its own voice, so that code below the shells needs no antd.
 */
export interface Feedback {
  /** A short line, 2.5 s unless told (SPEC §9). */
  notify(
    kind: 'success' | 'info' | 'warning' | 'error',
    text: string,
    options?: { duration?: number; title?: string; requestId?: string },
  ): void;
  /** A question; resolves to the answer. */
  confirm(
    question: string,
    options?: { title?: string; okText?: string; cancelText?: string; danger?: boolean },
  ): Promise<boolean>;
  /**
   * A question whose answer is typed; null when the person thought better of it. `check` gives a message for what will
   * not do.
   */
  prompt(
    question: string,
    options?: { secret?: boolean; placeholder?: string; check?: (text: string) => string | null; okText?: string },
  ): Promise<string | null>;
}

let current: Feedback | undefined;

export function installFeedback(feedback: Feedback): void {
  current = feedback;
}

export const feedback: Feedback = {
  notify(kind, text, options) {
    current?.notify(kind, text, options);
  },
  confirm(question, options) {
    return current ? current.confirm(question, options) : Promise.resolve(false);
  },
  prompt(question, options) {
    return current ? current.prompt(question, options) : Promise.resolve(null);
  },
};
