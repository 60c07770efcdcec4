import type { PageChild } from '@contract/features/publicity/pages/pageTree';
import './public.css';
import { PublicPageBody } from './PublicPageBody';
import { PublicFailure, PublicSkeleton } from './PublicState';
import { type AnswerFailure, useAnswer } from './useAnswer';
import { usePageTitle } from './usePageTitle';

interface PublicContentProps {
  /** Identifies the request. */
  readonly requestKey: string;
  readonly fetchAnswer: (
    signal: AbortSignal,
  ) => Promise<{ readonly tree: readonly PageChild[]; readonly title?: string }>;
  /** Renders the replacement for missing content. */
  readonly renderAbsent?: (failure: AnswerFailure) => React.ReactNode;
}

/** Renders a public page from API data, for a back end that does not render these pages itself. */
export function PublicContent({ requestKey, fetchAnswer, renderAbsent }: PublicContentProps) {
  const { answer, failure, retry } = useAnswer(requestKey, fetchAnswer);
  usePageTitle(answer?.title);
  if (failure) return renderAbsent?.(failure) ?? <PublicFailure failure={failure} onRetry={retry} />;
  return answer ? <PublicPageBody tree={answer.tree} /> : <PublicSkeleton rows={6} />;
}
