import { notEditableReason, type EditableStages } from '@contract/features/projects/editableStages';
import type { StageEditability } from '@contract/features/projects/stageEditability';
import type { StoredProject } from './projectStage';

/** Returns whether a part of the project may be edited now, without throwing. */
export function stageEditabilityOf(
  project: Pick<StoredProject, 'stage' | 'takenOverAt'>,
  editableStages: EditableStages,
): StageEditability {
  const stage = String(project.stage);
  const closedReason = notEditableReason(stage, editableStages, project.takenOverAt);
  return { stage, isEditable: closedReason === null, why: closedReason };
}
