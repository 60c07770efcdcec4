import { Button } from 'antd';
import { permissionOf } from '@contract/permissions';
import { project as projectEntity } from '@contract/entities/project/project';
import { projectMachine, type Stage } from '@contract/workflow/project';
import { type ReactNode, useState } from 'react';
import { went } from '@/api/went';
import { DictCell, missing } from '@/fields';
import { daysBetween, todayText } from '@/lib/dates';
import { feedback } from '@/lib/feedback';
import { useCan } from '@/session/useCan';
import { urgeProject } from './calls';
import styles from './projects.module.css';
import { StageBar } from './StageBar';
import type { ProjectModel, ProjectRow } from './useProject';
import { WaysOn } from './WaysOn';

const urgeable = [permissionOf(projectEntity, 'status')];

const over = new Set(['archived', 'published', 'terminated']);

/** Past the day on which it should have been done, and still not done. */
export const isLate = ({ dueOn, stage }: Pick<ProjectRow, 'dueOn' | 'stage'>): boolean => Boolean(dueOn) && !over.has(String(stage)) && String(dueOn) < todayText();

/** LOOK, Detail: number, unit, stages with dates, who has it and for how long, and what may be done next. */
export function ProjectHead({ title, project, model, children }: { readonly title: string; readonly project: ProjectRow; readonly model: ProjectModel; readonly children: ReactNode }) {
  const { timeline, holders } = model;
  const [busy, setBusy] = useState(false);
  const mayUrge = useCan(urgeable);
  const late = isLate(project);
  const open = !projectMachine.states[project.stage as Stage]?.final;
  const people = holders?.people ?? [];
  const urge = async () => {
    setBusy(true);
    await went(urgeProject(project.id).then((said) => feedback.notify('success', said)));
    setBusy(false);
  };
  return (
    <header className={styles.head}>
      <div className={styles.headline}>
        <h1 className={styles.title}>
          <span className={styles.code}>{String(project.code)}</span>
          <span className={styles.unit} title={String(project.belongInspectName ?? '')}>{String(project.belongInspectName ?? '')}</span>
          <span className={styles.what}>{title}</span>
        </h1>
        <div className={styles.actions}>{children}</div>
      </div>
      <p className={styles.facts}>
        <span>类型：<DictCell dict="projectType" value={project.type} /></span>
        <span>负责人：{String(project.leaderName ?? missing)}</span>
        <span className={late ? styles.late : ''}>计划完成：{project.dueOn ?? missing}{late && `，已逾期${daysBetween(String(project.dueOn), todayText())}天`}</span>
        {open && people.length > 0 && (
          <span title={people.map(({ nickName }) => nickName).join('、')}>
            待{people.slice(0, 2).map(({ nickName }) => nickName).join('、')}{people.length > 2 ? `等${people.length}人` : ''}办理，已停留{holders?.days ?? 0}天
            {mayUrge && <Button type="link" size="small" loading={busy} onClick={() => void urge()}>催办</Button>}
          </span>
        )}
        <WaysOn project={project} />
      </p>
      <StageBar stage={String(project.stage)} incoming={project.incoming === true} timeline={timeline} late={late} />
    </header>
  );
}
