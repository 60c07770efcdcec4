import type { CheckSummary } from '@contract/features/laboratory/checks/checkSummary';
import type { CheckTable } from '@contract/features/laboratory/checks/checkTable';
import type { SeenFingerprint } from '@contract/workflow/signatureTexts';
import type { SignatureState } from '@contract/workflow/signatureTexts';
import type { ArchiveFolder } from './archiveTexts';

/** Status of a document. `explained`: missing, with a stated reason. */
type DocumentStatus = 'present' | 'missing' | 'explained' | 'notNeeded';

export const documentStatuses = {
  present: { label: '已有', tone: 'good' },
  missing: { label: '缺少', tone: 'bad' },
  explained: { label: '缺失（已说明）', tone: 'waiting' },
  notNeeded: { label: '不需要', tone: 'quiet' },
} as const;

/** An uploaded file in the archive, unchanged. */
export interface ArchiveFile {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
}

/** A document of a project's archive. The server derives it from the stored work; nobody types it. */
export interface ArchiveDocument {
  /** Key of the document within its project, e.g. `review`, `record-12`, `file-3`. */
  readonly key: string;
  readonly folder: ArchiveFolder;
  readonly title: string;
  readonly no: string | null;
  readonly about: string | null;
  readonly status: DocumentStatus;
  /** Reason why the document is missing or not needed; for other documents their state. */
  readonly why: string | null;
  /**
   * How the document opens: as a rendered paper, as the stored PDF of a report, or as an upload; null where it is
   * missing.
   */
  readonly form: 'paper' | 'report' | 'file' | null;
  readonly file: ArchiveFile | null;
  /** Row that holds the signatures of the document, and the row's state machine. */
  readonly signed: { readonly machine: string; readonly row: number } | null;
  /** Address of the page where the document is edited. */
  readonly path: string | null;
}

export interface ArchiveSignature {
  readonly meaning: string;
  readonly name: string;
  /** Time of the signature, `YYYY-MM-DD HH:mm:ss`. */
  readonly at: string;
  readonly state: Exclude<SignatureState, 'past'>;
  /** SHA-256 of the signed content. */
  readonly hash: string;
  readonly changed: readonly string[];
}

export interface CheckedDocument extends ArchiveDocument {
  readonly signatures: readonly ArchiveSignature[];
  /** Whether the document was added after the archive was closed. */
  readonly isAddedLater: boolean;
}

/** An archived document, as included in the signature of 归档. */
export interface ArchivedDocument extends Pick<ArchiveDocument, 'key' | 'folder' | 'title' | 'no'> {
  /**
   * Hashes of the content: of the file for an upload, of the signed content for signed documents. Null for other
   * documents, whose rows are signed with the archive.
   */
  readonly hashes: readonly string[] | null;
  /** Id of the upload. */
  readonly file: string | null;
}

interface ArchiveRetention {
  readonly archivedOn: string | null;
  /** Name of the person at the time of archiving. */
  readonly archivedBy: string | null;
  /** Retention period of this archive in years if set, else the organization's. */
  readonly years: number;
  readonly hasOwnPeriod: boolean;
  readonly ruleYears: number;
  /** Last day of retention; null until the project is archived. */
  readonly until: string | null;
  /** 归档截止日期 (GBZ 331-2024 5.2.10.3); null until a report is issued. */
  readonly dueOn: string | null;
}

/** Answer of `GET api/archive/:id`. */
export interface ArchiveView {
  readonly project: {
    readonly id: number;
    readonly version: number;
    readonly code: string;
    readonly projectName: string;
    readonly unitName: string;
    readonly stage: string;
    readonly incoming: boolean;
  };
  readonly documents: readonly CheckedDocument[];
  /** Fingerprint of the content that a signature at archiving covers. */
  readonly asSeen: SeenFingerprint;
  /** Reasons that prevent 归档, one sentence each. */
  readonly blockers: readonly string[];
  readonly retention: ArchiveRetention;
  readonly place: { readonly shelfNo: string | null; readonly boxNo: string | null };
}

/** Body of `PUT api/archive/place`. */
export interface ArchivePlace {
  readonly id: number;
  readonly version: number;
  readonly shelfNo: string | null;
  readonly boxNo: string | null;
  readonly retainYears: number | null;
}

/** Quality checks of one record. */
export interface SheetQuality {
  readonly id: number;
  readonly sheetNo: string;
  readonly hazard: number;
  readonly hazardName: string;
  readonly method: number;
  readonly methodTitle: string;
  readonly methodKind: string | null;
  readonly state: string;
  readonly analystName: string | null;
  readonly summary: CheckSummary;
  readonly tables: readonly CheckTable[];
  readonly path: string | null;
}

/** Answer of `GET api/archive/:id/quality`. */
export interface ProjectQuality {
  readonly samples: number;
  /** Number of field blanks (现场空白). */
  readonly blanks: number;
  readonly sheets: readonly SheetQuality[];
  /** Judged blind samples (密码样); unjudged ones are known to the quality officer alone. */
  readonly blinds: readonly BlindQuality[];
}

/** A judged blind sample on the control record of its project. */
export interface BlindQuality {
  readonly id: number;
  readonly sampleNo: string;
  /** Values of the dictionaries `blindKind` and `blindOutcome`. */
  readonly blindKind: string;
  readonly outcome: string;
  readonly modelNo: string;
  readonly material: string | null;
  /** One line per hazard. */
  readonly judgement: string;
}

/** Figures beside a project's row in the list. */
export interface ArchiveProgress {
  readonly reportNos: string | null;
  readonly issuedOn: string | null;
  readonly documentsPresent: number;
  readonly documentsNeeded: number;
}

/** Returns how many of the required documents are present. */
export const documentsText = ({ documentsPresent = 0, documentsNeeded = 0 }: Partial<ArchiveProgress>): string => {
  const missing = documentsNeeded - documentsPresent;
  return `${documentsPresent}/${documentsNeeded}${missing === 0 ? ' 齐全' : ` 缺${missing}`}`;
};

/** An entry of `manifest.json` in the ZIP. */
export interface ManifestFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly key: string;
  readonly title: string;
  readonly no: string | null;
  /** For an upload: its original hash, and whether the content still matches. */
  readonly uploaded?: { readonly sha256: string; readonly same: boolean };
  readonly signatures: readonly {
    readonly meaning: string;
    readonly name: string;
    readonly at: string;
    readonly hash: string;
    readonly verdict: string;
  }[];
}

export interface ArchiveManifest {
  readonly format: 'project-archive/1';
  readonly agency: string;
  readonly project: {
    readonly code: string;
    readonly projectName: string;
    readonly unitName: string;
    readonly stage: string;
  };
  readonly archivedOn: string | null;
  readonly archivedBy: string | null;
  readonly retainUntil: string | null;
  readonly files: readonly ManifestFile[];
  /** Documents that the ZIP does not contain, with reasons. */
  readonly absent: readonly {
    readonly folder: string;
    readonly title: string;
    readonly status: string;
    readonly why: string | null;
  }[];
}
