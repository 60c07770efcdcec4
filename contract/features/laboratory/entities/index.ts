import { dutyAuthorisation } from './dutyAuthorisation';
import { incomingSample } from './incomingSample';
import { labAttachment } from './labAttachment';
import { labCheck } from './labCheck';
import { labCurve } from './labCurve';
import { labCurvePoint } from './labCurvePoint';
import { labDetection } from './labDetection';
import { labPeak } from './labPeak';
import { labRun } from './labRun';
import { labRunLine } from './labRunLine';
import { labSheet } from './labSheet';
import { labSheetRow } from './labSheetRow';
import { labTask } from './labTask';
import { methodAuthorisation } from './methodAuthorisation';

/** Every entity of the subject: its table, calls, resource and rights follow from here. */
export const laboratoryEntities = [
  methodAuthorisation,
  dutyAuthorisation,
  labCurve,
  labCurvePoint,
  labSheet,
  labTask,
  labSheetRow,
  labCheck,
  labDetection,
  labAttachment,
  labPeak,
  labRun,
  labRunLine,
  incomingSample,
] as const;
