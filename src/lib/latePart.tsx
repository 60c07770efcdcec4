import { type ComponentType, lazy, Suspense, useState } from 'react';

export interface LatePart<P> {
  (props: P & { readonly wanted: boolean }): React.ReactNode;
  /** Brings the code while nothing else is to be done, so that the first use waits for nothing. */
  prefetch(): void;
}

/**
 * A part that nobody sees until they ask for it (a form, a drawer): its code comes when it is first `wanted`, and from then on it
 * stays mounted, so that it can close with its own motion.
 */
export function latePart<P extends object>(load: () => Promise<ComponentType<P>>): LatePart<P> {
  const Part = lazy(async () => ({ default: await load() }));
  function Late({ wanted, ...props }: P & { readonly wanted: boolean }) {
    const [asked, setAsked] = useState(wanted);
    if (wanted && !asked) setAsked(true);
    return asked ? <Suspense fallback={null}><Part {...(props as unknown as P & React.JSX.IntrinsicAttributes)} /></Suspense> : null;
  }
  // A failed prefetch is no failure: the part is asked for again when it is wanted.
  return Object.assign(Late, { prefetch: () => void load().catch(() => undefined) });
}

/** Runs when the browser has been idle; Safari has no such call, and gets it a little later. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(work, { timeout: 5_000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(work, 1_000);
  return () => clearTimeout(timer);
}
