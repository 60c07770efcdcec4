import type { SampleRow } from '@contract/features/fieldwork/samples/siteData';
import type { ArchiveFile } from './archiveWire';

/** The fields of a sample that decide which papers exist. */
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
  /** `YYYY-MM-DD` */
  readonly on: string;
}

export interface ArchiveUpload {
  readonly id: number;
  readonly of: 'survey' | 'companion' | 'media' | 'laboratory' | 'outside' | 'brought';
  /** Its kind within `of`, by its dictionary. */
  readonly kind: string | null;
  readonly title: string;
  readonly about: string | null;
  readonly file: ArchiveFile;
  /** Its content was removed. */
  readonly gone: boolean;
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
    /** Techniques of its rows, of a method that has several. */
    readonly techniques?: readonly string[];
  }[];
  /** Why something is missing, by the key of its document. */
  readonly reasons?: ReadonlyMap<string, MissingReason>;
  /** Keys of the documents that the archive was closed with; absent while it is open. */
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
