import { type ComponentType, lazy } from 'react';

const load = (get: () => Promise<{ default: ComponentType }>) => lazy(get);

/** The pages that the login does not need, each a chunk of its own (PERFORMANCE.md, First load). */
export const lightPages: Readonly<Record<string, ComponentType>> = {
  '/legal/privacyPolicy': load(() => import('@/pages/legal/privacyPolicy/page')),
  '/legal/certificateAgreement': load(() => import('@/pages/legal/certificateAgreement/page')),
};
