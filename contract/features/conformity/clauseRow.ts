import type { RoutePath } from '@contract/routes';

/** `met`: the product does or enforces it; `evidenced`: the product keeps the evidence, people see to it. */
const clauseStates = ['met', 'evidenced', 'notOurs', 'open'] as const;
export type ClauseState = (typeof clauseStates)[number];

/** What an organization has of a clause: rows counted by `server/features/conformity/evidence.ts`. */
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

/** A checkable demand of GBZ 331-2024, in words of our own, and how the product answers it. */
export interface ClauseRow {
  /** Id of the demand in `tests/conformity/clauses.csv`. */
  readonly id: string;
  readonly clause: string;
  readonly demand: string;
  readonly state: ClauseState;
  /** How it is met; of an open one, what is missing. */
  readonly how: string;
  /** Where in the product. */
  readonly page: RoutePath | null;
  readonly evidence: EvidenceKey;
  /** Test that proves it: file below `tests` and part of its title, or an id of the worked examples. */
  readonly test: string | null;
}
