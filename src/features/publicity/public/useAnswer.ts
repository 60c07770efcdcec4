import { useCallback, useEffect, useState } from 'react';

/** What a page needs to know of a failed call; every call of the api rejects with it. */
export interface AnswerFailure {
  readonly message: string;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
  /** What a refusal tells beside its sentence. */
  readonly current?: object | undefined;
}

interface Held<T> {
  readonly question: string;
  readonly answer?: T;
  readonly failure?: AnswerFailure;
}

/**
 * The answer to a question; the one before stays until the next has come. `question` names what `ask` asks for: a new
 * name asks anew, and a
 * late answer to an older one is dropped. `ask` should not change in between.
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
    // `asked` stands for `ask`.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [asked]);
  const retry = useCallback(() => setTries((count) => count + 1), []);
  const loading = held?.question !== asked;
  return { answer: held?.answer, failure: loading ? undefined : held?.failure, loading, retry };
}
