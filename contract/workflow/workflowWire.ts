import type { FieldDifference } from '@contract/wire';
import type { AwaitedStep } from './round';
import type { AsSeen, StepSignature } from './signing';

/** A past step of a row, for its timeline. */
export interface TimelineStep {
  readonly id: number;
  readonly move: string;
  /** Label of the move. */
  readonly label: string;
  readonly from: string;
  readonly to: string;
  readonly fromLabel: string;
  readonly toLabel: string;
  readonly personId: number;
  readonly personName: string;
  /** Name of the person on whose behalf it was made; null if in person. */
  readonly onBehalfName: string | null;
  readonly reason: string | null;
  /** The password was asked for, and the step counts as a signature. */
  readonly signed: boolean;
  /** State of the signature, where content was signed. */
  readonly signature?: StepSignature;
  /** `YYYY-MM-DD HH:mm:ss` */
  readonly at: string;
}

interface TimelineMove {
  readonly key: string;
  readonly label: string;
  readonly needsReason: boolean;
  readonly signs: boolean;
  /** The viewer has yet to accept 电子签名声明. */
  readonly statementDue?: boolean;
  /** Why the move would be refused now: an earlier signature is no longer valid. */
  readonly blocked?: string;
  /** Who may take the step after it, and what to know before making it, in sentences. */
  readonly next?: string;
  /** People on whose behalf the viewer may make it, by a delegation of today. */
  readonly onBehalf?: readonly { readonly id: number; readonly name: string }[];
  /** The viewer may make it only on behalf of somebody. */
  readonly onlyOnBehalf?: boolean;
}

/** A change of a row, or of a row that belongs to it. */
export interface RowChange {
  readonly id: number;
  /** `YYYY-MM-DD HH:mm:ss` */
  readonly at: string;
  readonly who: string | null;
  /** Label of the entity. */
  readonly what: string;
  readonly title: string | null;
  readonly action: string;
  readonly reason: string | null;
  readonly differences: readonly FieldDifference[];
}

/** What people changed since a row was sent back. */
export interface ChangesSince {
  /** Newest first. */
  readonly changes: readonly RowChange[];
  /** Number of changes; only the newest ones are listed. */
  readonly count: number;
}

/** State of a row, the moves open to the viewer, and its history. */
export interface Timeline {
  readonly state: string;
  readonly stateLabel: string;
  /** Moves out of this state that the viewer may make now. */
  readonly moves: readonly TimelineMove[];
  /** Steps that the row waits for: who may take each, and why the viewer may not. */
  readonly awaited?: readonly AwaitedStep[];
  /** Since when the row is in this state; null where no step was made. */
  readonly since: string | null;
  readonly steps: readonly TimelineStep[];
  /** Changes since the row was last sent back, until it is finished; absent where it never was. */
  readonly changed?: ChangesSince;
  /** Fingerprint of the content, where the viewer may sign it now. */
  readonly asSeen?: AsSeen;
}

/** The body of `PUT <path>/move`. */
export interface MoveBody {
  readonly id: number;
  readonly move: string;
  /** Version that the person saw; a stale one is refused with 409. Required for a move that signs. */
  readonly version?: number;
  /** Fingerprint of the content that the person saw. Required for a move that leaves a signature. */
  readonly asSeen?: AsSeen;
  readonly reason?: string;
  /** Required for moves that sign. */
  readonly password?: string;
  /** Id of the person on whose behalf. */
  readonly onBehalfOf?: number;
}

/** One of several rows, as the person saw it. A stale one refuses the whole call and is named. */
export interface SeenRow {
  readonly id: number;
  readonly version: number;
  /** As in `MoveBody`. */
  readonly asSeen?: AsSeen;
}

/** Answer of `GET <path>/seen`: the rows that a person is about to sign together. */
export interface SeenRows {
  readonly rows: readonly SeenRow[];
}

/** Body of `PUT <path>/moveMany`: one move of several rows, all or none. */
export interface MoveManyBody {
  readonly rows: readonly SeenRow[];
  readonly move: string;
  readonly reason?: string;
  /** Required for moves that sign. */
  readonly password?: string;
  /** Id of the person on whose behalf. */
  readonly onBehalfOf?: number;
}
