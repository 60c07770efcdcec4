import { HandOverSheets } from '@/features/fieldwork/handOver/HandOverSheets';
import { ProjectPage } from '@/features/projects/ProjectPage';

const moves = ['resumeSampling', 'receiveSamples'];

/** 样品流转: circulation sheets of a project, from the sampler's signature to the sample keeper's. */
export default function SampleFlowDetailsPage() {
  return (
    <ProjectPage
      title="样品流转"
      moves={moves}
      notes={{ receiveSamples: '全部样品接收或作废后才能完成；完成后项目进入实验室检测。' }}
    >
      {(project, model) => <HandOverSheets project={project} model={model} />}
    </ProjectPage>
  );
}
