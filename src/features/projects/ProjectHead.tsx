import type { ReactNode } from 'react';
import { DictCell, missing } from '@/fields';
import { todayText } from '@/lib/dates';
import { calendarDays } from '@contract/arithmetic/numbers/days';
import type { ServiceKind } from '@contract/features/projects/serviceKind';
import { HeldBy } from './HeldBy';
import { StageBar } from './StageBar';
import type { ProjectModel, ProjectRow } from './useProject';
import { NextStep } from './ways/NextStep';
import { WaysOn } from './ways/WaysOn';
import styles from './projects.module.css';

const over = new Set(['archived', 'published', 'terminated']);

/** Checks whether a project is past its due date and not finished. */
export const isLate = ({ dueOn, stage }: Pick<ProjectRow, 'dueOn' | 'stage'>): boolean =>
  Boolean(dueOn) && !over.has(String(stage)) && String(dueOn) < todayText();

/**
 * Head of a project: number, unit, stages with dates, people who have to act, and next actions (docs/spec/design.md,
 * Detail).
 */
export function ProjectHead({
  title,
  project,
  model,
  children,
}: {
  readonly title: string;
  readonly project: ProjectRow;
  readonly model: ProjectModel;
  readonly children: ReactNode;
}) {
  const { timeline, holders } = model;
  const late = isLate(project);
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
          {model.steps && <NextStep steps={model.steps} />}
        </div>
      </div>
      <p className={styles.facts}>
        <span>
          类型：
          <DictCell dict="projectType" value={project.type} />
        </span>
        <span>负责人：{String(project.leaderName ?? missing)}</span>
        <span className={late ? styles.late : ''}>
          计划完成：{project.dueOn ?? missing}
          {late && `，已逾期${calendarDays(String(project.dueOn), todayText())}天`}
        </span>
        <HeldBy project={project} holders={holders} />
        <WaysOn project={project} />
      </p>
      <StageBar
        stage={String(project.stage)}
        incoming={project.incoming === true}
        service={(project.service ?? null) as ServiceKind | null}
        timeline={timeline}
        late={late}
      />
    </header>
  );
}
