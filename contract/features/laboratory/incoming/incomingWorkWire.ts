import type { StageEditability } from '@contract/features/projects/stageEditability';

/** A sample that the reception of an incoming sample created. */
export interface IncomingWorkSample {
  readonly id: number;
  readonly version: number;
  /** Storage place of the sample. */
  readonly location: string | null;
  readonly sampleNo: string;
  readonly sampleKind: string;
  readonly state: string;
  readonly stateReason: string | null;
  readonly hazardName: string | null;
  readonly place: string | null;
  readonly clientSampleNo: string | null;
}

/** One hazard to be tested in a sample, with its current result. */
export interface IncomingWorkTask {
  readonly id: number;
  readonly sample: number;
  readonly sampleNo: string;
  readonly hazardName: string;
  readonly methodKind: string | null;
  readonly method: string | null;
  readonly state: string;
  readonly dueOn: string | null;
  readonly analyst: string | null;
  readonly sheet: number | null;
  readonly sheetNo: string | null;
  readonly sheetState: string | null;
  readonly reportText: string | null;
  readonly unit: string | null;
}

/** Answer of `GET api/incomingSample/work/:id`: data that the page of an incoming project shows besides the rows. */
export interface IncomingWork {
  readonly registering: StageEditability;
  readonly receiving: StageEditability;
  readonly samples: readonly IncomingWorkSample[];
  readonly tasks: readonly IncomingWorkTask[];
}
