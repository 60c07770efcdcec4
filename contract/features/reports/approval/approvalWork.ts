import type { Row } from '@contract/entity';
import type { FieldDifference } from '@contract/wire';
import type { approval } from '../entities/approval';
import type { JudgedPost } from '../judgement/judgeResults';

// What stands beside a decision (PRODUCT §3): the records, their controls, the results that are out of range first, and
// what changed since it was last seen.

export interface ApprovalRecord {
  readonly id: number;
  readonly sheetNo: string;
  readonly hazardName: string;
  readonly methodTitle: string;
  readonly state: string;
  readonly analystName: string | null;
  readonly signers: readonly string[];
  readonly samples: number;
  /**
   * Checks of the record: how many there are, how many failed or were never judged, how many the batch asks for and has
   * not, and what was said of these.
   */
  readonly checks: {
    readonly all: number;
    readonly failed: number;
    readonly open: number;
    readonly missing: number;
    readonly explained: boolean;
    readonly reasons: readonly string[];
  };
  readonly checkRemark: string | null;
  /** Whose signatures under it no longer stand for what it says. */
  readonly broken: readonly string[];
  /** It takes the place of an approved one. */
  readonly corrected: boolean;
  /** Where it is read. */
  readonly path: string;
}

export interface ApprovalChange {
  readonly id: number;
  readonly at: string;
  readonly who: string | null;
  readonly what: string;
  readonly title: string | null;
  readonly action: string;
  readonly reason: string | null;
  readonly differences: readonly FieldDifference[];
}

/** What a correction says otherwise than the report that it takes the place of. */
export interface ReplacedReport {
  readonly reportNo: string;
  readonly reason: string | null;
  readonly differences: readonly FieldDifference[];
  /** Of those only the first are told. */
  readonly count: number;
}

/** `GET api/approval/work/:id`. */
export interface ApprovalWork {
  readonly approval: Row<typeof approval>;
  readonly records: readonly ApprovalRecord[];
  /** Why nobody passes it on: a record is not what was signed. */
  readonly barred: string | null;
  /** Out of range first. */
  readonly posts: readonly JudgedPost[];
  /** Null where the report is no correction. */
  readonly replaced: ReplacedReport | null;
  /** Since it was last given back; empty on its first way. */
  readonly changes: readonly ApprovalChange[];
  /** Of those only the newest are told. */
  readonly changeCount: number;
  /** The viewer has confirmed that they read the changes of this round. */
  readonly seen: boolean;
  /** Days at this step. */
  readonly days: number;
}
