import type { Policy } from '../../crud/policy';

export const vehiclePolicy: Policy = { ignoresDataScope: true };
export const vehiclePlanPolicy: Policy = { ignoresDataScope: true };
