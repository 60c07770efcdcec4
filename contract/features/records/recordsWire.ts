import type { Signer, PrintDocument } from '@contract/print/printDocument';
import type { SeenFingerprint } from '@contract/workflow/signatureTexts';
import type { Timeline } from '@contract/workflow/workflowWire';

export type PaperKind = 'survey' | 'plan' | 'sampling' | 'handOver' | 'incoming' | 'record';

/** A paper of a project: an entry of the list on the left. */
export interface PaperEntry {
  /** Key of the paper within its project, e.g. `survey`, `handOver-3`, `record-12`. */
  readonly key: string;
  readonly kind: PaperKind;
  readonly title: string;
  readonly no: string | null;
  /** Subject of the paper: a hazard or a day. */
  readonly about: string | null;
  readonly state: string;
  readonly tone: string | null;
  readonly signers: readonly Pick<Signer, 'label' | 'name' | 'on'>[];
  /** Version of a laboratory record: 1, or one more than the version that it replaced. */
  readonly version: number;
  /** Key of the version that replaces it. */
  readonly replacedBy: string | null;
  /** Laboratory record that the moves apply to. */
  readonly sheet: {
    readonly id: number;
    readonly version: number;
    readonly state: string;
    readonly methodKind: string | null;
    readonly variant: string | null;
    /** All records of an original record of several hazards, which move together; absent for a record of its own. */
    readonly together?: readonly { readonly id: number; readonly version: number }[];
  } | null;
}

/** Answer of `GET api/records/:id`. */
export interface ProjectPapers {
  readonly project: {
    readonly id: number;
    readonly code: string;
    readonly projectName: string;
    readonly unitName: string;
    readonly stage: string;
    readonly incoming: boolean;
  };
  readonly papers: readonly PaperEntry[];
  /** Fingerprint of the signed records, which are submitted for approval together. */
  readonly asSeen: SeenFingerprint;
}

/** Answer of `GET api/records/:id/paper/:key`. */
export interface ShownPaper {
  readonly document: PrintDocument;
  /** History; for a laboratory record also the moves that the viewer may make. */
  readonly timeline: Timeline | null;
}

/** Progress of a project's records, shown in its row of the list. */
export interface RecordProgress {
  readonly recordTotal: number;
  readonly recordApproved: number;
  /** Records waiting for review or approval. */
  readonly recordWaiting: number;
  readonly recordDrafting: number;
  /** Tasks without a record. */
  readonly openTasks: number;
}

/** Returns what the records that are not approved wait for; '' where none is open. */
export const unapprovedText = ({
  recordWaiting = 0,
  recordDrafting = 0,
  openTasks = 0,
}: Partial<RecordProgress>): string =>
  [
    recordWaiting > 0 && `待复核审核${recordWaiting}`,
    recordDrafting > 0 && `编制中${recordDrafting}`,
    openTasks > 0 && `待检测${openTasks}项`,
  ]
    .filter(Boolean)
    .join('，');

/** Returns the progress of a project's records as one text; '' before there is a task. */
export const recordProgressText = (progress: Partial<RecordProgress>): string => {
  const { recordTotal = 0, recordApproved = 0 } = progress;
  return [recordTotal > 0 && `已审核 ${recordApproved}/${recordTotal}`, unapprovedText(progress)]
    .filter(Boolean)
    .join('；');
};

/** Maximum number of papers that are printed or bound at once. */
export const maxPapers = 200;
