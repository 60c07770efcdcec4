import { serverHas } from '@/api/client';
import { AdjustmentSwitch } from '@/features/fieldwork/adjusting/AdjustmentSwitch';
import { BlankBatchList } from '@/features/fieldwork/blanks/BlankBatchList';
import { RelationLists } from '@/features/fieldwork/blanks/RelationLists';
import { ProjectPage } from '@/features/projects/ProjectPage';

const moves = ['resumeSampling'];

const renderSwitch = () => <AdjustmentSwitch part="/siteSample/projectAdjustment/blkSampleInfo/details" />;

/** 空白样品: samples and the blanks that correct them, by hazard and day (DOMAIN §1.7). */
export default function BlankSamplesPage() {
  return (
    <ProjectPage title="空白样品" moves={moves} buttons={renderSwitch}>
      {({ id }) => (serverHas('fieldwork') ? <BlankBatchList project={id} /> : <RelationLists project={id} />)}
    </ProjectPage>
  );
}
