import { OverdueSamples } from '@/features/fieldwork/handOver/OverdueSamples';
import { stagesAfter } from '@/features/projects/nextPages/stageLists';
import { StageProjects } from '@/features/projects/StageProjects';
import styles from '@/features/fieldwork/handOver/sampleFlow.module.css';

const worksBy = { permission: 'handOver:add', label: '编制流转单' };
const stages = ['sampling', 'handOver'] as const;
const laterStages = stagesAfter(stages);

/** 样品流转: samples kept too long, and projects whose samples are handed over. */
export default function SampleFlowPage() {
  return (
    <div className={styles.page}>
      <OverdueSamples />
      <div className={styles.rest}>
        <StageProjects
          title="样品流转"
          path="/siteSample/sampleFlow/details/page"
          stages={stages}
          laterStages={laterStages}
          worksBy={worksBy}
        />
      </div>
    </div>
  );
}
