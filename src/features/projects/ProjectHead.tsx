import type { ReactNode } from 'react';
import { DictCell, emptyCellText } from '@/fields';
import { todayText } from '@/lib/dateTexts';
import { calendarDays } from '@contract/arithmetic/numbers/dayCounts';
import type { ServiceKind } from '@contract/features/projects/serviceKind';
import { CurrentHolders } from './CurrentHolders';
import { NextPageLinks } from './nextPages/NextPageLinks';
import { NextStep } from './nextPages/NextStep';
import { StageBar } from './StageBar';
import type { ProjectModel, ProjectRow } from './useProject';
import styles from './projects.module.css';

const finishedStages = new Set(['archived', 'published', 'terminated']);

/** Checks whether a project is past its due date and not finished. */
export const isProjectOverdue = ({ dueOn, stage }: Pick<ProjectRow, 'dueOn' | 'stage'>): boolean =>
  Boolean(dueOn) && !finishedStages.has(String(stage)) && String(dueOn) < todayText();

/**
 * Head of a project: number, unit, stages with dates, people who have to act, and next actions (docs/spec/design.md,
 * Detail).
 */
export function ProjectHead({
  title,
  project,
  model,
  hasOwnNext,
  children,
}: {
  readonly title: string;
  readonly project: ProjectRow;
  readonly model: ProjectModel;
  /** True where the content of the page has the next action. */
  readonly hasOwnNext: boolean;
  readonly children: ReactNode;
}) {
  const { timeline, holders } = model;
  const isOverdue = isProjectOverdue(project);
  return (
    <header className={styles.head}>
      <div className={styles.headline}>
        <h1 className={styles.title}>
          <span className={styles.code}>{String(project.code)}</span>
          <span className={styles.unit} title={String(project.belongInspectName ?? '')}>
            {String(project.belongInspectName ?? '')}
          </span>
          <span className={styles.what}>{title}</span>
        </h1>
        <div className={styles.actions}>
          {children}
          {model.steps && <NextStep steps={model.steps} isPrimary={!hasOwnNext} />}
        </div>
      </div>
      <p className={styles.facts}>
        <span>
          类型：
          <DictCell dict="projectType" value={project.type} />
        </span>
        <span>负责人：{String(project.leaderName ?? emptyCellText)}</span>
        <span className={isOverdue ? styles.late : ''}>
          计划完成：{project.dueOn ?? emptyCellText}
          {isOverdue && `，已逾期${calendarDays(String(project.dueOn), todayText())}天`}
        </span>
        <CurrentHolders project={project} holders={holders} />
        <NextPageLinks project={project} />
      </p>
      <StageBar
        stage={String(project.stage)}
        incoming={project.incoming === true}
        service={(project.service ?? null) as ServiceKind | null}
        timeline={timeline}
        late={isOverdue}
      />
    </header>
  );
}
