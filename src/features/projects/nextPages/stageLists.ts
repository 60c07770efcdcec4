import { projectMachine, type Stage } from '@contract/features/projects/projectMachine';

const order = Object.keys(projectMachine.states) as Stage[];

/** Returns all stages after the given ones, 终止 included, in which the page is readable. */
export const stagesAfter = (stages: readonly Stage[]): readonly Stage[] =>
  order.slice(Math.max(...stages.map((stage) => order.indexOf(stage))) + 1);
