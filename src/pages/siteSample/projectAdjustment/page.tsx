import { stagesAfter } from '@/features/projects/nextPages/stageLists';
import { StageProjects } from '@/features/projects/StageProjects';

const worksBy = { permission: 'sampleAdjustment:edit', label: '调整' };
const stages = ['sampling', 'handOver', 'testing'] as const;
const laterStages = stagesAfter(stages);

/** 项目调整: projects whose samples can be adjusted. */
export default function ProjectAdjustmentPage() {
  return (
    <StageProjects
      title="项目调整"
      path="/siteSample/projectAdjustment/blkSampleInfo/details"
      stages={stages}
      laterStages={laterStages}
      worksBy={worksBy}
    />
  );
}
