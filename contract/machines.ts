import { announcementMachine, noticeMachine } from '@contract/workflow/announcement';
import { approvalMachine } from '@contract/workflow/approval';
import { declarationMachine } from '@contract/workflow/declaration';
import { handOverMachine } from '@contract/workflow/handOver';
import { labCurveMachine } from '@contract/workflow/labCurve';
import { labTaskMachine } from '@contract/workflow/labTask';
import type { Machine } from '@contract/workflow/machine';
import { nonconformityMachine } from '@contract/workflow/nonconformity';
import { outsideTaskMachine } from '@contract/workflow/outsideTask';
import { projectMachine } from '@contract/workflow/project';
import { pushMachine } from '@contract/workflow/push';
import { recordMachine } from '@contract/workflow/record';
import { reportMachine } from '@contract/workflow/report';
import { sampleMachine } from '@contract/workflow/sample';
import { samplePlanMachine } from '@contract/workflow/samplePlan';
import { submissionMachine } from '@contract/workflow/submission';
import { settlementMachine } from '@contract/workflow/settlement';

/** Every machine of PRODUCT §2, for the tests and the role seeds. */
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
];
