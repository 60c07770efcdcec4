import type { AwaitedStep } from './round';
import type { StepSignature } from './signing';

/** A step of a thing's way, for its timeline. */
export interface TimelineStep {
  readonly id: number;
  readonly move: string;
  /** What the move is called. */
  readonly label: string;
  readonly from: string;
  readonly to: string;
  readonly fromLabel: string;
  readonly toLabel: string;
  readonly personId: number;
  readonly personName: string;
  /** In whose place it was done; null where in their own. */
  readonly onBehalfName: string | null;
  readonly reason: string | null;
  /** The password was asked for, and it counts as a signature. */
  readonly signed: boolean;
  /** What has become of the signature, where the thing's content was signed with it. */
  readonly signature?: StepSignature;
  /** `YYYY-MM-DD HH:mm:ss` */
  readonly at: string;
}

export interface TimelineMove {
  readonly key: string;
  readonly label: string;
  readonly needsReason: boolean;
  readonly signs: boolean;
  /** The viewer has yet to accept 电子签名声明. */
  readonly statementDue?: boolean;
  /** Why it would be refused now: an earlier signature no longer stands. */
  readonly blocked?: string;
  /** Who may take the step after it, and what is to be known before it is made, in sentences. */
  readonly next?: string;
  /** People in whose place the viewer may make it, by a delegation of today. */
  readonly onBehalf?: readonly { readonly id: number; readonly name: string }[];
  /** The viewer may make it in somebody's place alone. */
  readonly onlyOnBehalf?: boolean;
}

/** Where a thing is, who may move it on, and how it came there. */
export interface Timeline {
  readonly state: string;
  readonly stateLabel: string;
  /** Of the moves out of this state, those that the viewer may make now. */
  readonly moves: readonly TimelineMove[];
  /** What it waits for: who may take each step now, and why the viewer may not. */
  readonly awaited?: readonly AwaitedStep[];
  /** Since when it stands here; null where no step was made yet. */
  readonly since: string | null;
  readonly steps: readonly TimelineStep[];
}

/** The body of `PUT <path>/move`. */
export interface MoveBody {
  readonly id: number;
  readonly move: string;
  /** The row as the person saw it; a stale one is refused with 409. A move that signs is refused without. */
  readonly version?: number;
  readonly reason?: string;
  /** For moves that sign. */
  readonly password?: string;
  /** In whose place. */
  readonly onBehalfOf?: number;
}

/** One of several, as the person saw it; a stale one is refused by name, and the others with it. */
export interface SeenRow {
  readonly id: number;
  readonly version: number;
}

/** The body of `PUT <path>/moveMany`: one move of several things, all or none. */
export interface MoveManyBody {
  readonly rows: readonly SeenRow[];
  readonly move: string;
  readonly reason?: string;
  /** For moves that sign. */
  readonly password?: string;
  /** In whose place. */
  readonly onBehalfOf?: number;
}
