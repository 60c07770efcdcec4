import type { Row } from '@contract/entity';
import type { FieldDifference } from '@contract/wire';
import type { SeenFingerprint } from '@contract/workflow/signatureTexts';
import type { RowChange } from '@contract/workflow/workflowWire';
import type { approval } from '../entities/approval';
import type { JudgedPost } from '../judgement/judgeResults';

// Data that the page shows beside a decision (PRODUCT §3): the records, their quality checks, exceedances first, and
// changes since the last round.

export interface ApprovalRecord {
  readonly id: number;
  readonly sheetNo: string;
  readonly hazardName: string;
  readonly methodTitle: string;
  readonly state: string;
  readonly analystName: string | null;
  readonly signers: readonly string[];
  readonly samples: number;
  /** Quality checks of the record: total, failed, not judged, missing, and the stated reasons. */
  readonly checks: {
    readonly total: number;
    readonly failed: number;
    readonly unjudgedCheckCount: number;
    readonly missing: number;
    readonly explained: boolean;
    readonly reasons: readonly string[];
  };
  readonly checkRemark: string | null;
  /** Names of signers whose signatures on the record are no longer valid. */
  readonly broken: readonly string[];
  /** Whether the record corrects an approved one. */
  readonly corrected: boolean;
  /** Address of the record's page. */
  readonly path: string;
}

/** Differences between a corrected report and the one it replaces. */
export interface ReplacedReport {
  readonly reportNo: string;
  readonly reason: string | null;
  readonly differences: readonly FieldDifference[];
  /** Number of differences; only the first ones are listed. */
  readonly count: number;
}

/** Answer of `GET api/approval/work/:id`. */
export interface ApprovalWork {
  readonly approval: Row<typeof approval>;
  /** Fingerprint of the content that a signature would cover. */
  readonly asSeen: SeenFingerprint;
  readonly records: readonly ApprovalRecord[];
  /** Reason why the form can't be passed on: a record was changed after its signature. */
  readonly barred: string | null;
  /** Judged results by post, exceedances first. */
  readonly posts: readonly JudgedPost[];
  /** Report that this one corrects; null where the report is not a correction. */
  readonly replaced: ReplacedReport | null;
  /** Changes since the last return of the form; empty in the first round. */
  readonly changes: readonly RowChange[];
  /** Number of changes; only the newest ones are listed. */
  readonly changeCount: number;
  /** Whether the viewer confirmed having read the changes of this round. */
  readonly changesSeen: boolean;
  /** Number of days in this step. */
  readonly days: number;
}
