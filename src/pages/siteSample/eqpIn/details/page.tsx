import { ProjectInstruments } from '@/features/equipment/ProjectInstruments';
import { ProjectPage } from '@/features/projects/ProjectPage';

/** 设备出入库: instruments that a project has taken out, their flow before and after, and their return. */
export default function EquipmentUseDetailsPage() {
  return <ProjectPage title="设备出入库">{(project) => <ProjectInstruments project={project} />}</ProjectPage>;
}
