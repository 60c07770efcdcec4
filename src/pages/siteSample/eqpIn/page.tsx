import { StageProjects } from '@/projects/StageProjects';
import { stagesAfter } from '@/projects/stageLists';

const stages = ['sampling', 'handOver'] as const;
const after = stagesAfter(stages);

export default function EquipmentUsePage() {
  return <StageProjects title="设备出入库" path="/siteSample/eqpIn/details/page" stages={stages} after={after} />;
}
