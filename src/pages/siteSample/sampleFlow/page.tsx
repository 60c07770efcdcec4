import { StageProjects } from '@/projects/StageProjects';
import { stagesAfter } from '@/projects/stageLists';

const stages = ['sampling', 'handOver'] as const;
const after = stagesAfter(stages);

export default function SampleFlowPage() {
  return <StageProjects title="样品流转" path="/siteSample/sampleFlow/details/page" stages={stages} after={after} />;
}
