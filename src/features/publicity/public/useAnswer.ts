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

interface Held<T> {
  readonly question: string;
  readonly answer?: T;
  readonly failure?: AnswerFailure;
}

/**
 * Loads data. The former answer stays until the next one arrives. A new `question` sends a new request and drops late
 * answers to older ones. `ask` must change only together with `question`.
 */
export function useAnswer<T>(
  question: string,
  ask: (signal: AbortSignal) => Promise<T>,
): { answer: T | undefined; failure: AnswerFailure | undefined; loading: boolean; retry: () => void } {
  const [held, setHeld] = useState<Held<T>>();
  const [tries, setTries] = useState(0);
  const asked = `${question} ${tries}`;
  useEffect(() => {
    const gone = new AbortController();
    ask(gone.signal).then(
      (answer) => gone.signal.aborted || setHeld({ question: asked, answer }),
      (failure: AnswerFailure) => gone.signal.aborted || setHeld({ question: asked, failure }),
    );
    return () => gone.abort();
    // `asked` represents `ask`.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [asked]);
  const retry = useCallback(() => setTries((count) => count + 1), []);
  const loading = held?.question !== asked;
  return { answer: held?.answer, failure: loading ? undefined : held?.failure, loading, retry };
}
