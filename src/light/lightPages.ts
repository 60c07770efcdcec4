import { type ComponentType, lazy } from 'react';

const load = (get: () => Promise<{ default: ComponentType }>) => lazy(get);

/** Pages without a login, each in its own chunk (docs/performance.md, First load). */
export const lightPages: Readonly<Record<string, ComponentType>> = {
  '/orgReportFormula': load(() => import('@/pages/orgReportFormula/page')),
  '/orgReportFormulaDetails': load(() => import('@/pages/orgReportFormulaDetails/page')),
  '/industryNews': load(() => import('@/pages/industryNews/page')),
  '/industryNewsDetails': load(() => import('@/pages/industryNewsDetails/page')),
  '/helper': load(() => import('@/pages/helper/page')),
  '/legal/privacyPolicy': load(() => import('@/pages/legal/privacyPolicy/page')),
  '/legal/certificateAgreement': load(() => import('@/pages/legal/certificateAgreement/page')),
};
