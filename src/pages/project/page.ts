import { project } from '@contract/entities/project/project';
import { definePage } from '@/listEditor';

export default definePage({
  entity: project,
  columns: ['code', 'projectName', 'belongInspect', 'customer', 'type', 'stage', 'leader', 'plannedOn', 'dueOn', 'createTime'],
  filters: ['code', 'projectName', 'belongInspect', 'stage', 'type', 'leader', 'dueOn', 'createTime'],
  can: [],
});
