import { laboratoryRules } from './laboratoryRules';
import { projectRules } from './projectRules';
import { samplingRules } from './samplingRules';
import type { TimeFacts } from './timeFacts';
import type { TimeFinding, TimeRule } from './timeRule';

/** The thirty time rules, T01 to T30. */
export const timeRules: readonly TimeRule[] = [...projectRules, ...samplingRules, ...laboratoryRules].sort((a, b) =>
  a.id < b.id ? -1 : 1,
);

/** A finding with its rule. */
export interface RuledFinding extends TimeFinding {
  readonly rule: string;
  readonly title: string;
  readonly clause: string | null;
}

/** Finds everything in a project's facts that contradicts a time rule, in the order of the rules. */
export const timeFindings = (timeFacts: TimeFacts): RuledFinding[] =>
  timeRules.flatMap(({ id, title, clause, find }) =>
    find(timeFacts).map((finding) => ({ ...finding, rule: id, title, clause })),
  );
