import type { RoutePath } from '@contract/routes';

/**
 * States of a requirement. `met`: the product fulfils or enforces it. `evidenced`: the product stores the evidence,
 * and people fulfil it.
 */
const clauseStates = ['met', 'evidenced', 'notOurs', 'open'] as const;
export type ClauseState = (typeof clauseStates)[number];

/** Evidence of an organization for a clause: rows that `server/features/conformity/clauseEvidence.ts` counts. */
export type EvidenceKey =
  | 'nothing'
  | 'archive'
  | 'archivist'
  | 'approval'
  | 'attachment'
  | 'audit'
  | 'authorisation'
  | 'check'
  | 'companion'
  | 'curve'
  | 'day'
  | 'detection'
  | 'duty'
  | 'equipment'
  | 'form'
  | 'handOver'
  | 'history'
  | 'lot'
  | 'media'
  | 'nonconformity'
  | 'notice'
  | 'outing'
  | 'person'
  | 'place'
  | 'log'
  | 'staff'
  | 'yearPlan'
  | 'plan'
  | 'planRow'
  | 'project'
  | 'push'
  | 'report'
  | 'review'
  | 'sample'
  | 'sheet'
  | 'survey'
  | 'surveyFile'
  | 'surveyRow'
  | 'task'
  | 'unit'
  | 'weather';

/** A checkable requirement of GBZ 331-2024 in our own words, and how the product fulfils it. */
export interface ClauseRow {
  /** Id of the requirement in `tests/conformity/clauses.csv`. */
  readonly id: string;
  readonly clause: string;
  readonly demand: string;
  readonly state: ClauseState;
  /** How the requirement is fulfilled; for an open requirement what is missing. */
  readonly how: string;
  /** Page of the product that fulfils it. */
  readonly page: RoutePath | null;
  readonly evidence: EvidenceKey;
  /** Kinds of forms, register entries or plans that count; by default all rows of the evidence. */
  readonly kinds?: readonly string[];
  /** Test that proves it: file below `tests` and part of the test's title, or the id of a worked example. */
  readonly test: string | null;
}
