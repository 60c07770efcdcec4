import type { AnyRow } from '@contract/entity';
import type { PaperEntry } from '@contract/features/records/wire';

/** What a reviewer from outside may read of the project that they check. */
export interface OutsidePapers {
  readonly papers: readonly PaperEntry[];
  readonly reports: readonly { readonly id: number; readonly reportNo: string; readonly state: string; readonly issuedOn: string | null }[];
}

export interface OutsideReviewer {
  readonly id: number;
  readonly name: string;
}

/** What became of a closed task. */
export interface OutsideOutcome {
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
