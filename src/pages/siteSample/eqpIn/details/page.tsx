import { ProjectInstruments, useInstrumentsNext } from '@/features/equipment/ProjectInstruments';
import { ProjectPage } from '@/features/projects/ProjectPage';
import { useProject } from '@/features/projects/useProject';

/** 设备出入库: instruments that a project has taken out, their flow before and after, and their return. */
export default function EquipmentUseDetailsPage() {
  const { id, project } = useProject();
  const hasOwnNext = useInstrumentsNext(id, String(project?.stage ?? ''));
  return (
    <ProjectPage title="设备出入库" hasOwnNext={hasOwnNext}>
      {(shownProject) => <ProjectInstruments project={shownProject} />}
    </ProjectPage>
  );
}
