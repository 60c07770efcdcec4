import { incomingKindCode, numberKinds, numberSeries } from '@contract/features/projects/runningNumberRules';

/**
 * Returns the number of an incoming sample by the rule of an organization that sets none.
 * @param count from 1
 */
export const incomingSampleNumber = (projectCode: string, kind: string, count: number): string =>
  numberSeries(numberKinds.incoming.rule, {
    day: '',
    organization: '',
    project: projectCode,
    kind: incomingKindCode(kind),
  }).numberOf(count);
