import { connector } from './connector';
import { declaration } from './declaration';
import { declarationRow } from './declarationRow';
import { push } from './push';
import { submission } from './submission';

/** Every entity of the subject: its table, calls, resource and rights follow from here. */
export const platformsEntities = [connector, push, submission, declaration, declarationRow] as const;
