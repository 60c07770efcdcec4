import type { AnyRow } from '@contract/entity';
import type { PaperEntry } from '@contract/features/records/recordsWire';
import type { Reward } from './reward';

/** What a reviewer from outside may read of the project that they check. */
export interface OutsidePapers {
  readonly papers: readonly PaperEntry[];
  readonly reports: readonly {
    readonly id: number;
    readonly reportNo: string;
    readonly state: string;
    readonly issuedOn: string | null;
  }[];
  /** Photographs of the field work and certificates of the instruments. */
  readonly files: readonly OutsideFile[];
}

export interface OutsideFile {
  /** Names it within the task's project, e.g. `media-3`, `certificate-12`. */
  readonly key: string;
  readonly title: string;
  readonly about: string;
  /** Of the upload. */
  readonly name: string;
}

export interface OutsideReviewer {
  readonly id: number;
  readonly name: string;
}

/** What became of a closed task, or what an open one would bring by the rules of today if it ended as it stands. */
export interface OutsideOutcome {
  /** Null of a closed or given up one. */
  readonly expected: Reward | null;
  readonly fees: readonly AnyRow[];
  readonly points: readonly AnyRow[];
}

/** Balance and turnover of one reviewer's points. */
export interface PointBalance {
  readonly person: number;
  readonly personName: string;
  readonly balance: number;
  readonly earned: number;
  readonly spent: number;
  readonly entries: number;
}
