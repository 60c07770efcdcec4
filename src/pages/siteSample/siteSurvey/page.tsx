import { stagesAfter } from '@/features/projects/nextPages/stageLists';
import { StageProjects } from '@/features/projects/StageProjects';

const worksBy = { permission: 'siteSurvey:edit', label: '填写现场调查' };
const stages = ['survey'] as const;
const laterStages = stagesAfter(stages);

/** 现场调查: projects in the stage of survey. */
export default function SiteSurveyPage() {
  return (
    <StageProjects
      title="现场调查"
      path="/siteSample/siteSurvey/details/page"
      stages={stages}
      laterStages={laterStages}
      worksBy={worksBy}
    />
  );
}
