import type { Signer, PrintDocument } from '@contract/print/document';
import type { Timeline } from '@contract/workflow/workflowWire';

export type PaperKind = 'survey' | 'plan' | 'sampling' | 'handOver' | 'incoming' | 'record';

/** A sheet of a project: a line of the list at the left. */
export interface PaperEntry {
  /** Names it within its project, e.g. `survey`, `handOver-3`, `record-12`. */
  readonly key: string;
  readonly kind: PaperKind;
  readonly title: string;
  readonly no: string | null;
  /** What it is about: a hazard, a day. */
  readonly about: string | null;
  readonly state: string;
  readonly tone: string | null;
  readonly signers: readonly Pick<Signer, 'label' | 'name' | 'on'>[];
  /** Of a record of the laboratory: 1, or one more than the version that it took the place of. */
  readonly version: number;
  /** The key of the version that took its place. */
  readonly replacedBy: string | null;
  /** The row that moves, for a record of the laboratory. */
  readonly sheet: {
    readonly id: number;
    readonly version: number;
    readonly state: string;
    readonly methodKind: string | null;
    readonly variant: string | null;
  } | null;
}

/** `GET api/records/:id` */
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
}

/** `GET api/records/:id/paper/:key` */
export interface ShownPaper {
  readonly document: PrintDocument;
  /** Its way so far, and of a laboratory's record the moves that the viewer may make. */
  readonly timeline: Timeline | null;
}

/** How far the records of a project are; beside its row in the list. */
export interface RecordProgress {
  readonly recordTotal: number;
  readonly recordApproved: number;
  /** Waiting for review or approval. */
  readonly recordWaiting: number;
  readonly recordDrafting: number;
  /** Tasks that are on no record yet. */
  readonly openTasks: number;
}

/** Papers printed or bound together at once. */
export const mostPapers = 200;
