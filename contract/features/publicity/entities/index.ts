import { industryNews } from './industryNews';
import { reportFormula } from './reportFormula';
import { reportScene } from './reportScene';

/** Every entity of the subject: its table, calls, resource and rights follow from here. */
export const publicityEntities = [reportFormula, reportScene, industryNews] as const;
