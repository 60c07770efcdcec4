import { announcementMachine, noticeMachine } from '@contract/features/notices/announcementMachine';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import { declarationMachine } from '@contract/features/platforms/declaration/declarationMachine';
import { handOverMachine } from '@contract/features/fieldwork/handOver/handOverMachine';
import { labCurveMachine } from '@contract/features/laboratory/curves/labCurveMachine';
import { labTaskMachine } from '@contract/features/laboratory/tasks/labTaskMachine';
import type { Machine } from '@contract/workflow/machine';
import { nonconformityMachine } from '@contract/features/nonconformities/nonconformityMachine';
import { outsideTaskMachine } from '@contract/features/reviewers/outsideTaskMachine';
import { projectMachine } from '@contract/features/projects/projectMachine';
import { pushMachine } from '@contract/features/platforms/pushMachine';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { reportMachine } from '@contract/features/reports/reportMachine';
import { sampleMachine } from '@contract/features/fieldwork/samples/sampleMachine';
import { samplePlanMachine } from '@contract/features/fieldwork/plan/samplePlanMachine';
import { submissionMachine } from '@contract/features/platforms/submission/submissionMachine';
import { settlementMachine } from '@contract/features/reviewers/settlementMachine';

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
