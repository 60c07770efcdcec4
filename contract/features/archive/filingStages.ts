import type { EditableStages } from '@contract/features/projects/editableStages';
import { archiveTexts } from './archiveTexts';

/**
 * Period in which external files may be added: from the contract review on, and also after the archive was closed.
 */
export const filingStages: EditableStages = {
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
