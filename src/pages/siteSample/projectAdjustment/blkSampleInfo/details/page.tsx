import { AdjustmentSwitch } from '@/features/fieldwork/adjusting/AdjustmentSwitch';
import { Batches } from '@/features/fieldwork/blanks/Batches';
import { ProjectPage } from '@/features/projects/ProjectPage';

const moves = ['resumeSampling'];

const beside = () => <AdjustmentSwitch at="/siteSample/projectAdjustment/blkSampleInfo/details" />;

/** 空白样品: samples and the blanks that correct them, by hazard and day (DOMAIN §1.7). */
export default function BlankSamplesPage() {
  return (
    <ProjectPage title="空白样品" moves={moves} extra={beside}>
      {(project) => <Batches project={project.id} />}
    </ProjectPage>
  );
}
