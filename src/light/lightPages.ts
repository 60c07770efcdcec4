import { type ComponentType, lazy } from 'react';

const load = (get: () => Promise<{ default: ComponentType }>) => lazy(get);

/** The pages that the login does not need, each a chunk of its own (PERFORMANCE.md, First load). */
export const lightPages: Readonly<Record<string, ComponentType>> = {
  '/orgReportFormula': load(() => import('@/pages/orgReportFormula/page')),
  '/orgReportFormulaDetails': load(() => import('@/pages/orgReportFormulaDetails/page')),
  '/industryNews': load(() => import('@/pages/industryNews/page')),
  '/industryNewsDetails': load(() => import('@/pages/industryNewsDetails/page')),
  '/helper': load(() => import('@/pages/helper/page')),
  '/legal/privacyPolicy': load(() => import('@/pages/legal/privacyPolicy/page')),
  '/legal/certificateAgreement': load(() => import('@/pages/legal/certificateAgreement/page')),
};
