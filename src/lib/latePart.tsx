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

export interface LatePart<P> {
  (props: P & { readonly wanted: boolean }): React.ReactNode;
  /** Brings the code while nothing else is to be done, so that the first use waits for nothing. */
  prefetch(): void;
}

interface MissingProps {
  readonly onMissing: () => void;
  readonly children: ReactNode;
}

/**
 * Holds a failed part back from the page around it, which may be full of somebody's work; errors of its own are the
 * page's.
 */
class Missing extends Component<MissingProps, { readonly gone: boolean; readonly other: unknown }> {
  override state = { gone: false, other: null };

  static getDerivedStateFromError(error: unknown) {
    return isChunkFailure(error) ? { gone: true } : { other: error ?? new Error('未知错误') };
  }

  override componentDidCatch(error: unknown): void {
    if (isChunkFailure(error)) this.props.onMissing();
  }

  override render(): ReactNode {
    if (this.state.other !== null) throw this.state.other;
    return this.state.gone ? null : this.props.children;
  }
}

/** What was asked for cannot come. */
export const tellMissing = (): void => feedback.notify('warning', barTexts.partMissing, { duration: errorDuration });

/** Does something with code that comes for it alone. */
export const withLate = <M,>(load: () => Promise<M>, use: (code: M) => unknown): void =>
  void load().then(use, tellMissing);

/**
 * A picture, or another part whose place something plainer can take: where its code does not come, nothing else
 * suffers.
 */
export const lazyOr = <P,>(
  load: () => Promise<ComponentType<P>>,
  instead: ComponentType<P>,
): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      if (!isChunkFailure(error)) throw error;
      return { default: instead };
    }
  });

/**
 * A part that nobody sees until they ask for it (a form, a drawer): its code comes when it is first `wanted`, and from
 * then on it
 * stays mounted, so that it can close with its own motion. Where the code does not come, the person is told, and the
 * next time it is
 * asked for again.
 */
export function latePart<P extends object>(load: () => Promise<ComponentType<P>>): LatePart<P> {
  const make = () => lazy(async () => ({ default: await load() }));
  // A failed lazy component fails for ever; the next wish gets another.
  let part = make();
  function Late({ wanted, ...props }: P & { readonly wanted: boolean }) {
    const [asked, setAsked] = useState(wanted);
    const [round, setRound] = useState({ number: 0, failed: false });
    const [before, setBefore] = useState(wanted);
    if (wanted !== before) {
      setBefore(wanted);
      if (wanted && round.failed) setRound({ number: round.number + 1, failed: false });
    }
    if (wanted && !asked) setAsked(true);
    if (!asked) return null;
    const Part = part;
    const onMissing = () => {
      part = make();
      setRound((last) => ({ ...last, failed: true }));
      tellMissing();
    };
    return (
      <Missing key={round.number} onMissing={onMissing}>
        <Suspense fallback={null}>
          <Part {...(props as unknown as P & React.JSX.IntrinsicAttributes)} />
        </Suspense>
      </Missing>
    );
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

/** ms; a browser that waits for the page's rows is idle as well, and would bring these in their way. */
const pageTime = 1_500;
/**
 * How often it is looked whether the page is there: on a slow machine it takes longer than any one time, and a page may
 * never end.
 */
const looks = 6;
const isLoading = (): boolean => {
  const pane = document.querySelector('[data-page-pane]:not([inert])');
  return pane === null || pane.querySelector('[data-loading], [aria-busy="true"]') !== null;
};

/** Runs when the page is there, has had its time, and the browser is idle: for what nobody waits for yet. */
export function afterPage(work: () => void): () => void {
  let cancel: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout>;
  const look = (left: number): void => {
    timer = setTimeout(() => {
      if (left > 0 && isLoading()) look(left - 1);
      else cancel = whenIdle(work);
    }, pageTime);
  };
  look(looks);
  return () => {
    clearTimeout(timer);
    cancel?.();
  };
}
