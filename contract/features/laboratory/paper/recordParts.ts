import type { Row } from '@contract/entity';
import type { Edition } from '@contract/print/paperEdition';
import type { Picture } from '@contract/print/printDocument';
import type { RecordCorrections } from '@contract/print/recordCorrections';
import type { TimelineStep } from '@contract/workflow/workflowWire';
import type { labCheck } from '../entities/labCheck';
import type { labCurvePoint } from '../entities/labCurvePoint';
import type { labDetection } from '../entities/labDetection';
import type { MethodKey } from '../methods/methodCatalogue';
import type { Variant } from '../methods/methodDefinition';
import type { LabWork } from '../sheets/labWork';
import type { PrintedInjection } from './chromatogramBlocks';

/** Answer of `GET api/labSheet/paper/:id`: data that the printed record shows besides the data of the page. */
export interface RecordParts {
  /** Edition of texts and layout; absent in content that was frozen in the first edition. */
  readonly edition?: Edition;
  readonly agency: string;
  /** Controlled form numbers, by layout. */
  readonly controlNos: Readonly<Record<string, string>>;
  readonly points: readonly Row<typeof labCurvePoint>[];
  readonly checks: readonly Row<typeof labCheck>[];
  readonly detections: readonly Row<typeof labDetection>[];
  readonly steps: readonly TimelineStep[];
  readonly curveSteps: readonly TimelineStep[];
  /** Specimen signatures of the signers, by the ids of their files. */
  readonly specimens: Readonly<Record<string, Picture>>;
  /** Corrections since the first save. */
  readonly corrections: RecordCorrections;
  /** Chromatograms behind the record; absent in records from before they were printed, and without a run. */
  readonly injections?: readonly PrintedInjection[];
  /** The original record that several hazards share; absent for a record of its own. */
  readonly group?: PrintedGroup;
  /** The other records of the group. Each of them stores its own content. */
  readonly others?: readonly PrintedRecord[];
  /** Person who delivered incoming samples, and the day. */
  readonly delivery: { readonly deliverer: string; readonly deliveredOn: string } | null;
}

/** Number and records of an original record of several hazards, as they were when it was signed. */
interface PrintedGroup {
  readonly no: string;
  /** Ids of the records, in the order of the paper. */
  readonly members: readonly number[];
}

/** Method, layout and variant that identify a form. */
export interface RecordForm {
  readonly method: MethodKey;
  readonly layout: string;
  readonly variant: Variant;
  readonly edition: Edition;
}

/** A record with all printed data. */
export interface PrintedRecord {
  readonly work: LabWork;
  readonly parts: RecordParts;
}
