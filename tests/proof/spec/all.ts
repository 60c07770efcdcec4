import { calls } from './calls';
import { constants } from './constants';
import { entities } from './entities';
import { errors } from './errors';
import { permissions } from './permissions';
import { purpose } from './purpose';
import { screens } from './screens';
import type { Section } from './section';
import { states } from './states';
import { validation } from './validation';

/** Requirements of SPEC.md, sentence by sentence, in its order. */
export const spec: readonly Section[] = [
  purpose,
  screens,
  entities,
  states,
  validation,
  permissions,
  calls,
  errors,
  constants,
];
