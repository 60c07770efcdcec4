import type { ClauseState } from './clauseRow';

/** A row of `GET api/conformity`. */
export interface ClauseLine {
  /** Number of the demand in the table. */
  readonly id: number;
  readonly clause: string;
  readonly demand: string;
  readonly state: ClauseState;
  readonly how: string;
  readonly page: string | null;
  readonly pageTitle: string | null;
  /** What was counted, e.g. 采样方案12. */
  readonly evidence: string | null;
  readonly rows: number | null;
  /** `YYYY-MM-DD` of the newest row. */
  readonly newest: string | null;
  /** Rows that lack what the clause asks for. */
  readonly gaps: number | null;
  readonly gap: string | null;
  readonly test: string | null;
}
