import { useCallback, useEffect, useState } from 'react';

/** The part of a failed request that a page reads; a `Failure` fits. */
export interface AnswerFailure {
  readonly message: string;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
  /** Details beside the message of a refusal. */
  readonly current?: object | undefined;
}

interface StoredAnswer<T> {
  readonly question: string;
  readonly answer?: T;
  readonly failure?: AnswerFailure;
}

/**
 * Loads data. The former answer stays until the next one arrives. A new `question` sends a new request and drops late
 * answers to older ones. `fetchAnswer` must change only together with `question`.
 */
export function useAnswer<T>(
  question: string,
  fetchAnswer: (signal: AbortSignal) => Promise<T>,
): { answer: T | undefined; failure: AnswerFailure | undefined; loading: boolean; retry: () => void } {
  const [storedAnswer, setStoredAnswer] = useState<StoredAnswer<T>>();
  const [attempt, setAttempt] = useState(0);
  const questionKey = `${question} ${attempt}`;
  useEffect(() => {
    const abortController = new AbortController();
    fetchAnswer(abortController.signal).then(
      (answer) => abortController.signal.aborted || setStoredAnswer({ question: questionKey, answer }),
      (failure: AnswerFailure) => abortController.signal.aborted || setStoredAnswer({ question: questionKey, failure }),
    );
    return () => abortController.abort();
    // `questionKey` represents `fetchAnswer`.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [questionKey]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const loading = storedAnswer?.question !== questionKey;
  return { answer: storedAnswer?.answer, failure: loading ? undefined : storedAnswer?.failure, loading, retry };
}
