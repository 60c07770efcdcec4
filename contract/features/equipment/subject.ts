import { defineSubject } from '@contract/subject';
import { equipment } from './entities/equipment';
import { equipmentUse } from './entities/equipmentUse';
import { place } from './entities/place';

export const equipmentSubject = defineSubject({
  entities: [equipment, equipmentUse, place],
  pages: {
    '/siteSample/eqpIn': [equipmentUse],
    '/resource/places': [place],
  },
});
