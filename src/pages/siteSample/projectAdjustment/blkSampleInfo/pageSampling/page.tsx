import { AdjustableSamples } from '@/features/fieldwork/adjusting/AdjustableSamples';
import { AdjustmentSwitch } from '@/features/fieldwork/adjusting/AdjustmentSwitch';
import { ProjectPage } from '@/features/projects/ProjectPage';
import { adjustTexts } from '@contract/features/fieldwork/samples/sampleAdjustment';

const moves = ['resumeSampling'];
const openStages = new Set(['handOver', 'testing']);

const lockedFor = (stage: string): string | null =>
  openStages.has(stage) ? null : stage === 'sampling' ? adjustTexts.tooEarly : adjustTexts.tooLate;

const renderSwitch = () => <AdjustmentSwitch part="/siteSample/projectAdjustment/blkSampleInfo/pageSampling" />;

/** 采样调整: corrections of taken samples, each with a reason. */
export default function SamplingAdjustmentPage() {
  return (
    <ProjectPage title="采样调整" moves={moves} locked={({ stage }) => lockedFor(String(stage))} buttons={renderSwitch}>
      {(project) => <AdjustableSamples project={project.id} stage={String(project.stage)} />}
    </ProjectPage>
  );
}
