import { equipment } from './equipment';
import { equipmentUse } from './equipmentUse';
import { place } from './place';

/** Every entity of the subject: its table, calls, resource and rights follow from here. */
export const equipmentEntities = [equipment, equipmentUse, place] as const;
