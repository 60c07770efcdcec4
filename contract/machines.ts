import { formMachine } from '@contract/features/conformity/forms/formMachine';
import { handOverMachine } from '@contract/features/fieldwork/handOver/handOverMachine';
import { samplePlanMachine } from '@contract/features/fieldwork/plan/samplePlanMachine';
import { sampleMachine } from '@contract/features/fieldwork/samples/sampleMachine';
import { labCurveMachine } from '@contract/features/laboratory/curves/labCurveMachine';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { labTaskMachine } from '@contract/features/laboratory/tasks/labTaskMachine';
import { nonconformityMachine } from '@contract/features/nonconformities/nonconformityMachine';
import { announcementMachine, noticeMachine } from '@contract/features/notices/announcementMachine';
import { declarationMachine } from '@contract/features/platforms/declaration/declarationMachine';
import { pushMachine } from '@contract/features/platforms/pushMachine';
import { submissionMachine } from '@contract/features/platforms/submission/submissionMachine';
import { projectMachine } from '@contract/features/projects/projectMachine';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import { reportMachine } from '@contract/features/reports/reportMachine';
import { outsideTaskMachine } from '@contract/features/reviewers/outsideTaskMachine';
import { settlementMachine } from '@contract/features/reviewers/settlementMachine';
import type { Machine } from '@contract/workflow/machine';

/** Every state machine of PRODUCT §2, for the tests and the role seeds. */
export const machines: readonly Machine[] = [
  projectMachine,
  samplePlanMachine,
  sampleMachine,
  handOverMachine,
  labTaskMachine,
  labCurveMachine,
  recordMachine,
  approvalMachine,
  reportMachine,
  announcementMachine,
  noticeMachine,
  pushMachine,
  submissionMachine,
  declarationMachine,
  nonconformityMachine,
  outsideTaskMachine,
  settlementMachine,
  formMachine,
];
