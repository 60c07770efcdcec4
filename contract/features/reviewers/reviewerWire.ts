import type { AnyRow } from '@contract/entity';
import type { PaperEntry } from '@contract/features/records/recordsWire';
import type { Reward } from './taskReward';

/** Papers of the checked project that an external reviewer may read. */
export interface OutsidePapers {
  readonly papers: readonly PaperEntry[];
  readonly reports: readonly {
    readonly id: number;
    readonly reportNo: string;
    readonly state: string;
    readonly issuedOn: string | null;
  }[];
  /** Photographs of field work and certificates of instruments. */
  readonly files: readonly OutsideFile[];
}

export interface OutsideFile {
  /** Key of the file within the project of the task, e.g. `media-3`, `certificate-12`. */
  readonly key: string;
  readonly title: string;
  readonly about: string;
  /** Name of the upload. */
  readonly name: string;
}

export interface OutsideReviewer {
  readonly id: number;
  readonly name: string;
}

/** Result of a closed task, or the expected result of an open one by today's rules. */
export interface OutsideOutcome {
  /** Expected reward; null for a closed or cancelled task. */
  readonly expected: Reward | null;
  readonly fees: readonly AnyRow[];
  readonly points: readonly AnyRow[];
}

/** Balance and turnover of a reviewer's points. */
export interface PointBalance {
  readonly person: number;
  readonly personName: string;
  readonly balance: number;
  readonly earned: number;
  readonly spent: number;
  readonly entries: number;
}
