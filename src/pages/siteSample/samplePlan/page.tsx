import { stagesAfter } from '@/features/projects/nextPages/stageLists';
import { StageProjects } from '@/features/projects/StageProjects';

const worksBy = { permission: 'samplePlan:edit', label: '编制采样方案' };
const stages = ['planning', 'planReview'] as const;
const laterStages = stagesAfter(stages);

/** 采样方案: projects in the stage of planning. */
export default function SamplePlanPage() {
  return (
    <StageProjects
      title="采样方案"
      path="/siteSample/samplePlan/details/page"
      stages={stages}
      laterStages={laterStages}
      worksBy={worksBy}
    />
  );
}
