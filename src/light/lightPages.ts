import { type ComponentType, lazy } from 'react';

const lazyPage = (get: () => Promise<{ default: ComponentType }>) => lazy(get);

/** Pages without a login, each in its own chunk (docs/performance.md, First load). */
export const lightPages: Readonly<Record<string, ComponentType>> = {
  '/orgReportFormula': lazyPage(() => import('@/pages/orgReportFormula/page')),
  '/orgReportFormulaDetails': lazyPage(() => import('@/pages/orgReportFormulaDetails/page')),
  '/industryNews': lazyPage(() => import('@/pages/industryNews/page')),
  '/industryNewsDetails': lazyPage(() => import('@/pages/industryNewsDetails/page')),
  '/helper': lazyPage(() => import('@/pages/helper/page')),
  '/legal/privacyPolicy': lazyPage(() => import('@/pages/legal/privacyPolicy/page')),
  '/legal/certificateAgreement': lazyPage(() => import('@/pages/legal/certificateAgreement/page')),
};
