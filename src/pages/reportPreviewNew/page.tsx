import { useSearchParams } from 'react-router-dom';
import { stagesAfter } from '@/features/projects/nextPages/stageLists';
import { StageProjects } from '@/features/projects/StageProjects';
import { PublishDrawer } from '@/features/publicity/publish/PublishDrawer';
import { ReportPage } from '@/features/reports/ReportPage';

const worksBy = { permission: 'report:edit', label: '编制报告' };
const stages = ['reporting'] as const;
const laterStages = stagesAfter(stages);

/** Projects whose report has to be written. */
export default function ReportPreviewNewPage() {
  const [search] = useSearchParams();
  if (search.has('belongProject')) return <ReportPage publish={PublishDrawer} />;
  return (
    <StageProjects
      title="报告编制"
      path="/reportPreviewNew"
      stages={stages}
      laterStages={laterStages}
      worksBy={worksBy}
      incoming={null}
    />
  );
}
