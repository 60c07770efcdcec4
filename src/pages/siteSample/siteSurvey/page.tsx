import { stagesAfter } from '@/features/projects/nextPages/stageLists';
import { StageProjects } from '@/features/projects/StageProjects';

const stages = ['survey'] as const;
const after = stagesAfter(stages);

export default function SiteSurveyPage() {
  return <StageProjects title="现场调查" path="/siteSample/siteSurvey/details/page" stages={stages} after={after} />;
}
