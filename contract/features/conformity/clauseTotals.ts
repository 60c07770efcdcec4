import type { ClauseState } from './clauseRow';
import { clauses } from './clauses';

/** Counts the requirements by state. */
export function clauseTotals(): Record<ClauseState, number> {
  const totals = { met: 0, evidenced: 0, notOurs: 0, open: 0 };
  for (const { state } of clauses) totals[state] += 1;
  return totals;
}
