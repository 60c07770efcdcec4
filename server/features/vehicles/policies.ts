import type { Policy } from '@server/crud/policy';
import { vehiclePlanPolicy, vehiclePolicy } from './policy';

/** Policies of the subject by the name of the entity. An entity that is missing here has no rules of its own. */
export const vehiclesPolicies: Readonly<Record<string, Policy>> = {
  vehicle: vehiclePolicy,
  vehiclePlan: vehiclePlanPolicy,
};
