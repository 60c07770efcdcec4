import type { Policy } from '@server/crud/policy';
import { industryNewsPolicy } from './news/policy';
import { reportFormulaPolicy, reportScenePolicy } from './reportNotices/policy';

/** What the server adds to the entities of the subject, by their names; an entity that is missing here has no rule of its own. */
export const publicityPolicies: Readonly<Record<string, Policy>> = {
  reportFormula: reportFormulaPolicy,
  reportScene: reportScenePolicy,
  industryNews: industryNewsPolicy,
};
