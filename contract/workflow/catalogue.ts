import { announcementMachine, noticeMachine } from './announcement';
import { approvalMachine } from './approval';
import { declarationMachine } from './declaration';
import { handOverMachine } from './handOver';
import { labCurveMachine } from './labCurve';
import { labTaskMachine } from './labTask';
import type { Machine } from './machine';
import { nonconformityMachine } from './nonconformity';
import { outsideTaskMachine } from './outsideTask';
import { projectMachine } from './project';
import { pushMachine } from './push';
import { recordMachine } from './record';
import { reportMachine } from './report';
import { sampleMachine } from './sample';
import { samplePlanMachine } from './samplePlan';
import { submissionMachine } from './submission';
import { settlementMachine } from './settlement';

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
