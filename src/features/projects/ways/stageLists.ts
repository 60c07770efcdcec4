import { projectMachine, type Stage } from '@contract/features/projects/projectMachine';

const order = Object.keys(projectMachine.states) as Stage[];

/** Every stage behind the given ones, 终止 among them: what was done there can still be read. */
export const stagesAfter = (stages: readonly Stage[]): readonly Stage[] =>
  order.slice(Math.max(...stages.map((stage) => order.indexOf(stage))) + 1);
