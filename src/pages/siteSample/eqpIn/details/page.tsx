import { ProjectUses } from '@/features/equipment/ProjectUses';
import { ProjectPage } from '@/features/projects/ProjectPage';

/** 设备出入库: what a project has taken out, how its flow was before and after, and what came back. */
export default function EquipmentUseDetailsPage() {
  return <ProjectPage title="设备出入库">{(project) => <ProjectUses project={project} />}</ProjectPage>;
}
