import { outsideFee } from './outsideFee';
import { outsideFinding } from './outsideFinding';
import { outsideItem } from './outsideItem';
import { outsideTask } from './outsideTask';
import { pointEntry } from './pointEntry';
import { pointRule } from './pointRule';
import { settlement } from './settlement';

/** Every entity of the subject: its table, calls, resource and rights follow from here. */
export const reviewersEntities = [
  outsideTask,
  outsideItem,
  outsideFinding,
  settlement,
  outsideFee,
  pointRule,
  pointEntry,
] as const;
