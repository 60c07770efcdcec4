import { stagesAfter } from '@/features/projects/nextPages/stageLists';
import { StageProjects } from '@/features/projects/StageProjects';

const worksBy = { permission: 'sample:collect', label: '记录采样' };
const stages = ['sampling'] as const;
const laterStages = stagesAfter(stages);

/** 现场采样: projects in the stage of sampling. */
export default function LiveSamplePage() {
  return (
    <StageProjects
      title="现场采样"
      path="/siteSample/liveSample/condition/pageSampling"
      stages={stages}
      laterStages={laterStages}
      worksBy={worksBy}
    />
  );
}
