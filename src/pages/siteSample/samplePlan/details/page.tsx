import { Empty, Skeleton } from 'antd';
import { useCallback, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { TemplateDialog } from '@/features/fieldwork/choosing/TemplateDialog';
import { GenerateDialog } from '@/features/fieldwork/plan/GenerateDialog';
import { PlanActions } from '@/features/fieldwork/plan/PlanActions';
import { generatePlan } from '@/features/fieldwork/plan/planCalls';
import { PlanTabs } from '@/features/fieldwork/plan/PlanTabs';
import { usePlan } from '@/features/fieldwork/plan/usePlan';
import { useNextSignature } from '@/features/projects/moves/useNextSignature';
import { usePaperActions } from '@/features/projects/papers/usePaperActions';
import { ProjectPage } from '@/features/projects/ProjectPage';
import { ProjectProblems } from '@/features/projects/ProjectProblems';
import { type ProjectModel, type ProjectRow, useProject } from '@/features/projects/useProject';
import { feedback } from '@/lib/feedback';
import { RetryNotice } from '@/lib/notice/Notice';
import type { AnyRow } from '@contract/entity';
import type { GeneratePlan } from '@contract/features/fieldwork/plan/planWire';
import { samplePlanMachine } from '@contract/features/fieldwork/plan/samplePlanMachine';
import { notEditableReason, planningStages } from '@contract/features/projects/editableStages';

/** Returns why the plan can't be edited, by the project's stage or the plan's own state. */
const lockOf = ({ stage, takenOverAt }: Pick<ProjectRow, 'stage' | 'takenOverAt'>, state: unknown): string | null =>
  notEditableReason(String(stage), planningStages, takenOverAt) ??
  (state === undefined || state === samplePlanMachine.initial ? null : planningStages.late);

type OpenDialog = 'generate' | 'template' | null;

/** 采样方案: generated from the survey, edited, checked, signed by three people, printed. */
export default function SamplePlanDetailsPage() {
  const shownProject = useProject();
  const plan = usePlan(shownProject.id);
  const openNextSignature = useNextSignature(samplePlanMachine);
  const papers = usePaperActions(shownProject.id ?? 0, '');
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [unsaved, setUnsaved] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  /** Counter that reloads the sheet after rows were copied from another source. */
  const [reloadCount, setReloadCount] = useState(0);
  const close = useCallback(() => setDialog(null), []);
  const { head, of: planFacts, error, isPending, refresh } = plan;

  const generate = async (body: GeneratePlan) => {
    const answer = await generatePlan(body);
    feedback.notify('success', answer.message);
    setProblems(answer.brought.problems);
    setReloadCount((count) => count + 1);
    await refresh();
  };

  const actions = (project: ProjectRow, model: ProjectModel) =>
    head && (
      <PlanActions
        project={project}
        plan={plan}
        head={head as unknown as AnyRow}
        locked={lockOf(project, head.state) !== null}
        unsaved={unsaved}
        onGenerate={() => setDialog('generate')}
        onTemplate={() => setDialog('template')}
        onPrint={() => papers.print(['plan'])}
        printing={papers.busy === 'print'}
        onMoved={(madeMove) => {
          void Promise.all([refresh(), model.refresh()]);
          if (madeMove) void openNextSignature(madeMove);
        }}
      />
    );

  const body = (project: ProjectRow) => {
    const lock = lockOf(project, head?.state);
    if (error)
      return <RetryNotice title="方案加载失败" text={failureOf(error).pageText} onRetry={() => void refresh()} />;
    if (isPending) return <Skeleton active />;
    if (!head || !planFacts) return <Empty description="还没有采样方案" />;
    const row = head as unknown as AnyRow;
    return (
      <>
        <ProjectProblems title="以下内容没有编入方案，或须核对" sentences={problems} onClose={() => setProblems([])} />
        <PlanTabs
          key={`${project.id} ${reloadCount} ${String(head.state)}`}
          project={project}
          plan={plan}
          head={row}
          locked={lock !== null}
          onUnsaved={setUnsaved}
        />
        <GenerateDialog
          open={dialog === 'generate'}
          existingCount={planFacts.rows}
          surveyRows={planFacts.surveyRows}
          leastDays={planFacts.leastDays}
          onClose={close}
          onConfirm={(choice) => generate({ project: project.id, ...choice })}
        />
        <TemplateDialog
          path="api/cyfaModule"
          open={dialog === 'template'}
          existingCount={planFacts.rows}
          onClose={close}
          onConfirm={(choice) => generate({ project: project.id, ...choice })}
        />
        {papers.sheet}
      </>
    );
  };
  return (
    <ProjectPage title="采样方案" locked={(project) => lockOf(project, head?.state)} buttons={actions}>
      {body}
    </ProjectPage>
  );
}
