import {
  Component,
  type ComponentType,
  lazy,
  type LazyExoticComponent,
  type ReactNode,
  Suspense,
  useState,
} from 'react';
import { errorDuration } from '@contract/constants';
import { isChunkFailure } from './browser/chunkFailure';
import { feedback } from './feedback';
import { barTexts } from './texts/barTexts';

interface LatePart<P> {
  (props: P & { readonly wanted: boolean }): React.ReactNode;
  /** Loads the code when the browser is idle, so that the first use does not wait. */
  prefetch(): void;
}

interface MissingPartBoundaryProps {
  readonly onMissing: () => void;
  readonly children: ReactNode;
}

/**
 * Prevents a part that failed to load from breaking the page around it, which may contain unsaved input. Errors
 * inside the part are rethrown.
 */
class MissingPartBoundary extends Component<
  MissingPartBoundaryProps,
  { readonly isMissing: boolean; readonly otherError: unknown }
> {
  override state = { isMissing: false, otherError: null };

  static getDerivedStateFromError(error: unknown) {
    return isChunkFailure(error) ? { isMissing: true } : { otherError: error ?? new Error('未知错误') };
  }

  override componentDidCatch(error: unknown): void {
    if (isChunkFailure(error)) this.props.onMissing();
  }

  override render(): ReactNode {
    if (this.state.otherError !== null) throw this.state.otherError;
    return this.state.isMissing ? null : this.props.children;
  }
}

/** Notifies the person that a part could not be loaded. */
export const notifyPartMissing = (): void =>
  feedback.notify('warning', barTexts.partMissing, { duration: errorDuration });

/** Loads code and calls `onLoaded` with it. Shows a failure. */
export const withDeferredParts = <M,>(load: () => Promise<M>, onLoaded: (code: M) => unknown): void =>
  void load().then(onLoaded, notifyPartMissing);

/** Returns a lazy component. If its code can't be loaded, the simpler `fallback` is shown instead. */
export const lazyOr = <P,>(
  load: () => Promise<ComponentType<P>>,
  fallback: ComponentType<P>,
): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      if (!isChunkFailure(error)) throw error;
      return { default: fallback };
    }
  });

/**
 * Returns a component for a part that is hidden until requested, such as a form or a drawer. Its code loads when it
 * is first `wanted`. It then stays mounted, so that closing is animated. If loading fails, the person is notified and
 * the next request tries again.
 */
export function deferredPart<P extends object>(load: () => Promise<ComponentType<P>>): LatePart<P> {
  const make = () => lazy(async () => ({ default: await load() }));
  // A failed lazy component fails forever, so each attempt gets a new one.
  let part = make();
  function DeferredPart({ wanted, ...props }: P & { readonly wanted: boolean }) {
    const [wasWanted, setWasWanted] = useState(wanted);
    const [round, setRound] = useState({ number: 0, failed: false });
    const [wasWantedBefore, setWasWantedBefore] = useState(wanted);
    if (wanted !== wasWantedBefore) {
      setWasWantedBefore(wanted);
      if (wanted && round.failed) setRound({ number: round.number + 1, failed: false });
    }
    if (wanted && !wasWanted) setWasWanted(true);
    if (!wasWanted) return null;
    const Part = part;
    const onMissing = () => {
      part = make();
      setRound((last) => ({ ...last, failed: true }));
      notifyPartMissing();
    };
    return (
      <MissingPartBoundary key={round.number} onMissing={onMissing}>
        <Suspense fallback={null}>
          <Part {...(props as unknown as P & React.JSX.IntrinsicAttributes)} />
        </Suspense>
      </MissingPartBoundary>
    );
  }
  // A failed prefetch is ignored: the part is loaded when wanted.
  return Object.assign(DeferredPart, { prefetch: () => void load().catch(() => undefined) });
}

/** Runs when the browser is idle. Safari has no such API and runs it after a delay. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(work, { timeout: 5_000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(work, 1_000);
  return () => clearTimeout(timer);
}

/** Delay in ms. A browser that waits for the page's rows is idle, too, and this code would delay the rows. */
const pageTimeMs = 1_500;
/** Number of checks whether the page has loaded. A slow machine takes long, and a page may never finish. */
const maxChecks = 6;
const isLoading = (): boolean => {
  const pane = document.querySelector('[data-page-pane]:not([inert])');
  return pane === null || pane.querySelector('[data-loading], [aria-busy="true"]') !== null;
};

/** Runs after the page has loaded and the browser is idle, for work that nobody waits for yet. */
export function afterPage(work: () => void): () => void {
  let cancel: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout>;
  const checkLoaded = (remainingChecks: number): void => {
    timer = setTimeout(() => {
      if (remainingChecks > 0 && isLoading()) checkLoaded(remainingChecks - 1);
      else cancel = whenIdle(work);
    }, pageTimeMs);
  };
  checkLoaded(maxChecks);
  return () => {
    clearTimeout(timer);
    cancel?.();
  };
}
