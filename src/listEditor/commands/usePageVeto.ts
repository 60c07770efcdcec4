import { useCallback } from 'react';
import type { BeforeContext, BeforeStep, ListPage } from '../page';

/** Asks the page before a step. False is a veto; an object contains data that the page adds to the step. */
export type Veto = (
  step: BeforeStep,
  context?: Partial<BeforeContext>,
) => Promise<boolean | Readonly<Record<string, unknown>>>;

/** Returns a function that asks the page's `before` handlers; `false` stops the step (BEHAVIOUR §2.2). */
export const usePageVeto = (page: ListPage): Veto =>
  useCallback(
    async (step, context = {}) => {
      const hookResult = await page.before?.[step]?.({ rows: [], ...context });
      return hookResult !== false && (hookResult ?? true);
    },
    [page],
  );
