import { announcementMachine, noticeMachine } from './announcement';
import { approvalMachine } from './approval';
import type { Machine } from './machine';
import { projectMachine } from './project';
import { pushMachine } from './push';
import { recordMachine } from './record';
import { reportMachine } from './report';
import { sampleMachine } from './sample';

/** Every machine of PRODUCT §2, for the tests and the role seeds. */
export const machines: readonly Machine[] = [
  projectMachine,
  sampleMachine,
  recordMachine,
  approvalMachine,
  reportMachine,
  announcementMachine,
  noticeMachine,
  pushMachine,
];
