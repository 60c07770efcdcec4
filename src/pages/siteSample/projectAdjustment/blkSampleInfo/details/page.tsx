import { serverHas } from '@/api/client';
import { AdjustmentSwitch } from '@/features/fieldwork/adjusting/AdjustmentSwitch';
import { Batches } from '@/features/fieldwork/blanks/Batches';
import { RelationLists } from '@/features/fieldwork/blanks/RelationLists';
import { ProjectPage } from '@/features/projects/ProjectPage';

const moves = ['resumeSampling'];

const beside = () => <AdjustmentSwitch at="/siteSample/projectAdjustment/blkSampleInfo/details" />;

/** 空白样品: samples and the blanks that correct them, by hazard and day (DOMAIN §1.7). */
export default function BlankSamplesPage() {
  return (
    <ProjectPage title="空白样品" moves={moves} extra={beside}>
      {({ id }) => (serverHas('fieldwork') ? <Batches project={id} /> : <RelationLists project={id} />)}
    </ProjectPage>
  );
}
