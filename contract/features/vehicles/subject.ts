import { defineSubject } from '@contract/subject';
import { vehicle } from './entities/vehicle';
import { vehiclePlan } from './entities/vehiclePlan';

export const vehiclesSubject = defineSubject({
  entities: [vehicle, vehiclePlan],
  pages: {
    '/resource/vehicles': [vehiclePlan, vehicle],
  },
});
