import { serverSupports } from '@/api/client';
import { AdjustmentSwitch } from '@/features/fieldwork/adjusting/AdjustmentSwitch';
import { BlankRelationLists } from '@/features/fieldwork/blanks/BlankRelationLists';
import { FieldBlankBatchList } from '@/features/fieldwork/blanks/FieldBlankBatchList';
import { ProjectPage } from '@/features/projects/ProjectPage';

const moves = ['resumeSampling'];

const renderSwitch = () => <AdjustmentSwitch part="/siteSample/projectAdjustment/blkSampleInfo/details" />;

/** 空白样品: samples and the blanks that correct them, by hazard and day (DOMAIN §1.7). */
export default function BlankSamplesPage() {
  return (
    <ProjectPage title="空白样品" moves={moves} buttons={renderSwitch}>
      {({ id }) =>
        serverSupports('fieldwork') ? <FieldBlankBatchList project={id} /> : <BlankRelationLists project={id} />
      }
    </ProjectPage>
  );
}
