import type { Policy } from '@server/crud/policy';
import { labAttachmentPolicy } from './attachments/policy';
import { dutyAuthorisationPolicy } from './authorisation/dutyAuthorisation';
import { methodAuthorisationPolicy } from './authorisation/policy';
import { labCheckPolicy } from './checks/policy';
import { labCurvePointPolicy, labCurvePolicy } from './curves/policy';
import { labDetectionPolicy } from './detection/policy';
import { incomingSamplePolicy } from './incoming/policy';
import { labRunFilePolicy, labRunInjectionPolicy, labRunPolicy, runProfilePolicy } from './runs/policy';
import { labSheetPolicy } from './sheets/policy';
import { resetSheetRow } from './sheets/resetSheetRow';
import { readingFields } from './sheets/rowFields';

/** Policies of the laboratory by the name of the entity. An entity that is missing here has no rules of its own. */
export const laboratoryPolicies: Readonly<Record<string, Policy>> = {
  methodAuthorisation: methodAuthorisationPolicy,
  dutyAuthorisation: dutyAuthorisationPolicy,
  labCurve: labCurvePolicy,
  labCurvePoint: labCurvePointPolicy,
  labSheet: labSheetPolicy,
  labTask: {
    ignoresDataScope: true,
    disabledOperations: ['add', 'edit', 'copy', 'del', 'status', 'restore', 'import'],
  },
  labSheetRow: {
    ignoresDataScope: true,
    partOf: 'sheet',
    disabledOperations: ['add', 'edit', 'copy', 'del', 'status', 'restore', 'import'],
    rowFields: readingFields,
    resets: resetSheetRow,
  },
  labCheck: labCheckPolicy,
  labDetection: labDetectionPolicy,
  labAttachment: labAttachmentPolicy,
  labPeak: {
    ignoresDataScope: true,
    partOf: 'sheet',
    disabledOperations: ['add', 'edit', 'copy', 'del', 'status', 'restore'],
  },
  labRun: labRunPolicy,
  labRunInjection: labRunInjectionPolicy,
  labRunFile: labRunFilePolicy,
  runProfile: runProfilePolicy,
  labRunLine: {
    ignoresDataScope: true,
    partOf: 'run',
    disabledOperations: ['add', 'edit', 'copy', 'del', 'status', 'restore'],
  },
  incomingSample: incomingSamplePolicy,
};
