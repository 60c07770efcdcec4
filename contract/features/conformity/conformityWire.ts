import type { ClauseState } from './clauseRow';

/** A row of `GET api/conformity`. */
export interface ClauseLine {
  /** Number of the requirement in the table. */
  readonly id: number;
  readonly clause: string;
  readonly demand: string;
  readonly state: ClauseState;
  readonly how: string;
  readonly page: string | null;
  readonly pageTitle: string | null;
  /** Filter of the page that lists the rows counted for the clause, e.g. `formKind=subcontract`. */
  readonly pageQuery: string | null;
  /** Counted rows, e.g. 采样方案：12. */
  readonly evidence: string | null;
  readonly rows: number | null;
  /** Day of the newest row, `YYYY-MM-DD`. */
  readonly newest: string | null;
  /** Number of rows that lack data required by the clause. */
  readonly gaps: number | null;
  readonly gap: string | null;
  readonly test: string | null;
}
