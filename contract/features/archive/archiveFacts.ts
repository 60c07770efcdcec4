import type { SampleRow } from '@contract/features/fieldwork/samples/siteData';
import type { ArchiveFile } from './archiveWire';

/** Fields of a sample that decide which documents exist. */
export type ArchiveSample = Pick<
  SampleRow,
  | 'id'
  | 'sampleNo'
  | 'sampleKind'
  | 'state'
  | 'samplingDay'
  | 'hazard'
  | 'hazardName'
  | 'method'
  | 'mode'
  | 'plannedFlow'
  | 'medium'
  | 'equipment'
>;

interface MissingReason {
  readonly reason: string;
  readonly person: string;
  /** Day of the reason, `YYYY-MM-DD`. */
  readonly on: string;
}

export interface ArchiveUpload {
  readonly id: number;
  readonly of: 'survey' | 'companion' | 'media' | 'laboratory' | 'outside' | 'brought';
  /** Kind of the upload within `of`, by the dictionary of that group. */
  readonly kind: string | null;
  readonly title: string;
  readonly about: string | null;
  readonly file: ArchiveFile;
  /** The content was removed. */
  readonly isRemoved: boolean;
}

/** Facts about a project from which its archive is compiled. */
export interface ArchiveFacts {
  readonly project: { readonly id: number; readonly stage: string; readonly incoming: boolean };
  readonly reviewed: boolean;
  readonly survey: boolean;
  readonly plan: { readonly id: number; readonly state: string } | null;
  readonly uses: readonly { readonly back: boolean }[];
  readonly samples: readonly ArchiveSample[];
  readonly days: ReadonlyMap<number, string>;
  readonly handOvers: readonly { readonly id: number; readonly sheetNo: string; readonly state: string }[];
  readonly incoming: readonly { readonly state: string }[];
  readonly records: readonly {
    readonly id: number;
    readonly sheetNo: string;
    readonly hazardName: string;
    readonly state: string;
    readonly methodKind: string | null;
    readonly variant: string | null;
    readonly layout: string | null;
    readonly curve: number | null;
    readonly attached?: readonly string[];
    /** Techniques of the record's rows, for a method with several. */
    readonly techniques?: readonly string[];
  }[];
  /** Reasons for missing documents, by document key. */
  readonly reasons?: ReadonlyMap<string, MissingReason>;
  /** Keys of the documents in the archive when it was closed; absent while the archive is open. */
  readonly archived?: ReadonlySet<string>;
  readonly openTasks: number;
  readonly curves: readonly { readonly id: number; readonly curveNo: string; readonly state: string }[];
  readonly uploads: readonly ArchiveUpload[];
  readonly nonconformities: readonly { readonly no: string; readonly state: string }[];
  readonly approvals: readonly {
    readonly id: number;
    readonly kind: string;
    readonly title: string;
    readonly state: string;
    readonly incoming: boolean;
  }[];
  readonly reports: readonly {
    readonly id: number;
    readonly reportNo: string;
    readonly title: string;
    readonly state: string;
    readonly issuedOn: string | null;
  }[];
  readonly notices: readonly { readonly id: number; readonly title: string; readonly status: string }[];
}
