import { vehicle } from './vehicle';
import { vehiclePlan } from './vehiclePlan';

/** Every entity of the subject: its table, calls, resource and rights follow from here. */
export const vehiclesEntities = [vehicle, vehiclePlan] as const;
