import type { Row } from '@contract/entity';
import type { RecordCorrections } from '@contract/print/corrections';
import type { Picture } from '@contract/print/document';
import type { TimelineStep } from '@contract/workflow/workflowWire';
import type { labCheck } from '../entities/labCheck';
import type { labCurvePoint } from '../entities/labCurvePoint';
import type { labDetection } from '../entities/labDetection';
import type { MethodKey } from '../methods/catalogue';
import type { Variant } from '../methods/method';
import type { LabWork } from '../sheets/labWork';

/** `GET api/labSheet/paper/:id`: what the printed record shows beside the page's work. */
export interface RecordParts {
  readonly agency: string;
  /** Number of a layout among the organisation's controlled forms. */
  readonly controlNos: Readonly<Record<string, string>>;
  readonly points: readonly Row<typeof labCurvePoint>[];
  readonly checks: readonly Row<typeof labCheck>[];
  readonly detections: readonly Row<typeof labDetection>[];
  readonly steps: readonly TimelineStep[];
  readonly curveSteps: readonly TimelineStep[];
  /** Specimen signatures of those who signed, by the ids of their files. */
  readonly specimens: Readonly<Record<string, Picture>>;
  /** What was corrected since it was first saved. */
  readonly corrections: RecordCorrections;
  /** Who brought incoming samples, and when. */
  readonly delivery: { readonly deliverer: string; readonly deliveredOn: string } | null;
}

/** Which paper. */
export interface RecordForm {
  readonly method: MethodKey;
  readonly layout: string;
  readonly variant: Variant;
}

/** A record as it is printed: its work and all that stands with it. */
export interface PrintedRecord {
  readonly work: LabWork;
  readonly parts: RecordParts;
}
