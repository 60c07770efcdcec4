import { consumable } from './consumable';
import { reagent } from './reagent';
import { standard } from './standard';
import { stockMovement } from './stockMovement';

/** Every entity of the subject: its table, calls, resource and rights follow from here. */
export const stockEntities = [standard, reagent, consumable, stockMovement] as const;
