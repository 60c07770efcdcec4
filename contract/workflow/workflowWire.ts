import type { FieldDifference } from '@contract/wire';
import type { AwaitedStep } from './roundSteps';
import type { SeenFingerprint, StepSignature } from './signatureTexts';

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
  /** Name of the person on whose behalf the move was made; null for a person who acted in their own name. */
  readonly onBehalfName: string | null;
  readonly reason: string | null;
  /** Whether the password was required, so that the step counts as a signature. */
  readonly signed: boolean;
  /** State of the signature, where the step signed content. */
  readonly signature?: StepSignature;
  /** Time of the step, `YYYY-MM-DD HH:mm:ss`. */
  readonly at: string;
}

interface TimelineMove {
  readonly key: string;
  readonly label: string;
  readonly needsReason: boolean;
  readonly signs: boolean;
  /** Whether the viewer has not accepted 电子签名声明 yet. */
  readonly statementDue?: boolean;
  /** Reason why the move would be refused now: an earlier signature is no longer valid. */
  readonly blocked?: string;
  /** Sentences about who may take the next step, and what to know before this one. */
  readonly next?: string;
  /** People on whose behalf the viewer may make the move, by a delegation that is valid today. */
  readonly onBehalf?: readonly { readonly id: number; readonly name: string }[];
  /** Whether the viewer may make the move only on behalf of another person. */
  readonly onlyOnBehalf?: boolean;
}

/** A change of a row, or of a row that belongs to it. */
export interface RowChange {
  readonly id: number;
  /** Time of the step, `YYYY-MM-DD HH:mm:ss`. */
  readonly at: string;
  readonly who: string | null;
  /** Label of the entity. */
  readonly entityLabel: string;
  readonly title: string | null;
  readonly action: string;
  readonly reason: string | null;
  readonly differences: readonly FieldDifference[];
}

/** Changes that people made since a row was returned. */
export interface ChangesSince {
  /** Newest first. */
  readonly changes: readonly RowChange[];
  /** Number of changes; only the newest ones are listed. */
  readonly count: number;
}

/** State of a row, the moves that the viewer may make, and its history. */
export interface Timeline {
  readonly state: string;
  readonly stateLabel: string;
  /** Moves out of this state that the viewer may make now. */
  readonly moves: readonly TimelineMove[];
  /** Steps for which the row waits: who may take each, and the reason why the viewer may not. */
  readonly awaited?: readonly AwaitedStep[];
  /** Time since which the row has been in this state; null where no step was made. */
  readonly since: string | null;
  readonly steps: readonly TimelineStep[];
  /** Changes since the row was last sent back, until it is finished; absent where it never was. */
  readonly changed?: ChangesSince;
  /** Fingerprint of the content, where the viewer may sign it now. */
  readonly asSeen?: SeenFingerprint;
}

/** Body of `PUT <path>/move`. */
export interface MoveBody {
  readonly id: number;
  readonly move: string;
  /** Version that the person saw; a stale version is refused with 409. Required for a move that signs. */
  readonly version?: number;
  /** Fingerprint of the content that the person saw. Required for a move that signs. */
  readonly asSeen?: SeenFingerprint;
  readonly reason?: string;
  /** Password of the person; required for a move that signs. */
  readonly password?: string;
  /** Id of the person on whose behalf the move is made. */
  readonly onBehalfOf?: number;
}

/** A row among several, as the person saw it. A stale row refuses the whole call, and the message names it. */
export interface SeenRow {
  readonly id: number;
  readonly version: number;
  /** Fingerprint of the content, as in `MoveBody`. */
  readonly asSeen?: SeenFingerprint;
}

/** Answer of `GET <path>/seen`: the rows that a person will sign together. */
export interface SeenRows {
  readonly rows: readonly SeenRow[];
}

/** Body of `PUT <path>/moveMany`: one move for several rows. It moves all of them, or none. */
export interface MoveManyBody {
  readonly rows: readonly SeenRow[];
  readonly move: string;
  readonly reason?: string;
  /** Password of the person; required for a move that signs. */
  readonly password?: string;
  /** Id of the person on whose behalf the move is made. */
  readonly onBehalfOf?: number;
}
