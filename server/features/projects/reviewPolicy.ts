import { projectTexts } from '@contract/features/projects/projectTexts';
import type { Policy } from '@server/crud/policy';
import { projectPart } from './projectPart';

/** Save rules of the contract review: the server sets its author and its time. */
export const contractReviewPolicy: Policy = projectPart(
  { stages: ['draft', 'contractReview'], early: projectTexts.locked, late: '合同评审已通过，不能再修改' },
  {
    async beforeSave(_draft, { call, services }) {
      return { reviewer: call.viewer.user.id, reviewedAt: services.now() };
    },
  },
);
