import { Button } from 'antd';
import { useMissingItems } from '@/features/projects/missing/useMissingItems';
import { MoveButtons } from '@/features/projects/moves/MoveButtons';
import type { ProjectRow } from '@/features/projects/useProject';
import { useCan } from '@/session/useCan';
import type { AnyRow } from '@contract/entity';
import { gapsBefore } from '@contract/features/archive/projectGaps';
import { samplePlan } from '@contract/features/fieldwork/entities/samplePlan';
import { sampleSiteHazard } from '@contract/features/fieldwork/entities/sampleSiteHazard';
import { surveyTexts } from '@contract/features/fieldwork/plan/planTexts';
import { permissionOf } from '@contract/permissions';
import type { PlanModel } from './usePlan';

interface PlanActionsProps {
  readonly project: ProjectRow;
  readonly plan: PlanModel;
  readonly head: AnyRow;
  readonly locked: boolean;
  readonly unsaved: boolean;
  readonly onGenerate: () => void;
  readonly onTemplate: () => void;
  readonly onPrint: () => void;
  readonly printing: boolean;
  readonly onMoved: (madeMove?: string) => void;
}

const addPermissions = [permissionOf(sampleSiteHazard, 'add')];

/** Actions of a plan: edit while it is a draft, sign when it is the person's turn, print at any time. */
export function PlanActions({
  project,
  plan,
  head,
  locked,
  unsaved,
  onGenerate,
  onTemplate,
  onPrint,
  printing,
  onMoved,
}: PlanActionsProps) {
  const mayAdd = useCan(addPermissions) && !locked;
  const unsavedReason = unsaved ? surveyTexts.unsaved : undefined;
  const missingItems = gapsBefore('samplePlan:submit', useMissingItems(project));
  // An empty plan begins with the survey. The next action is the last button.
  const isEmpty = mayAdd && !plan.of?.rows;
  const generateButton = mayAdd && (
    <Button type={isEmpty ? 'primary' : 'default'} disabled={unsaved} title={unsavedReason ?? ''} onClick={onGenerate}>
      由调查生成
    </Button>
  );
  return (
    <>
      {!isEmpty && generateButton}
      {mayAdd && (
        <Button disabled={unsaved} title={unsavedReason ?? ''} onClick={onTemplate}>
          采用模板
        </Button>
      )}
      <Button disabled={unsaved || !plan.of?.rows} loading={printing} title={unsavedReason ?? ''} onClick={onPrint}>
        打印
      </Button>
      <MoveButtons
        entity={samplePlan}
        row={head}
        timeline={plan.timeline}
        asSeen={plan.of?.asSeen}
        blocked={{ submit: unsavedReason, review: unsavedReason, approve: unsavedReason, return: unsavedReason }}
        missing={{ submit: missingItems }}
        nextIsElsewhere={isEmpty}
        onMoved={onMoved}
      />
      {isEmpty && generateButton}
    </>
  );
}
