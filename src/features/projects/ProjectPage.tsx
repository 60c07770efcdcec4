import { Alert, Button, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { deferredPart } from '@/lib/deferredPart';
import { Notice, RetryNotice } from '@/lib/notice/Notice';
import { Can } from '@/session/Can';
import { PageDrawer } from '@/session/overlays';
import { usePageName } from '@/session/tabs/pageState';
import { gapsBefore } from '@contract/features/archive/projectGaps';
import { matterTexts } from '@contract/features/customers/enterprise/clientMatters';
import { clientMatter } from '@contract/features/customers/entities/clientMatter';
import { project as projectEntity } from '@contract/features/projects/entities/project';
import { permissionOf } from '@contract/permissions';
import { MissingItems } from './missing/MissingItems';
import { useMissingItems } from './missing/useMissingItems';
import { MoveButtons } from './moves/MoveButtons';
import { ReturnNotice } from './moves/ReturnNotice';
import { ProjectHead } from './ProjectHead';
import { TimeWarnings } from './TimeWarnings';
import { type ProjectModel, type ProjectRow, useProject } from './useProject';
import styles from './projects.module.css';

export interface ProjectPageProps {
  /** Subject of the page, e.g. 现场调查; shown beside the project's number. */
  readonly title: string;
  /** Moves of the project that this page offers as buttons. */
  readonly moves?: readonly string[];
  /** True where the content of the page has the next action. */
  readonly hasOwnNext?: boolean;
  readonly notes?: Readonly<Record<string, string | undefined>>;
  /** Reasons why a move can't be made yet, by move. */
  readonly blocked?: Readonly<Record<string, string | undefined>>;
  /** The page's own buttons, before the moves. */
  readonly buttons?: (project: ProjectRow, model: ProjectModel) => ReactNode;
  /** Returns a sentence that names the locked part and the reason; null otherwise. */
  readonly locked?: (project: ProjectRow) => string | null;
  readonly children: (project: ProjectRow, model: ProjectModel) => ReactNode;
}

const OrganizationMatters = deferredPart(
  async () => (await import('./clients/OrganizationMatters')).OrganizationMatters,
);
const StepTimeline = deferredPart(async () => (await import('./moves/StepTimeline')).StepTimeline);

const matterPermissions = [permissionOf(clientMatter, 'list')];
const noMoves: readonly string[] = [];

/** Frame of all pages about one project: facts, progress, next actions, history in a drawer, and the page's content. */
export function ProjectPage(props: ProjectPageProps) {
  const { title, moves = noMoves, hasOwnNext = false, notes, blocked, buttons, locked, children } = props;
  const model = useProject();
  const [mattersOpen, setMattersOpen] = useState(false);
  const [wayOpen, setWayOpen] = useState(false);
  const { id, project, error, isPending, timeline } = model;
  usePageName(project && String(project.code));
  const missingItems = useMissingItems(project);
  if (id === null) return <Notice title="没有选择项目" text="请从列表打开一个项目。" />;
  if (error)
    return <RetryNotice title="项目加载失败" text={failureOf(error).pageText} onRetry={() => void model.refresh()} />;
  if (isPending || !project) return <Skeleton active />;
  const sentence = locked?.(project) ?? null;
  return (
    <section className={styles.page} aria-label={`${title} ${String(project.code)}`}>
      <ProjectHead title={title} model={model} project={project} hasOwnNext={hasOwnNext}>
        <Can permission={matterPermissions}>
          <Button onClick={() => setMattersOpen(true)}>{matterTexts.title}</Button>
        </Can>
        <Button onClick={() => setWayOpen(true)}>办理记录</Button>
        {/* The next action is the last button, whether the page offers it or the project. */}
        {buttons?.(project, model)}
        <MoveButtons
          entity={projectEntity}
          row={project}
          timeline={timeline}
          onlyMoves={moves}
          {...(notes ? { notes } : {})}
          {...(blocked ? { blocked } : {})}
          missing={Object.fromEntries(moves.map((move) => [move, gapsBefore(move, missingItems)]))}
          onMoved={() => void model.refresh()}
        />
      </ProjectHead>
      <ReturnNotice timeline={timeline} />
      <MissingItems project={{ id, stage: project.stage }} />
      <TimeWarnings project={id} />
      {sentence && <Alert type="info" showIcon title={sentence} />}
      <div className={styles.body}>{children(project, model)}</div>
      <PageDrawer
        open={mattersOpen}
        size="min(640px, 100vw)"
        title={`${String(project.code)} ${matterTexts.title}`}
        onClose={() => setMattersOpen(false)}
        destroyOnHidden
      >
        <OrganizationMatters wanted={mattersOpen} project={id} />
      </PageDrawer>
      <PageDrawer
        open={wayOpen}
        size={400}
        title={`${String(project.code)} 的办理记录`}
        onClose={() => setWayOpen(false)}
      >
        <StepTimeline wanted={wayOpen} timeline={timeline} failed={model.timelineFailed} />
      </PageDrawer>
    </section>
  );
}
