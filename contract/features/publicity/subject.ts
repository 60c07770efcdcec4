import { defineSubject } from '@contract/subject';
import { industryNews } from './entities/industryNews';
import { reportFormula } from './entities/reportFormula';
import { reportScene } from './entities/reportScene';

export const publicitySubject = defineSubject({
  entities: [reportFormula, reportScene, industryNews],
  pages: {
    '/dataGovernance/reportFormula': [reportFormula, reportScene],
  },
});
