import { defineSubject } from '@contract/subject';
import { outsideFee } from './entities/outsideFee';
import { outsideFinding } from './entities/outsideFinding';
import { outsideItem } from './entities/outsideItem';
import { outsideTask } from './entities/outsideTask';
import { pointEntry } from './entities/pointEntry';
import { pointRule } from './entities/pointRule';
import { settlement } from './entities/settlement';
import { outsideTaskMachine } from './outsideTaskMachine';
import { settlementMachine } from './settlementMachine';

export const reviewersSubject = defineSubject({
  entities: [outsideTask, outsideItem, outsideFinding, settlement, outsideFee, pointRule, pointEntry],
  machines: [outsideTaskMachine, settlementMachine],
  pages: {
    '/thirdParty/quality': [outsideTask, outsideItem, outsideFinding],
    '/thirdParty/finance': [outsideFee, settlement],
    '/thirdParty/points': [pointRule, pointEntry],
  },
});
