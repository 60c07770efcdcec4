import type { Policy } from '@server/crud/policy';
import { industryNewsPolicy } from './news/policy';
import { reportFormulaPolicy, reportScenePolicy } from './reportNotices/policy';

/** Policies of the subject by the name of the entity. An entity that is missing here has no rules of its own. */
export const publicityPolicies: Readonly<Record<string, Policy>> = {
  reportFormula: reportFormulaPolicy,
  reportScene: reportScenePolicy,
  industryNews: industryNewsPolicy,
};
