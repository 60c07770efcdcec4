import { defineSubject } from '@contract/subject';
import { consumable } from './entities/consumable';
import { reagent } from './entities/reagent';
import { standard } from './entities/standard';
import { stockMovement } from './entities/stockMovement';

export const stockSubject = defineSubject({
  entities: [standard, reagent, consumable, stockMovement],
  pages: {
    '/resource/standards': [standard],
    '/resource/reagents': [reagent],
    '/resource/consumables': [consumable],
  },
});
