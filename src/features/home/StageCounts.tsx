import { Link } from 'react-router-dom';
import { useCan } from '@/session/useCan';
import type { Dashboard } from '@contract/features/home/dashboardWire';
import { project } from '@contract/features/projects/entities/project';
import { projectMachine } from '@contract/features/projects/projectMachine';
import { permissionOf } from '@contract/permissions';
import { HomeCard } from './HomeCard';
import styles from './dashboard.module.css';

const addPermissions = [permissionOf(project, 'add')];

/** Number of projects per stage as bars, each linked to its projects. */
export function StageCounts({ stages }: { readonly stages: Dashboard['stages'] }) {
  const maxCount = Math.max(1, ...stages.map(({ count }) => count));
  const hasProjects = stages.some(({ count }) => count > 0);
  const mayAdd = useCan(addPermissions);
  const emptyText = mayAdd ? '还没有项目。在“项目管理”中新增第一个项目。' : '还没有项目。业务人员新增后显示在这里。';
  return (
    <HomeCard title="项目进展" empty={hasProjects ? null : emptyText}>
      <ul className={styles.bars}>
        {stages.map(({ stage, count }) => (
          <li key={stage}>
            <Link to={`/project/index?stage=${stage}`} className={styles.bar}>
              <span>{projectMachine.states[stage].label}</span>
              <span className={styles.track} aria-hidden="true">
                <span
                  className={styles.fill}
                  data-tone={projectMachine.states[stage].tone}
                  style={{ inlineSize: `${(count / maxCount) * 100}%` }}
                />
              </span>
              <span className={styles.number}>{count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </HomeCard>
  );
}
