import type { OpenWhile } from '@contract/features/projects/openWhile';
import { archiveTexts } from './archiveTexts';

/**
 * Period in which external files may be added: from the contract review on, and also after the archive was closed.
 */
export const whileFiling: OpenWhile = {
  stages: [
    'contractReview',
    'survey',
    'planning',
    'planReview',
    'sampling',
    'handOver',
    'testing',
    'recordReview',
    'reporting',
    'reportReview',
    'issuing',
    'archived',
    'published',
  ],
  early: archiveTexts.filesTooEarly,
  late: archiveTexts.terminated,
};
